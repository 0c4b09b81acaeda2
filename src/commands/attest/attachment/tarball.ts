import { createReadStream, createWriteStream, readSync, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Pack } from 'tar-stream';
import { openRegularFile } from '../../../files/index.ts';

/**
 * Names in an archive, all different: relative to the workspace with `/`, and `outside/…` for files that an absolute pattern found
 * elsewhere. Unpacking never leaves the target folder, and never writes one file over another where case makes no difference.
 */
export function entryNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const wanted = entryName(name);
    const dot = wanted.lastIndexOf('.');
    const end = dot > wanted.lastIndexOf('/') + 1 ? dot : wanted.length;
    let free = wanted;
    for (let number = 2; taken.has(folded(free)); number += 1) free = `${wanted.slice(0, end)}-${number}${wanted.slice(end)}`;
    taken.add(folded(free));
    return free;
  });
}

/** Two names that Windows or macOS take for the same become one. */
function folded(name: string): string {
  return name.normalize('NFC').toUpperCase();
}

function entryName(name: string): string {
  const isOutside = /^(?:\/|[A-Za-z]:\/)/.test(name);
  // On Windows a backslash separates directories and a colon ends a drive, wherever the archive was made.
  const parts = name.replace(/[\\:\u0000-\u001F]/g, '_').split('/');
  const kept = parts.filter((part) => part !== '' && part !== '.' && part !== '..');
  return isOutside || kept.length < parts.length ? `outside/${kept.at(-1) ?? 'file'}` : kept.join('/');
}

export function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

export interface Packable {
  readonly path: string;
  /** Relative to the workspace with `/`, or absolute. */
  readonly name: string;
  /** The part of the file; the whole where absent. */
  readonly piece?: { readonly start: number; readonly bytes: number };
  /** The entry gets that file's time. */
  readonly madeOf?: string;
}

/** Returns the size in bytes; `undefined` as soon as it is larger than `most`. */
export async function tarball(files: readonly Packable[], path: string, most: number): Promise<number | undefined> {
  const { pack } = await import('tar-stream');
  const tar = pack();
  const stop = new AbortController();
  let size = 0;
  const written = pipeline(
    tar,
    createGzip(),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length;
        if (size > most) throw new RangeError('too large');
        yield chunk;
      }
    },
    createWriteStream(path),
  );
  written.catch(() => stop.abort());
  try {
    const names = entryNames(files.map(({ name }) => name));
    for (const [index, file] of files.entries()) await addEntry(tar, file, names[index] ?? file.name, stop.signal);
    tar.finalize();
    await written;
    return size;
  } catch (error) {
    // The first error is the cause; the others follow from it. Ending the archive here breaks it too.
    const isBroken = stop.signal.aborted;
    tar.destroy();
    const [outcome] = await Promise.allSettled([written]);
    if (size > most) return undefined;
    throw isBroken && outcome.status === 'rejected' ? outcome.reason : error;
  }
}

async function addEntry(tar: Pack, file: Packable, name: string, signal: AbortSignal): Promise<void> {
  const of = statSync(file.path);
  // The file that it was made from may be gone by now.
  const { mtime } = (file.madeOf === undefined ? undefined : statSync(file.madeOf, { throwIfNoEntry: false })) ?? of;
  const { start, bytes: size } = file.piece ?? { start: 0, bytes: of.size };
  const entry = tar.entry({ name, size, mtime, mode: 0o644 });
  const content =
    size > smallest
      ? createReadStream('', { fd: openRegularFile(file.path).fd, start, end: start + size - 1 })
      : [readPiece(file.path, start, size)];
  await pipeline(content, entry, { signal });
}

/** Up to this size a file is read at once: a stream for each of thousands would take longer. */
const smallest = 256 * 1024;

function readPiece(path: string, start: number, bytes: number): Buffer {
  const piece = Buffer.allocUnsafe(bytes);
  using file = openRegularFile(path);
  for (let at = 0; at < bytes;) {
    const count = readSync(file.fd, piece, at, bytes - at, start + at);
    if (count === 0) throw new RangeError(`${path} got shorter while it was read`);
    at += count;
  }
  return piece;
}
