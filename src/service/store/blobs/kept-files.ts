import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Damage } from '../damage.ts';
import type { ReceivedBlob } from '../model/attestations.ts';
import type { KeptFiles } from './blobs.ts';
import { readWhole } from './folder.ts';

/** The files in the folder `blobs` of a data directory. */
export function filesIn(dataDir: string): KeptFiles {
  return { names: () => namesIn(dataDir), problemOf: (blob) => problemIn(dataDir, blob), read: (blob) => readIn(dataDir, blob) };
}

/**
 * The file is among the kept ones; or among the incoming ones while its service runs or after a crash. It moves up once, so the
 * kept ones are searched again.
 */
async function problemIn(dataDir: string, { id, filename, bytes, sha256 }: ReceivedBlob): Promise<string | undefined> {
  const called = calledFile({ id, filename });
  // Everyone who writes a new log also chooses these ids: none may lead out of the folder.
  if (!isBlobName(id)) return `The file ${called} has a name that no service gives.`;
  for (const file of placesOf(dataDir, id)) {
    const kind = await kindOf(file);
    if (kind === undefined) continue;
    // The target of a link may be another file tomorrow.
    if (kind === 'link') return `The file ${called} is a link, and no service makes one.`;
    const found = kind === 'file' ? await hashOf(file) : undefined;
    if (kind === 'file' && found === undefined) continue;
    return found?.bytes === bytes && found.sha256 === sha256 ? undefined : `The file ${called} is not the one that was recorded.`;
  }
  return `The file ${called} is missing.`;
}

/** A file may move from the incoming ones to the kept ones while it is looked for. */
async function readIn(dataDir: string, blob: ReceivedBlob): Promise<AsyncIterable<Uint8Array>> {
  const called = calledFile(blob);
  if (!isBlobName(blob.id)) throw new Damage(`The file ${called} has a name that no service gives.`);
  for (const file of placesOf(dataDir, blob.id)) {
    const kind = await kindOf(file);
    if (kind === 'link') throw new Damage(`The file ${called} is a link, and no service makes one.`);
    if (kind !== 'file') continue;
    try {
      return await readWhole(file, blob);
    } catch (error) {
      if (!(error instanceof Error && isMissing(error.cause))) throw error;
    }
  }
  throw new Damage(`The file ${called} is missing.`);
}

/** Whether a name is one that a service gives to a file. */
export function isBlobName(name: string): boolean {
  return /^[a-f0-9-]+$/.test(name);
}

function calledFile({ filename, id }: Pick<ReceivedBlob, 'id' | 'filename'>): string {
  return `blobs/${id} (${JSON.stringify(filename)})`;
}

function placesOf(dataDir: string, id: string): readonly string[] {
  const kept = join(dataDir, 'blobs', id);
  return [kept, join(dataDir, 'blobs', 'incoming', id), kept];
}

async function namesIn(dataDir: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(join(dataDir, 'blobs'), { withFileTypes: true });
    return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** The kind of thing under a path; `undefined` if there is nothing. */
async function kindOf(file: string): Promise<'file' | 'link' | 'other' | undefined> {
  try {
    const found = await lstat(file);
    return found.isFile() ? 'file' : found.isSymbolicLink() ? 'link' : 'other';
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** `undefined` if the file is gone by now. */
async function hashOf(file: string): Promise<{ readonly bytes: number; readonly sha256: string } | undefined> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(file)) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  return { bytes, sha256: hash.digest('hex') };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
