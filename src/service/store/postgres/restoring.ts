import { randomUUID } from 'node:crypto';
import { UsageError } from '../../../errors/index.ts';
import type { Backend, Restoring } from '../backend.ts';
import type { RestoredFiles } from '../blobs/blobs.ts';
import type { Engine } from '../sql/engine.ts';
import type { Steps } from '../sql/statement.ts';
import { FateUnknown } from '../unreachable.ts';
import type { Address } from './address.ts';
import { postgresCatalog } from './catalog.ts';
import { openConnections } from './connections.ts';
import { drive, flush, plain, type Pipe } from './drive.ts';
import { fateOf, openMarks } from './fate.ts';
import { faultOf, isLost, isMadeMeanwhile } from './faults.ts';
import { takeOwn } from './pooled.ts';
import { findIn, makeTables } from './prepare.ts';
import { analyze } from './statistics.ts';
import { exactValues } from './values.ts';

/** Each statement finds its rows by an index; and a large file may come from far away between two statements. */
const settings = [
  'set local plan_cache_mode = force_generic_plan',
  'set local enable_seqscan = off',
  'set local idle_in_transaction_session_timeout = 0',
];

/** The server looks at the new tables after so many writes, and then each time that there were ten times as many. */
const firstLook = 100;

/**
 * Restores in one transaction, which makes the tables too: the server forgets all of it if this process ends before its end. The
 * files are among the incoming ones until then, where a service looks for them.
 */
export async function openRestoring(address: Address, openFiles: () => Promise<RestoredFiles>, place: Backend): Promise<Restoring> {
  const connections = await openConnections(address, { most: 2, values: exactValues });
  const connection = await takeOwn(connections, address);
  const pipe: Pipe = { connection, pending: [] };
  let ended: Promise<void> | undefined;
  const end = () => {
    connection.release();
    return (ended ??= connections.end());
  };
  try {
    const found = await findIn(connection, address);
    if (found !== 'empty') throw notEmpty(`The database ${address.name}`, 'it holds tables', 'an empty database');
    const files = await openFiles();
    pipe.pending.push(plain('begin isolation level read committed read write'), ...settings.map(plain));
    await makeTables(pipe).catch((error: unknown) => {
      throw isMadeMeanwhile(error)
        ? notEmpty(`The database ${address.name}`, 'another program makes tables there', 'an empty database')
        : error;
    });
    let [writes, next] = [0, firstLook];
    let isCommitting = false;
    const run = async <Result>(body: () => Steps<Result>): Promise<Result> => {
      try {
        const result = await drive(pipe, body());
        await flush(pipe);
        return result;
      } catch (error) {
        throw faultOf(error);
      }
    };
    const look = async () => {
      await flush(pipe);
      await analyze(connection);
    };
    const engine: Engine = {
      read: run,
      readQuickly: run,
      readSlowly: run,
      write: async (body) => {
        const result = await run(body);
        writes += 1;
        if (writes === next) {
          next *= 10;
          await look();
        }
        return result;
      },
      writeJoint: () => Promise.reject(new Error('A restore writes what was recorded, and records nothing.')),
      close: async () => {},
      catalog: postgresCatalog,
    };
    return {
      engine,
      files,
      place: { ...place, find: async () => {}, openSnapshot: async () => engine },
      settle: look,
      keep: async () => {
        const marks = openMarks();
        const mark = randomUUID();
        pipe.pending.push(marks.leave(mark), plain('commit'));
        isCommitting = true;
        await flush(pipe).catch(async (error: unknown) => {
          // The answer of a server that took it back says so.
          isCommitting = isLost(error);
          if (!isCommitting) throw faultOf(error);
          connection.release();
          if ((await fateOf(connections, mark)) === 'committed') return;
          throw new FateUnknown('The connection was cut during the commit, and it is not known whether everything was kept.', {
            cause: error,
          });
        });
        await end();
        await files.keep();
      },
      drop: async () => {
        await end();
        // Nobody may know whether the commit came through: then the files may be those of records.
        if (!isCommitting) await files.drop();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

function notEmpty(what: string, why: string, wanted: string): UsageError {
  return new UsageError('invalid-input', `${what} is not empty: ${why}. Nothing was changed.`, { fix: `Restore into ${wanted}.` });
}
