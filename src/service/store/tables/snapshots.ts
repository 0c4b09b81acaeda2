import type { AppliedPolicy, Snapshot, SnapshotArtifact, SnapshotSpan } from '../model/environments.ts';
import { canonical } from '../log/canonical.ts';
import { json, number, oneOfTexts } from '../sql/row.ts';
import { isFlag, isNumber, isObject, isText, listOf, shape } from '../sql/shape.ts';
import { query, queryOne, type Row, type Steps } from '../sql/statement.ts';
import { environmentStates } from './environments.ts';

type Body = Pick<Snapshot, 'policies' | 'artifacts'>;

const isState = (value: unknown): value is Snapshot['state'] => environmentStates.some((state) => state === value);

const isBody = shape<Body>({
  policies: listOf(shape<AppliedPolicy>({ name: isText, version: isNumber })),
  artifacts: listOf(
    shape<SnapshotArtifact>({
      fingerprint: isText,
      name: isText,
      instances: listOf(isNumber),
      was: isNumber,
      state: isState,
      isAllowed: isFlag,
      decisions: listOf(isObject),
    }),
  ),
});

/** A snapshot by its number. */
export function* findSnapshot(orgId: string, environmentId: string, at: number): Steps<Snapshot | undefined> {
  return snapshotOf(
    yield* queryOne(
      'select number, created_at, state, body from snapshots where org_id = $1 and environment_id = $2 and number = $3',
      orgId,
      environmentId,
      at,
    ),
  );
}

/** The number of the snapshot that was the latest at a time, in Unix seconds; 0 before the first. */
export function* snapshotNumberAt(orgId: string, environmentId: string, at: number): Steps<number> {
  const row = yield* queryOne(
    `select number from snapshots where org_id = $1 and environment_id = $2 and created_at <= $3
     order by created_at desc limit 1`,
    orgId,
    environmentId,
    at,
  );
  return row === undefined ? 0 : number(row, 'number');
}

/** The snapshots with the numbers in `[from, to]`, the oldest first. */
export function* snapshotSpans(orgId: string, environmentId: string, from: number, to: number): Steps<readonly SnapshotSpan[]> {
  // One more than is asked for: a snapshot ends when the next one begins.
  const rows = yield* query(
    `select number, created_at, state from snapshots where org_id = $1 and environment_id = $2 and number >= $3 and number <= $4
     order by number`,
    orgId,
    environmentId,
    from,
    to + 1,
  );
  const spans = rows.map((row, index): SnapshotSpan => {
    const next = rows[index + 1];
    return {
      number: number(row, 'number'),
      createdAt: number(row, 'created_at'),
      endedAt: next === undefined ? undefined : number(next, 'created_at'),
      state: oneOfTexts(row, 'state', environmentStates),
    };
  });
  return spans.filter((span) => span.number <= to);
}

/** Keeps a snapshot; the latest one in place of itself. */
export function* keepSnapshot(orgId: string, environmentId: string, snapshot: Snapshot): Steps<void> {
  const { artifacts, createdAt, number: at, policies, state } = snapshot;
  yield* query(
    `insert into snapshots (org_id, environment_id, number, created_at, state, body) values ($1, $2, $3, $4, $5, $6)
     on conflict (org_id, environment_id, number) do update set body = excluded.body`,
    orgId,
    environmentId,
    at,
    createdAt,
    state,
    canonical({ policies, artifacts }),
  );
}

function snapshotOf(row: Row | undefined): Snapshot | undefined {
  if (row === undefined) return undefined;
  return {
    number: number(row, 'number'),
    createdAt: number(row, 'created_at'),
    state: oneOfTexts(row, 'state', environmentStates),
    ...json(row, 'body', isBody),
  };
}
