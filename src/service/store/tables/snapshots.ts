import { canonical } from '../../../text/index.ts';
import { environmentStates, snapshotContent, type Snapshot, type SnapshotSpan } from '../model/environments.ts';
import { json, knownText, number, readAll, readCount, readOne, reader } from '../sql/row.ts';
import { send, sql, upsert, type Row, type Steps } from '../sql/sql.ts';

const span = reader({ number, createdAt: number, state: knownText(environmentStates) });
const snapshotOf = (row: Row): Snapshot => Object.assign(span(row), json(row, 'body', snapshotContent));

/** A snapshot by its number. */
export function* findSnapshot(orgId: string, environmentId: string, at: number): Steps<Snapshot | undefined> {
  return yield* readOne(
    snapshotOf,
    sql`select number, created_at, state, body from snapshots
      where org_id = ${orgId} and environment_id = ${environmentId} and number = ${at}`,
  );
}

/** The number of the latest snapshot at a time, in Unix seconds; 0 before the first. */
export function* snapshotNumberAt(orgId: string, environmentId: string, at: number): Steps<number> {
  return yield* readCount(
    sql`select number as count from snapshots where org_id = ${orgId} and environment_id = ${environmentId} and created_at <= ${at}
      order by created_at desc limit 1`,
  );
}

/** The snapshots with the numbers in `[from, to]`, the oldest first. */
export function* snapshotSpans(orgId: string, environmentId: string, from: number, to: number): Steps<readonly SnapshotSpan[]> {
  // One more than is needed: a snapshot ends when the next one begins.
  const rows = yield* readAll(
    span,
    sql`select number, created_at, state from snapshots
      where org_id = ${orgId} and environment_id = ${environmentId} and number >= ${from} and number <= ${to + 1} order by number`,
  );
  const spans = rows.map((row, index): SnapshotSpan => ({ ...row, endedAt: rows[index + 1]?.createdAt }));
  return spans.filter((span) => span.number <= to);
}

/** Keeps a snapshot; the latest one may be replaced. */
export function* keepSnapshot(orgId: string, environmentId: string, snapshot: Snapshot): Steps<void> {
  const { artifacts, createdAt, number: at, policies, state } = snapshot;
  yield* send(
    upsert(
      'snapshots',
      { org_id: orgId, environment_id: environmentId, number: at },
      { body: canonical({ policies, artifacts }) },
      { created_at: createdAt, state },
    ),
  );
}
