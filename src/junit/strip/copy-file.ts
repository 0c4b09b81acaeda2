import { createHash } from 'node:crypto';
import { closeSync, writeSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { headSize, openRegularFile } from '../../files/index.ts';
import { readerOf } from '../../xml/index.ts';

const size = 256 * 1024;
const burst = 32 * 1024 * 1024;

export interface Copied {
  readonly bytes: number;
  /** SHA-256 of the bytes that were copied, 64 hexadecimal digits. */
  readonly sha256: string;
  /** The first bytes, which show the kind of the file. */
  readonly head: Buffer;
}

/** Copies a file as it is now, into the file `to` from a place on. Without `to` it is only read. */
export async function copyFile(path: string, to: number | undefined, start = 0): Promise<Copied> {
  const from = openRegularFile(path);
  try {
    const reader = readerOf(from);
    const buffer = Buffer.allocUnsafeSlow(Math.min(size, Math.max(1, reader.size)));
    const sum = createHash('sha256');
    let head = Buffer.alloc(0);
    let bytes = 0;
    for (let count = reader.read(buffer, 0), pause = burst; count > 0; count = reader.read(buffer, 0)) {
      if (bytes === 0) head = Buffer.from(buffer.subarray(0, Math.min(count, headSize)));
      sum.update(buffer.subarray(0, count));
      if (to !== undefined) writeAll(to, buffer.subarray(0, count), start + bytes);
      bytes += count;
      if (bytes < pause) continue;
      pause += burst;
      await setImmediate();
    }
    return { bytes, sha256: sum.digest('hex'), head };
  } finally {
    closeSync(from);
  }
}

/** Writes all of some bytes at a place of a file. */
export function writeAll(descriptor: number, bytes: Buffer, place: number): void {
  for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at, bytes.length - at, place + at);
}
