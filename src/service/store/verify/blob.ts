import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { ReceivedBlob } from '../store.ts';

/**
 * What is wrong with the file of a blob, if something is. It is among the kept ones, or among the incoming ones while its
 * service runs or after a crash; it moves up once, so that it is looked for again where it goes.
 */
export async function blobProblem(dataDir: string, { id, filename, bytes, sha256 }: ReceivedBlob): Promise<string | undefined> {
  const called = `blobs/${id} (${JSON.stringify(filename)})`;
  // Whoever writes a new log also chooses these: none may lead out of the folder.
  if (!/^[a-f0-9-]+$/.test(id)) return `The file ${called} has a name that no service gives.`;
  const kept = join(dataDir, 'blobs', id);
  for (const file of [kept, join(dataDir, 'blobs', 'incoming', id), kept]) {
    const found = await hashOf(file);
    if (found === undefined) continue;
    return found.bytes === bytes && found.sha256 === sha256 ? undefined : `The file ${called} is not the one that was recorded.`;
  }
  return `The file ${called} is missing.`;
}

/** `undefined` when there is nothing; a folder has no content. */
async function hashOf(file: string): Promise<{ readonly bytes: number; readonly sha256: string } | undefined> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(file)) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return undefined;
    if (code !== 'EISDIR') throw error;
    return { bytes: -1, sha256: '' };
  }
  return { bytes, sha256: hash.digest('hex') };
}
