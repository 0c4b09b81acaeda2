import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { gunzip } from './gunzip.ts';
import { sha256 } from './node-sha256.ts';
import { readPackedReport } from './packed-report.ts';

/** Reads the archive in the gzip file at a path, and closes the file whenever the reading ends. */
export async function withPackage<Outcome>(path: string, read: (archive: AsyncIterable<Uint8Array>) => Promise<Outcome>): Promise<Outcome> {
  const file = createReadStream(path);
  try {
    return await read(gunzip(Readable.toWeb(file)));
  } finally {
    file.destroy();
  }
}

/** SHA-256 of the manifest of a package that was just written. */
export async function manifestDigest(path: string): Promise<string> {
  const packed = await withPackage(path, (archive) => readPackedReport(archive, sha256));
  if (typeof packed === 'object' && packed.kind === 'report') return packed.digest;
  throw new Error(`${path} is not the package that was written`);
}
