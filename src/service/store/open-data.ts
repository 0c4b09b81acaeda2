import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../errors/index.ts';
import { openBlobs, type Blobs } from './blobs/folder.ts';
import { keptFiles } from './blobs/kept-files.ts';
import { isDamage } from './damage.ts';
import { createStore, type Store } from './store.ts';
import { checkSqlite } from './sqlite/check.ts';
import { lockFile } from './sqlite/lock.ts';
import { openSqlite } from './sqlite/index.ts';

export interface Data {
  readonly store: Store;
  readonly blobs: Blobs;
  close(): Promise<void>;
}

/** The store in a data directory, made if it is missing. A service may run meanwhile. */
export async function openStore(dataDir: string): Promise<Store> {
  const file = await databaseIn(dataDir);
  return undamaged(file, () => createStore(openSqlite(file)));
}

/** The file of the database, made if it is missing. */
async function databaseIn(dataDir: string): Promise<string> {
  const file = join(dataDir, 'evidence.db');
  let isEmpty: boolean;
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    // SQLite would make it readable to everyone on the machine; its other files follow this one.
    const handle = await open(file, 'a', 0o600);
    isEmpty = (await handle.stat()).size === 0;
    await handle.close();
  } catch (error) {
    throw notWritable(dataDir, error);
  }
  // To begin again would hide that everything which the files belong to is gone.
  if (isEmpty && (await keptFiles(dataDir)).length > 0) throw damaged(file, 'it is empty, and files of its records are there');
  return file;
}

/**
 * Everything in a data directory, for one service at a time: files that arrive are known to one process only.
 * Throws a UsageError when the database is damaged as far as a bounded check shows it.
 */
export async function openData(dataDir: string): Promise<Data> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw notWritable(dataDir, error);
  });
  const unlock = lock(dataDir);
  try {
    const file = await databaseIn(dataDir);
    const problem = undamaged(file, () => checkSqlite(file));
    if (problem !== undefined) throw damaged(file, problem);
    const store = await openStore(dataDir);
    const blobs = await openBlobs(dataDir, (id) => store.hasBlob(id));
    const close = async () => {
      await store.close();
      unlock();
    };
    return { store, blobs, close };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Does something with a database. When it finds damage, it throws an error that says how to fix it. */
function undamaged<Result>(file: string, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    throw isDamage(error) ? damaged(file, error.message, error) : error;
  }
}

function damaged(file: string, why: string, cause?: unknown): UsageError {
  return new UsageError('invalid-input', `The database ${file} is damaged: ${why}.`, {
    ...(cause === undefined ? {} : { cause }),
    fix: `Put the data directory back from a backup. Without one, keep a copy of ${file} and save what can be read with \`sqlite3 ${file} .recover\`.`,
  });
}

function lock(dataDir: string): () => void {
  try {
    return lockFile(join(dataDir, 'service.lock'));
  } catch (error) {
    if (!isBusy(error)) throw notWritable(dataDir, error);
    throw new UsageError('conflicting-inputs', `Another service is running on the data directory ${dataDir}.`, {
      cause: error,
      fix: 'Stop that service, or give this one a data directory of its own.',
    });
  }
}

/** SQLite's words for a lock that another process holds (SQLITE_BUSY, SQLITE_LOCKED). */
function isBusy(error: unknown): boolean {
  return error instanceof Error && /locked|busy/i.test(error.message);
}

function notWritable(dataDir: string, cause: unknown): UsageError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new UsageError('invalid-input', `The data directory ${dataDir} cannot be written: ${why}`, {
    cause,
    fix: 'Name a folder that this user may write.',
  });
}
