import { nullable, number, reader } from '../sql/row.ts';
import { sql } from '../sql/sql.ts';
import { queryOne, type Steps } from '../sql/statement.ts';

/** The messages that are not delivered yet. */
export interface WaitingMessages {
  readonly count: number;
  /** Unix seconds since when the first of those that are due has been waiting; absent if none is due. */
  readonly dueSince: number | undefined;
}

/** More are not counted: the answer must be quick, and so many are trouble enough. */
export const mostCounted = 10_000;

const waiting = reader({ count: number, due: nullable(number) });

export function* waitingMessages(now: number): Steps<WaitingMessages> {
  const row = yield* queryOne(
    sql`select cast(count(*) as bigint) as count, min(due_at) as due from (select due_at from outbox order by due_at, org_id, id limit ${mostCounted}) as first`,
  );
  if (row === undefined) return { count: 0, dueSince: undefined };
  const { count, due } = waiting(row);
  return { count, dueSince: due === undefined || due > now ? undefined : due };
}
