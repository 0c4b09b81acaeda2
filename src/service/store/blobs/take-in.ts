import { createHash } from 'node:crypto';

export interface Taken {
  readonly bytes: number;
  /** SHA-256 of the content, in hexadecimal digits. */
  readonly sha256: string;
}

/** Hands what comes in to a writer, and hashes it on the way. */
export async function takeIn(
  content: AsyncIterable<Uint8Array>,
  write: (chunks: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<Taken> {
  const hash = createHash('sha256');
  let bytes = 0;
  await write(
    (async function* () {
      for await (const chunk of content) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    })(),
  );
  return { bytes, sha256: hash.digest('hex') };
}
