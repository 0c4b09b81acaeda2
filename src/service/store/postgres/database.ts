import { UsageError } from '../../../errors/index.ts';
import type { Backend } from '../backend.ts';
import { filesPlace } from '../blobs/place.ts';
import { readAddress } from './address.ts';
import { openConnections, type Connections } from './connections.ts';
import { openDerived } from './derived.ts';
import { openingFault } from './faults.ts';
import { openPostgres, openSnapshot } from './index.ts';
import { findIn } from './prepare.ts';
import { openRestoring } from './restoring.ts';
import { riskOf } from './risk.ts';
import { requestCountsOn } from './request-counts.ts';

export interface DatabaseOptions {
  readonly url: string;
  /** Where the attached files are: a folder that every process of the service reaches, or `s3://BUCKET/PREFIX`. Some commands need none. */
  readonly blobs?: string | undefined;
}

/**
 * A PostgreSQL database, and a place for the attached files. Any number of services may share both: the rows of the database are
 * their locks.
 */
export function postgresDatabase({ blobs, url }: DatabaseOptions): Backend {
  const address = readAddress(url);
  const { name } = address;
  const files = filesPlace(blobs);
  const opening = <Result>(step: Promise<Result>): Promise<Result> =>
    step.catch((error: unknown) => {
      throw openingFault(error, address);
    });
  let counting: Promise<Connections> | undefined;

  async function find(): Promise<void> {
    const connections = await openConnections(address, { most: 1, statementMs: 10_000 });
    try {
      const connection = await connections.take();
      const found = await findIn(connection, address).finally(connection.release);
      if (found === 'ours') return;
      const message = found === 'empty' ? `The database ${name} holds no data` : `The database ${name} holds tables of something else`;
      throw new UsageError('invalid-input', `${message}. Nothing was made.`, {
        fix:
          found === 'empty'
            ? 'Look at the spelling of its name; `token create --init` begins there.'
            : 'Give the service a database of its own.',
      });
    } finally {
      await connections.end();
    }
  }

  const backend: Backend = {
    name,
    find: () => opening(find()),
    claim: async () => {
      await files.claim();
      return () => void counting?.then((connections) => connections.end());
    },
    open: () => opening(openPostgres(address)),
    risk: riskOf,
    openBlobs: (hasBlob) => files.open(hasBlob),
    files: files.kept,
    requestCounts: requestCountsOn(() => (counting ??= openConnections(address, { most: 2, statementMs: 10_000 }))),
    openSnapshot: () => opening(openSnapshot(address)),
    openScratch: openDerived,
    openEmpty: () => opening(openRestoring(address, files.openEmpty, backend)),
  };
  return backend;
}
