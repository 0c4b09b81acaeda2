/** The file is not what `gzip` makes. */
export class BrokenGzip extends Error {
  override readonly message = 'The file is no whole gzip file: it was cut off or changed, or is another file';
}

/**
 * The content of a gzip file, in pieces, by the stream that Node and all browsers have: nothing may come behind the file. Throws
 * `BrokenGzip` where it is none; another error where the file cannot be read.
 */
export async function* gunzip(file: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array> {
  const reader = file.pipeThrough(new DecompressionStream('gzip')).getReader();
  for (;;) {
    const next = await reader.read().catch((error: unknown) => {
      // The standard's error for bytes that are no gzip file.
      throw error instanceof TypeError ? new BrokenGzip(undefined, { cause: error }) : error;
    });
    if (next.done) return;
    yield next.value;
  }
}
