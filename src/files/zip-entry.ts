import { crc32, inflateRawSync } from 'node:zlib';
import { messageOf } from '../errors/index.ts';

/** PKWARE APPNOTE 6.3, 4.3 */
const end = { mark: 0x06054b50, size: 22, longestComment: 0xffff } as const;
const central = { mark: 0x02014b50, size: 46 } as const;
const local = { mark: 0x04034b50, size: 30 } as const;

/**
 * A file within a ZIP file that is held in memory, of at most so many bytes; `undefined` where there is none of that name.
 * The directory is held against the entries: an entry that is longer or other than it should be is a fault.
 */
export function readZipEntry(zip: Buffer, name: string, most: number): Buffer | { readonly fault: string } | undefined {
  try {
    const entry = findEntry(zip, name);
    return entry === undefined ? undefined : contentsOf(zip, entry, most);
  } catch (error) {
    return { fault: messageOf(error) };
  }
}

function findEntry(zip: Buffer, name: string): number | undefined {
  const last = lastMark(zip);
  let at = zip.readUInt32LE(last + 16);
  for (let left = zip.readUInt16LE(last + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== central.mark) throw new Error('its directory is broken');
    const length = zip.readUInt16LE(at + 28);
    if (zip.toString('utf8', at + central.size, at + central.size + length) === name) return at;
    at += central.size + length + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return undefined;
}

function lastMark(zip: Buffer): number {
  for (let at = zip.length - end.size; at >= Math.max(0, zip.length - end.size - end.longestComment); at -= 1)
    if (zip.readUInt32LE(at) === end.mark) return at;
  throw new Error('it is no ZIP file');
}

function contentsOf(zip: Buffer, at: number, most: number): Buffer {
  const [flags, method] = [zip.readUInt16LE(at + 8), zip.readUInt16LE(at + 10)];
  const [crc, packed, size] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)];
  const start = zip.readUInt32LE(at + 42);
  if ((flags & 1) !== 0 || (method !== 0 && method !== 8)) throw new Error('the entry is packed in a way that is not read');
  if (size > most) throw new Error('the entry is too large');
  if (zip.readUInt32LE(start) !== local.mark) throw new Error('the entry is not where its directory says');
  const from = start + local.size + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
  const bytes = zip.subarray(from, from + packed);
  const contents = method === 0 ? bytes : inflateRawSync(bytes, { maxOutputLength: Math.max(1, size) });
  if (contents.length !== size || crc32(contents) !== crc) throw new Error('the entry is not what its directory says');
  return contents;
}
