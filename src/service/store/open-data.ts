import type { RequestCounts } from './backend.ts';
import type { Blobs } from './blobs/blobs.ts';
import { openBackend } from './open-backend.ts';
import { createStore, type Store } from './store.ts';

export interface Data {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly requestCounts: RequestCounts | undefined;
  close(): Promise<void>;
}

/** The store in a place, made if it is missing. A service may run meanwhile. Throws a UsageError if it is damaged. */
export async function openStore(place: string): Promise<Store> {
  return createStore(await openBackend(place).open());
}

/** Everything in a place, for a service. Throws a UsageError if another service has it, or if its database is damaged. */
export async function openData(place: string): Promise<Data> {
  const backend = openBackend(place);
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
