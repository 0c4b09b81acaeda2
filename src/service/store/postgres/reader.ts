import type { Steps } from '../sql/statement.ts';
import type { Connection, Connections } from './connections.ts';
import { drive, flush, plain, type Pipe } from './drive.ts';
import { faultOf } from './faults.ts';
import type { Patience } from './patience.ts';

/** Everything in the transaction sees the same state of the database. */
export const beginReading = plain('begin isolation level repeatable read read only');

/** Runs a body on one state of the committed data. */
export type ReadOn = <Result>(body: () => Steps<Result>, since?: number) => Promise<Result>;

/** If the connection is cut, the body runs again: it changes nothing. */
export function readingOn(connections: Connections, patience: Patience): ReadOn {
  return (body, since = performance.now()) =>
    patience
      .run(async (leftMs) => once(await connections.take(leftMs), body), { since })
      .catch((error: unknown) => {
        throw faultOf(error);
      });
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
