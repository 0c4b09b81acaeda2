import { join } from 'node:path';
import { postgresDatabase } from '../../src/service/postgres.ts';
import type { Place } from '../../src/service/index.ts';
import { openCluster } from '../../test/support/postgres/cluster.ts';

export interface CheckedPlace {
  readonly place: Place;
  readonly close: () => Promise<void>;
}

/** A data directory in the folder; or the database of a server of its own, with the attached files in that folder. */
export async function openPlace(engine: string, folder: string): Promise<CheckedPlace> {
  const data = join(folder, 'data');
  switch (engine) {
    case 'sqlite':
      return { place: data, close: async () => {} };
    case 'postgres': {
      const cluster = await openCluster();
      return { place: postgresDatabase({ url: cluster.url('postgres'), blobs: data }), close: cluster.remove };
    }
    default:
      throw new Error(`--engine is sqlite or postgres, and not ${engine}.`);
  }
}
