import { setTimeout as sleep } from 'node:timers/promises';
import type { Steps } from '../sql/statement.ts';
import type { Connection, Connections } from './connections.ts';
import { drive, flush, plain, type Pipe } from './drive.ts';
import { faultOf, isConflict, isLost } from './faults.ts';

const attempts = 3;
const pauseMs = 50;

/** After so long it is not tried again: somebody waits. */
const patienceMs = 10_000;

/** Everything in the transaction sees the same state of the database. */
export const beginReading = plain('begin isolation level repeatable read read only');

/** Runs a body on one state of the committed data. If the connection is cut, the body runs again: it changes nothing. */
export async function readOn<Result>(connections: Connections, body: () => Steps<Result>): Promise<Result> {
  const began = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(await connections.take(), body);
    } catch (error) {
      if (attempt === attempts || performance.now() - began > patienceMs || !(isLost(error) || isConflict(error))) throw faultOf(error);
      await sleep(pauseMs);
    }
  }
}

async function once<Result>(connection: Connection, body: () => Steps<Result>): Promise<Result> {
  const pipe: Pipe = { connection, pending: [beginReading] };
  try {
    const result = await drive(pipe, body());
    await flush(pipe);
    return result;
  } finally {
    // The answer need not wait for the end of the transaction; the connection does.
    void connection.send(plain('rollback')).then(connection.release, connection.release);
  }
}
