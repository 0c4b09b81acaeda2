import { closeSync, createReadStream, createWriteStream, readSync, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Pack } from 'tar-stream';
import { openRegularFile } from '../../../files/index.ts';
import { entryNames } from './entry-names.ts';

export interface Packable {
  readonly path: string;
  /** Relative to the workspace with `/`, or absolute. */
  readonly name: string;
  /** Which part of the file it is; the whole where absent. */
  readonly piece?: { readonly start: number; readonly bytes: number };
  /** The file that it was made from, if any: the entry gets that file's time. */
  readonly madeOf?: string;
}

/** Writes a `.tgz` and returns its size in bytes; `undefined` as soon as it is larger than `most`. */
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
      ? createReadStream('', { fd: openRegularFile(file.path), start, end: start + size - 1 })
      : [readPiece(file.path, start, size)];
  await pipeline(content, entry, { signal });
}

/** Up to this size a file is read at once: a stream for each of thousands would take longer. */
const smallest = 256 * 1024;

function readPiece(path: string, start: number, bytes: number): Buffer {
  const piece = Buffer.allocUnsafe(bytes);
  const descriptor = openRegularFile(path);
  try {
    for (let at = 0; at < bytes;) {
      const count = readSync(descriptor, piece, at, bytes - at, start + at);
      if (count === 0) throw new RangeError(`${path} got shorter while it was read`);
      at += count;
    }
  } finally {
    closeSync(descriptor);
  }
  return piece;
}
