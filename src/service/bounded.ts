/** Content up to a number of bytes. Larger content throws, and is not read on: its connection ends unless its iterator keeps it. */
export async function* upTo<Chunk extends Uint8Array>(
  content: AsyncIterable<Chunk>,
  most: number,
  tooLarge: () => Error,
): AsyncGenerator<Chunk> {
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > most) throw tooLarge();
    yield chunk;
  }
}

export async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(content));
}
