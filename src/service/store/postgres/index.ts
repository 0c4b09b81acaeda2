import { readOnly, type Engine, type Upgrade } from '../sql/engine.ts';
import { inTurns } from '../sql/in-turns.ts';
import type { Address } from './address.ts';
import { postgresCatalog } from './catalog.ts';
import { openConnections, type Connections } from './connections.ts';
import { drive, type Pipe } from './drive.ts';
import { faultOf } from './faults.ts';
import { refusePooled, takeOwn } from './pooled.ts';
import { prepare } from './prepare.ts';
import { quickReads } from './quick-reads.ts';
import { openPatience } from './patience.ts';
import { beginReading, readingOn } from './reader.ts';
import { statisticsOn } from './statistics.ts';
import { exactValues } from './values.ts';
import { openWriter } from './writer.ts';

/** The connections of one process. A server has a hundred by default. */
const readers = 6;
const writers = 4;

/** So many of the readers may be busy with what takes long, and with that of one organization. */
const slowReaders = 3;
const slowReadersOfOne = 2;

/** The longest time for one statement of the service, with its wait for a lock. */
const statementMs = 30_000;

/** Opens a database; makes its tables or brings them up to date if necessary. */
export async function openPostgres(address: Address): Promise<Engine> {
  const reading = await openConnections(address, { most: readers, statementMs });
  const writing = await openConnections(address, { most: writers, statementMs });
  const end = async () => {
    await Promise.all([reading.end(), writing.end()]);
  };
  let upgrade: Upgrade | undefined;
  try {
    const connection = await reading.take();
    await refusePooled(connection, writing, address).finally(connection.release);
    upgrade = await prepare(writing, address);
  } catch (error) {
    await end();
    throw error;
  }
  const patience = openPatience();
  const readOn = readingOn(reading, patience);
  const slow = inTurns(slowReaders, slowReadersOfOne);
  const { settled, write, writeJoint } = openWriter(writing, patience, statisticsOn(reading));
  return {
    write,
    writeJoint,
    read: (body) => readOn(body),
    readQuickly: quickReads(reading, readOn),
    readSlowly: (body, org) => slow(org, () => readOn(body)),
    close: async () => {
      await settled();
      await end();
    },
    catalog: postgresCatalog,
    upgrade,
  };
}

/** One state of a database, whatever is written to it meanwhile; it takes no writes, and its integers are bigints. */
export async function openSnapshot(address: Address): Promise<Engine> {
  const connections: Connections = await openConnections(address, { most: 2, values: exactValues });
  const connection = await takeOwn(connections, address);
  const pipe: Pipe = { connection, pending: [beginReading] };
  const read: Engine['read'] = async (body) => {
    try {
      return await drive(pipe, body());
    } catch (error) {
      throw faultOf(error);
    }
  };
  return {
    ...readOnly,
    read,
    readQuickly: read,
    readSlowly: read,
    close: async () => {
      connection.release();
      await connections.end();
    },
    catalog: postgresCatalog,
  };
}
