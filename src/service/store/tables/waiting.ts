import { nullable, number, reader } from '../sql/row.ts';
import { queryOne, sql, type Steps } from '../sql/sql.ts';

/** The messages that are not delivered yet. */
export interface WaitingMessages {
  readonly count: number;
  /** Unix seconds since when the first target that is due has been waiting for its next attempt; absent if none is due. */
  readonly dueSince: number | undefined;
}

/** More are not counted: the answer must be quick, and so many are trouble enough. */
export const mostCounted = 10_000;

const waiting = reader({ count: number, due: nullable(number) });

export function* waitingMessages(now: number): Steps<WaitingMessages> {
  const row = yield* queryOne(
    sql`select (select cast(count(*) as bigint) from (select 1 from outbox limit ${mostCounted}) as first) as count,
      (select min(due_at) from message_queues) as due`,
  );
  if (row === undefined) return { count: 0, dueSince: undefined };
  const { count, due } = waiting(row);
  return { count, dueSince: due === undefined || due > now ? undefined : due };
}
