import { open } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Pack } from 'tar-stream';
import { BrokenBackup, type Entry } from './entries.ts';

/** Writes entries as a tar archive, one chunk at a time. Ends the stream that it writes to. */
export async function writeArchive(entries: AsyncIterable<Entry>, to: Writable, { gzip }: { readonly gzip: boolean }): Promise<void> {
  const { pack } = await import('tar-stream');
  const tar = pack();
  const stop = new AbortController();
  // The two packages know streams of each other only as something that is iterated.
  const written = gzip ? pipeline(tar, createGzip(), to) : pipeline(tar, to);
  written.catch((error: unknown) => stop.abort(error));
  try {
    for await (const entry of entries) await addEntry(tar, entry, stop.signal);
    tar.finalize();
    await written;
  } catch (error) {
    // The first error is the cause; the others follow from it.
    const cause: unknown = stop.signal.aborted ? stop.signal.reason : error;
    tar.destroy();
    await written.catch(() => {});
    throw cause;
  }
}

async function addEntry(tar: Pack, { content, name, size }: Entry, signal: AbortSignal): Promise<void> {
  await pipeline(Readable.from(content), tar.entry({ name, size, mode: 0o600, mtime: new Date(0) }), { signal });
}

/** The entries of a tar archive, which may be compressed with gzip. Throws `BrokenBackup` if it is none, or is cut off. */
export async function* readArchive(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  const { extract } = await import('tar-stream');
  const archive = extract();
  let unread: { readonly error: unknown } | undefined;
  const noted = async function* () {
    try {
      yield* chunks;
    } catch (error) {
      unread = { error };
      throw error;
    }
  };
  // Bytes that can be read are none of an archive then. Streams that end each other have different words for it.
  const faultOf = (error: unknown): unknown => {
    if (unread !== undefined) return unread.error;
    return error instanceof BrokenBackup ? error : new BrokenBackup('It is cut off or damaged, or is no backup at all.', { cause: error });
  };
  const [isGzip, all] = await begun(noted());
  const source = Readable.from(all);
  const reading = isGzip ? pipeline(source, createGunzip(), archive) : pipeline(source, archive);
  // Its error is also that of the loop.
  reading.catch(() => {});
  try {
    for await (const entry of archive) {
      const { name, size, type } = entry.header;
      if (type !== 'file') throw new BrokenBackup(`${name} is not a file.`);
      yield { name, size, content: piecesOf(entry, faultOf) };
      // A reader that did not want it must not stop the archive.
      entry.resume();
    }
    await reading;
  } catch (error) {
    throw faultOf(error);
  } finally {
    archive.destroy();
    source.destroy();
  }
}

async function* piecesOf(entry: AsyncIterable<unknown>, faultOf: (error: unknown) => unknown): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of entry) if (piece instanceof Uint8Array) yield piece;
  } catch (error) {
    throw faultOf(error);
  }
}

/** Whether a stream is compressed, and the same stream from its first byte. */
async function begun(chunks: AsyncIterable<Uint8Array>): Promise<readonly [isGzip: boolean, all: AsyncIterable<Uint8Array>]> {
  const iterator = chunks[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < 2) {
    const next = await iterator.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  const all = (async function* () {
    if (head.length > 0) yield head;
    yield* { [Symbol.asyncIterator]: () => iterator };
  })();
  return [head[0] === 0x1f && head[1] === 0x8b, all];
}

export async function* bytesOf(file: string): AsyncGenerator<Uint8Array> {
  const handle = await open(file);
  try {
    yield* handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>;
  } finally {
    await handle.close();
  }
}
