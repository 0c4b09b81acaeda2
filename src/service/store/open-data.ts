import { wrongUse } from '../../errors/index.ts';
import type { Backend, RequestCounts } from '../backend.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { Upgrade } from '../sql/engine.ts';
import { dataDirectory } from '../sqlite/directory.ts';
import type { Rules } from '../store-rules.ts';
import { createStore, type Store } from './store.ts';

export interface Data {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly requestCounts: RequestCounts | undefined;
  readonly engine: 'sqlite' | 'postgres';
  /** Absent if the data was up to date, or is new. */
  readonly upgrade: Upgrade | undefined;
  /** Why a record that was answered may be lost all the same, if it may. */
  readonly risk: string | undefined;
  close(): Promise<void>;
}

/** Where data is kept: a directory by its path, or a ready backend, such as that of a database. */
export type Place = string | Backend;

/** The backend of a place. A directory has SQLite. A database comes as its backend (`src/service/postgres.ts`): others need no driver. */
export function openBackend(place: Place): Backend {
  if (typeof place !== 'string') return place;
  // A user who gives such an address does not mean a folder of that name. The address may hold a password, and is not shown.
  if (/^postgres(?:ql)?:\/\//i.test(place)) {
    throw wrongUse('The URL of a database is not a directory', 'Give it with --database-url');
  }
  return dataDirectory(place);
}

/** The store at a place, made if it is missing. A service may run meanwhile. Throws a UsageError if it is damaged. */
export async function openStore(place: Place, rules: Rules, clock?: () => number): Promise<Store> {
  return createStore(await openBackend(place).open(), rules, clock);
}

/** Everything at a place, for a service. Throws a UsageError if another service has it, or if its database is damaged. */
export async function openData(place: Place, rules: Rules, clock?: () => number): Promise<Data> {
  const backend = openBackend(place);
  const release = await backend.claim();
  try {
    const engine = await backend.open();
    const store = createStore(engine, rules, clock);
    const risk = await backend.risk?.(engine);
    const blobs = await backend.openBlobs((id) => store.hasBlob(id));
    const close = async () => {
      await store.close();
      release();
    };
    const { requestCounts } = backend;
    return { store, blobs, requestCounts, engine: typeof place === 'string' ? 'sqlite' : 'postgres', risk, upgrade: engine.upgrade, close };
  } catch (error) {
    release();
    throw error;
  }
}
