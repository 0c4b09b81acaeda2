import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { gunzip } from './gunzip.ts';

/** Reads the archive in the gzip file at a path, and closes the file whenever the reading ends. */
export async function withPackage<Outcome>(path: string, read: (archive: AsyncIterable<Uint8Array>) => Promise<Outcome>): Promise<Outcome> {
  const file = createReadStream(path);
  try {
    return await read(gunzip(Readable.toWeb(file)));
  } finally {
    file.destroy();
  }
}
