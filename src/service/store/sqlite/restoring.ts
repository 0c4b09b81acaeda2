import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../../errors/index.ts';
import type { Backend, Restoring } from '../backend.ts';
import { syncFolder } from '../blobs/folder.ts';
import { freshVolume, restoredFiles } from '../blobs/restored-files.ts';

/** A folder in the data directory that is only there while something is restored, and after that was killed. */
const makingName = 'restoring';
const lockNames: readonly string[] = ['service.lock', 'service.lock-journal'];

/** The parts of a data directory. The database comes last: without it a directory holds nothing. */
const parts = ['blobs', 'evidence.db'] as const;

/**
 * Restores into a folder within the data directory, whose parts move up at the end. The lock of the directory is taken meanwhile,
 * so that neither a service nor another restore begins there.
 */
export async function openRestoring(
  directory: string,
  dataDirectory: (path: string) => Backend,
  lock: (directory: string) => () => void,
): Promise<Restoring> {
  const isNew = (await mkdir(directory, { recursive: true, mode: 0o700 })) !== undefined;
  await refuseFull(directory);
  const release = lock(directory);
  let isLocked = true;
  const unlock = () => {
    if (isLocked) release();
    isLocked = false;
  };
  const making = join(directory, makingName);
  const clear = async () => {
    for (const name of (await isLeft(directory)) ? [makingName, ...parts] : [])
      await rm(join(directory, name), { recursive: true, force: true });
  };
  const leave = async () => {
    await clear();
    // Whatever else is there by now came from somebody else.
    const isEmpty = (await readdir(directory)).every((name) => lockNames.includes(name));
    if (isNew && isEmpty) for (const name of lockNames) await rm(join(directory, name), { force: true });
    unlock();
    if (isNew && isEmpty) await rmdir(directory);
  };
  try {
    // Another restore may have ended before the lock was free.
    await refuseFull(directory);
    await clear();
    await mkdir(making, { mode: 0o700 });
    const place = dataDirectory(making);
    const files = await restoredFiles(making);
    const engine = await place.open();
    let isOpen = true;
    const close = async () => {
      if (isOpen) await engine.close();
      isOpen = false;
    };
    return {
      engine,
      files,
      place,
      settle: async () => {
        await files.keep();
        await close();
      },
      keep: async () => {
        await rm(join(making, 'blobs', 'incoming'), { recursive: true });
        for (const name of parts) {
          await rename(join(making, name), join(directory, name));
          await syncFolder(directory);
        }
        await rm(making, { recursive: true });
        unlock();
      },
      drop: async () => {
        // On a full disk it cannot be closed in order, and it goes anyway.
        await close().catch(() => {});
        await leave();
      },
    };
  } catch (error) {
    await leave();
    throw error;
  }
}

/** Whether an interrupted restore left something: the database was not there yet. */
async function isLeft(directory: string): Promise<boolean> {
  const names = await readdir(directory);
  return names.includes(makingName) && !names.includes('evidence.db');
}

async function refuseFull(directory: string): Promise<void> {
  const names = await readdir(directory);
  const allowed: readonly string[] = [freshVolume, ...lockNames, ...((await isLeft(directory)) ? [makingName, ...parts] : [])];
  const found = names.find((name) => !allowed.includes(name));
  if (found === undefined) return;
  throw new UsageError('invalid-input', `The directory ${directory} is not empty: it holds ${found}. Nothing was changed.`, {
    fix: 'Restore into a directory that is not there yet, or is empty; to replace data, move it away first.',
  });
}
