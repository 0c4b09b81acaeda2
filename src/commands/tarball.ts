import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Pack } from 'tar-stream';
import { entryNames } from './entry-names.ts';

/** A file to be packed. */
export interface Packable {
  readonly path: string;
  /** Relative to the workspace with `/`, or absolute. */
  readonly name: string;
  /** The file whose time it carries, if it was made of another. */
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
    for (const [index, file] of files.entries()) await add(tar, file, names[index] ?? file.name, stop.signal);
    tar.finalize();
    await written;
    return size;
  } catch (error) {
    tar.destroy();
    const [outcome] = await Promise.allSettled([written]);
    if (size > most) return undefined;
    // What broke the archive comes before what that has broken.
    throw stop.signal.aborted && outcome.status === 'rejected' ? outcome.reason : error;
  }
}

async function add(tar: Pack, file: Packable, name: string, signal: AbortSignal): Promise<void> {
  const { size } = await stat(file.path);
  const { mtime } = await stat(file.madeOf ?? file.path);
  const header = { name, size, mtime, mode: 0o644 };
  if (size === 0) tar.entry(header, '');
  else await pipeline(createReadStream(file.path, { end: size - 1 }), tar.entry(header), { signal });
}
