import type { RequestCounts } from '../backend.ts';
import { number } from '../sql/row.ts';
import type { Row, Statement } from '../sql/statement.ts';
import type { Connections } from './connections.ts';
import { faultOf } from './faults.ts';
import { openPatience } from './patience.ts';

/** A window that ends later than a new one was begun before the clock of the server was put back. */
const isOver = '(known.ends_at <= now() or known.ends_at > excluded.ends_at)';

/** Counts in one statement of its own, by the clock of the server: the processes may have different ones. */
const add = `insert into request_counts as known (caller, ends_at, count) values ($1, now() + $2::bigint * interval '1 ms', 1)
  on conflict (caller) do update set
    count = case when ${isOver} then 1 else known.count + 1 end,
    ends_at = case when ${isOver} then excluded.ends_at else known.ends_at end
  returning count, ceil(extract(epoch from ends_at - now()) * 1000)::bigint as left_ms`;

/** The counts of callers that did not come again would be kept for ever. */
const forget = `delete from request_counts where ends_at < now() - interval '1 hour'`;

/** Once in so many requests. */
const forgetEvery = 10_000;

/** The requests of each caller, counted by all services of a database together. */
export function requestCountsOn(connections: () => Promise<Connections>): RequestCounts {
  let added = 0;
  const patience = openPatience();
  const count = async (statements: readonly Statement[], leftMs: number): Promise<Row> => {
    const connection = await (await connections()).take(leftMs);
    try {
      return (await connection.send(...statements)).at(-1)?.[0] ?? {};
    } finally {
      connection.release();
    }
  };
  return {
    add: async (caller, windowMs) => {
      added += 1;
      const cleaning = added % forgetEvery === 0 ? [{ sql: forget, args: [] }] : [];
      const statements = [...cleaning, { sql: add, args: [caller, windowMs] }];
      try {
        // A request that is counted twice, because the answer was lost, costs its caller one.
        const row = await patience.run((leftMs) => count(statements, leftMs));
        return { count: number(row, 'count'), leftMs: Math.max(0, number(row, 'left_ms')) };
      } catch (error) {
        throw faultOf(error);
      }
    },
  };
}
