import { DatabaseSync } from 'node:sqlite';
import { access, constants, mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { UsageError } from '../../../errors/index.ts';
import type { Backend, Scratch } from '../backend.ts';
import { openBlobs } from '../blobs/folder.ts';
import { filesIn } from '../blobs/kept-files.ts';
import { Damage } from '../damage.ts';
import { checkSqlite } from './check.ts';
import { openSnapshot, openSqlite } from './index.ts';
import { openRestoring } from './restoring.ts';
import { given } from '../../../text/index.ts';

/**
 * A directory of this machine: a SQLite database, a folder of attached files, and a lock. The lock is needed because only one
 * process knows about the files that arrive.
 */
export function dataDirectory(path: string): Backend {
  const directory = resolve(path);
  const file = join(directory, 'evidence.db');
  const files = filesIn(directory);

  async function find(): Promise<void> {
    await access(file, constants.R_OK).catch((cause: unknown) => {
      if (!isAbsent(cause)) throw notAllowed(`The database ${file} cannot be read: ${messageOf(cause)}`, directory, cause);
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
  return new UsageError('invalid-input', `The database ${file} is damaged: ${why}.`, {
    ...given({ cause }),
    fix: `Put the data directory back from a backup. Without one, keep a copy of ${file} and save what can be read with \`sqlite3 ${file} .recover\`.`,
  });
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
 * Takes a data directory for one service. The lock is SQLite's own on a file next to the data, so the operating system releases
 * it however the process ends, and there is no old lock to remove after a crash. Throws if another service holds it; answers the
 * function that gives it back.
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

/** SQLite's words for a lock that another process holds (SQLITE_BUSY, SQLITE_LOCKED). */
function isBusy(error: unknown): boolean {
  return error instanceof Error && /locked|busy/i.test(error.message);
}

function notWritable(directory: string, cause: unknown): UsageError {
  const message = `The data directory ${directory} cannot be written: ${messageOf(cause)}`;
  if (hasCode(cause, 'EACCES', 'EPERM')) return notAllowed(message, directory, cause);
  return new UsageError('invalid-input', message, { cause, fix: 'Name a folder that this user may write.' });
}

/** The directory is that of another user, or root made a file in it. */
function notAllowed(message: string, directory: string, cause: unknown): UsageError {
  return new UsageError('invalid-input', message, {
    cause,
    fix: `Run the command as the user that the service runs as. What root made there becomes that user's again with \`chown -R USER ${directory}\`.`,
  });
}

function isAbsent(error: unknown): boolean {
  return hasCode(error, 'ENOENT', 'ENOTDIR');
}

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
