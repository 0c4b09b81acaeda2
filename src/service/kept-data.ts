import { Damage, openBackend, openStore, type Place, type Store } from './store/index.ts';

/**
 * Does something with data that is there, and nothing is made where none is. May run next to a service on the same data. Throws a
 * UsageError, or `Damage` with the name of the place.
 */
export async function inKeptData<Result>(dataDir: Place, step: (store: Store) => Promise<Result>): Promise<Result> {
  const { find, name } = openBackend(dataDir);
  await find();
  const store = await openStore(dataDir);
  try {
    return await step(store);
  } catch (error) {
    if (!(error instanceof Damage)) throw error;
    throw new Damage(`The data in ${name} is damaged: ${error.message}. Keep a copy of it, and put it back from a backup`, {
      cause: error,
    });
  } finally {
    await store.close();
  }
}
