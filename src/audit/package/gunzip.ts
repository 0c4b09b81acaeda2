import { OddArchive } from './tar.ts';

/** The problem of a file that is not what `gzip` makes. */
export const noArchive = 'The file is no whole gzip file: it was cut off or changed, or is another file';

/**
 * What is in a gzip file, in pieces, by the stream that Node and all browsers have: nothing may come behind the file. Throws
 * `OddArchive` where it is none; another error where the file cannot be read.
 */
export async function* gunzip(file: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array> {
  const reader = file.pipeThrough(new DecompressionStream('gzip')).getReader();
  for (;;) {
    const next = await reader.read().catch((error: unknown) => {
      // The standard's error for bytes that are no gzip file.
      throw error instanceof TypeError ? new OddArchive(noArchive, { cause: error }) : error;
    });
    if (next.done) return;
    yield next.value;
  }
}
