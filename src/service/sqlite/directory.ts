import { access, constants, mkdir, mkdtemp, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UsageError, hasCode, messageOf, wrongUse } from '../../errors/index.ts';
import type { Backend, Restoring, Scratch } from '../backend.ts';
import { filesIn, freshVolume, openBlobs, restoredFiles, syncFolder } from '../blobs/folder.ts';
import { Damage } from '../faults.ts';
import { checkSqlite, isBusy } from './connection.ts';
import { openSnapshot, openSqlite } from './engine.ts';

/** A folder in the data directory that is only there while something is restored, and after that was killed. */
const makingName = 'restoring';
const lockNames: readonly string[] = ['service.lock', 'service.lock-journal'];

/** The parts of a data directory. The database comes last: without it a directory holds nothing. */
const parts = ['blobs', 'evidence.db'] as const;

/** Restores into a folder within the data directory; its parts move up at the end. The lock keeps services and restores out. */
async function openRestoring(
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
    // Whatever else is there by now came from outside.
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
  throw wrongUse(
    `The directory ${directory} is not empty: it holds ${found}. Nothing was changed.`,
    'Restore into a directory that is not there yet, or is empty; to replace data, move it away first.',
  );
}

/** A SQLite database, a folder of files, and a lock on this machine: only one process knows about the files that arrive. */
export function dataDirectory(path: string): Backend {
  const directory = resolve(path);
  const file = join(directory, 'evidence.db');
  const files = filesIn(directory);

  async function find(): Promise<void> {
    await access(file, constants.R_OK).catch((cause: unknown) => {
      if (!hasCode(cause, 'ENOENT', 'ENOTDIR')) throw notAllowed(`The database ${file} cannot be read`, directory, cause);
      throw new UsageError('missing-input', `There is no database ${file}.`, {
        cause,
        fix: 'Name with --data the directory that `serve` keeps its data in. Nothing was made.',
      });
    });
  }

  async function make(): Promise<void> {
    let isEmpty: boolean;
    try {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      // SQLite would make it readable to everyone on the machine; its other files follow this one.
      const handle = await open(file, 'a', 0o600);
      isEmpty = (await handle.stat()).size === 0;
      await handle.close();
    } catch (error) {
      throw notWritable(directory, error);
    }
    // A new start would hide that the database which the files belong to is gone.
    if (isEmpty && (await files.names()).length > 0) throw damaged(file, 'it is empty, and files of its records are there');
  }

  return {
    name: directory,
    find,
    claim: async () => {
      await mkdir(directory, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
        throw notWritable(directory, error);
      });
      const unlock = lock(directory);
      try {
        await make();
        const problem = undamaged(file, () => checkSqlite(file));
        if (problem !== undefined) throw damaged(file, problem);
      } catch (error) {
        unlock();
        throw error;
      }
      return unlock;
    },
    open: async () => {
      await make();
      return undamaged(file, () => openSqlite(file));
    },
    openBlobs: (hasBlob) => openBlobs(directory, hasBlob),
    files,
    openSnapshot: async () => {
      await find();
      return openSnapshot(file);
    },
    openScratch,
    openEmpty: () => openRestoring(directory, dataDirectory, lock),
  };
}

/** A database for calculations, in a folder of its own that goes with it. */
export async function openScratch(): Promise<Scratch> {
  const folder = await mkdtemp(join(tmpdir(), 'verify-'));
  const file = join(folder, 'derived.db');
  const engine = openSqlite(file, { scratch: true });
  return {
    engine,
    look: () => openSnapshot(file),
    close: async () => {
      await engine.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Does something with a database. When it finds damage, it throws an error that says how to fix it. */
function undamaged<Result>(file: string, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    throw error instanceof Damage ? damaged(file, error.message, error) : error;
  }
}

function damaged(file: string, why: string, cause?: unknown): UsageError {
  const fix = `Put the data directory back from a backup. Without one, keep a copy of ${file} and save what can be read with \`sqlite3 ${file} .recover\`.`;
  return wrongUse(`The database ${file} is damaged: ${why}.`, fix, cause);
}

function lock(directory: string): () => void {
  try {
    return lockFile(join(directory, 'service.lock'));
  } catch (error) {
    if (!isBusy(error)) throw notWritable(directory, error);
    throw new UsageError('conflicting-inputs', `Another service is running on the data directory ${directory}.`, {
      cause: error,
      fix: 'Stop that service, or give this one a data directory of its own.',
    });
  }
}

/**
 * Takes a data directory for one service, by SQLite's own lock on a file next to the data: the system releases it however the process ends.
 * Throws if another service holds it; answers the function that gives it back.
 */
export function lockFile(file: string): () => void {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    database.close();
    throw error;
  }
  return () => database.close();
}

function notWritable(directory: string, cause: unknown): UsageError {
  const message = `The data directory ${directory} cannot be written`;
  if (hasCode(cause, 'EACCES', 'EPERM')) return notAllowed(message, directory, cause);
  return wrongUse(`${message}: ${messageOf(cause)}`, 'Name a folder that this user may write.', cause);
}

/** The directory is that of another user, or root made a file in it. */
function notAllowed(message: string, directory: string, cause: unknown): UsageError {
  return wrongUse(
    `${message}: ${messageOf(cause)}`,
    `Run the command as the user that the service runs as. What root made there becomes that user's again with \`chown -R USER ${directory}\`.`,
    cause,
  );
}
