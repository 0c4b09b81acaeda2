import { UsageError } from '../../errors/index.ts';
import type { Backend, RequestCounts } from './backend.ts';
import { dataDirectory } from './sqlite/directory.ts';
import type { Blobs } from './blobs/blobs.ts';
import { createStore, type Store } from './store.ts';

export interface Data {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly requestCounts: RequestCounts | undefined;
  close(): Promise<void>;
}

/** The engine behind an address. SQLite has a directory. Nothing else knows which engines there are. */
export function openBackend(address: string): Backend {
  // A user who gives such an address does not mean a folder of that name. The address may hold a password, and is not shown.
  if (/^postgres(?:ql)?:\/\//i.test(address)) {
    throw new UsageError('invalid-input', 'PostgreSQL is not supported by this version', { fix: 'Give a directory' });
  }
  return dataDirectory(address);
}

/** The store at an address, made if it is missing. A service may run meanwhile. Throws a UsageError if it is damaged. */
export async function openStore(address: string): Promise<Store> {
  return createStore(await openBackend(address).open());
}

/** Everything at an address, for a service. Throws a UsageError if another service has it, or if its database is damaged. */
export async function openData(address: string): Promise<Data> {
  const backend = openBackend(address);
  const release = await backend.claim();
  try {
    const store = createStore(await backend.open());
    const blobs = await backend.openBlobs((id) => store.hasBlob(id));
    const close = async () => {
      await store.close();
      release();
    };
    return { store, blobs, requestCounts: backend.requestCounts, close };
  } catch (error) {
    release();
    throw error;
  }
}
