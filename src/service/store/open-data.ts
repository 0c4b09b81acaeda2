import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../errors/index.ts';
import { openBlobs, type Blobs } from './blobs.ts';
import { createStore } from './evidence-store.ts';
import { lockFile } from './sqlite/lock.ts';
import { openSqlite } from './sqlite/index.ts';
import type { Store } from './store.ts';

export interface Data {
  readonly store: Store;
  readonly blobs: Blobs;
  close(): Promise<void>;
}

/** The store in a data directory, made if need be; beside a running service, too. */
export async function openStore(dataDir: string): Promise<Store> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'evidence.db');
  // SQLite would make it readable to everyone on the machine; its other files follow this one.
  await (await open(file, 'a', 0o600)).close();
  return createStore(openSqlite(file));
}

/** Everything in a data directory, for one service at a time: files that arrive are known to one process only. */
export async function openData(dataDir: string): Promise<Data> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unlock = lock(dataDir);
  try {
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

function lock(dataDir: string): () => void {
  try {
    return lockFile(join(dataDir, 'service.lock'));
  } catch (error) {
    throw new UsageError('conflicting-inputs', `Another service is running on the data directory ${dataDir}.`, {
      cause: error,
      fix: 'Stop that service, or give this one a data directory of its own.',
    });
  }
}
