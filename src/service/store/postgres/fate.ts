import { setTimeout as sleep } from 'node:timers/promises';
import { flag } from '../sql/row.ts';
import type { Statement } from '../sql/statement.ts';
import type { Connections } from './connections.ts';
import { plain } from './drive.ts';

/** How long to wait until the server is back, or has ended a transaction that still runs. */
const patienceMs = 10_000;
const pauseMs = 100;

/**
 * Each transaction leaves a mark, for the case that nobody sees its end. The number that the server gives it would not do: after a
 * crash, and on a server that took over, the same number may be that of another transaction.
 */
export interface Marks {
  /** A transaction begins with this statement. It also removes a mark that nobody needs any more. */
  readonly leave: (id: string) => Statement;
  /** Nobody will ask for this mark again: a later transaction removes it. */
  readonly forget: (id: string) => void;
  /** The transaction with this mark was not kept, or that is not known: so the mark that it removed may still be there. */
  readonly takeBack: (id: string) => void;
}

/** The table of the marks. A start removes those that were left by processes that are gone. */
export const marksTable = [
  `create table if not exists marks (id text primary key, is_kept boolean not null, at timestamptz not null default now())`,
  `delete from marks where at < now() - interval '1 day'`,
];

export function openMarks(): Marks {
  const forgotten: string[] = [];
  /** The marks that transactions under way remove, by their own. */
  const removed = new Map<string, string>();
  return {
    leave: (id) => {
      const gone = forgotten.shift();
      if (gone !== undefined) removed.set(id, gone);
      return {
        sql: 'with gone as (delete from marks where id = $2) insert into marks (id, is_kept) values ($1, true)',
        args: [id, gone ?? ''],
      };
    },
    forget: (id) => {
      removed.delete(id);
      forgotten.push(id);
    },
    takeBack: (id) => {
      const gone = removed.get(id);
      removed.delete(id);
      if (gone !== undefined) forgotten.push(gone);
    },
  };
}

/**
 * Whether the transaction with this mark was kept; `unknown` if the server does not say. If it was not, it never will be, even if
 * it is still on its way: another mark is in its place then. The answer is as durable as the transaction, also on a copy of the
 * server if that is waited for, because it is a write too.
 */
export async function fateOf(connections: Connections, id: string): Promise<'committed' | 'aborted' | 'unknown'> {
  const began = performance.now();
  while (performance.now() - began < patienceMs) {
    const isKept = await ask(connections, id).catch(() => undefined);
    if (isKept !== undefined) return isKept ? 'committed' : 'aborted';
    await sleep(pauseMs);
  }
  return 'unknown';
}

async function ask(connections: Connections, id: string): Promise<boolean | undefined> {
  const connection = await connections.take();
  try {
    const [, , rows] = await connection.send(
      plain('begin isolation level read committed read write'),
      // It waits for a transaction that still runs, and not for as long as a statement may take.
      plain(`set local lock_timeout = '1s'`),
      { sql: 'insert into marks (id, is_kept) values ($1, false) on conflict (id) do update set at = now() returning is_kept', args: [id] },
      plain('commit'),
    );
    const row = rows?.[0];
    return row === undefined ? undefined : flag(row, 'is_kept');
  } catch (error) {
    // Without it, the next one would get this connection inside a failed transaction.
    await connection.send(plain('rollback')).catch(() => {});
    throw error;
  } finally {
    connection.release();
  }
}
