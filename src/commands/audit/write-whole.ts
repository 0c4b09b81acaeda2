import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PassThrough, Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Writes a file as its parts come, under another name until it is complete. A reader who finds the file finds all of it, and an older file
 * stays if the writing fails.
 */
export async function writeWhole(
  path: string,
  parts: AsyncIterable<string | Uint8Array>,
  by: Transform = new PassThrough(),
): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  try {
    await pipeline(Readable.from(parts), by, createWriteStream(temporary, { flags: 'wx' }));
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
