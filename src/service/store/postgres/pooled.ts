import { UsageError } from '../../../errors/index.ts';
import { text } from '../sql/row.ts';
import type { Address } from './address.ts';
import type { Connection, Connections } from './connections.ts';
import { plain } from './drive.ts';

const session = plain(`select pg_backend_pid()::text || ' ' || pg_postmaster_start_time()::text as session`);

/**
 * Throws a UsageError if a pooler between here and the server gives each transaction any session that is free: settings, such as
 * to wait for the disk, and prepared statements would be those of somebody else. Two connections show it: while the first is not
 * inside a transaction, the other one gets its session.
 */
export async function refusePooled(one: Connection, others: Connections, { name }: Address): Promise<void> {
  const other = await others.take();
  try {
    const [first] = await one.send(session);
    const [, second] = await other.send(plain('begin'), session);
    const found = [first, second].map((rows) => text(rows?.[0] ?? {}, 'session'));
    // The session of the other one is busy now.
    const isMixed = found[0] === found[1] || text((await one.send(session))[0]?.[0] ?? {}, 'session') !== found[0];
    await other.send(plain('rollback'));
    if (!isMixed) return;
    throw new UsageError('invalid-input', `A pooler in front of ${name} gives each transaction another session of the server.`, {
      fix: 'Let it give each connection a session of its own (PgBouncer: pool_mode = session), or name the server itself.',
    });
  } finally {
    other.release();
  }
}

/** A connection with a session of its own. If there is none, all connections are ended. */
export async function takeOwn(connections: Connections, address: Address): Promise<Connection> {
  let connection: Connection | undefined;
  try {
    connection = await connections.take();
    await refusePooled(connection, connections, address);
    return connection;
  } catch (error) {
    connection?.release();
    await connections.end();
    throw error;
  }
}
