import type { Environment, Snapshot } from '../store/model/environments.ts';
import type { Org } from '../store/log/chain.ts';
import type { Evidence } from './context.ts';
import { Refusal } from './refusal.ts';
import { parseSnapshotPlace } from './snapshot-expression.ts';

/** The snapshot that an expression means; a refusal if there is none. */
export async function snapshotAt(evidence: Evidence, org: Org, environment: Environment, expression: string): Promise<Snapshot> {
  const number = await numberOf(evidence, org, environment, expression, 'path.expression');
  const snapshot = await evidence.store.findSnapshot(org.orgId, environment.id, number);
  if (snapshot !== undefined) return snapshot;
  const count = environment.snapshotCount;
  throw new Refusal(
    'not-found',
    `Of the environment '${environment.name}' in the organization '${org.orgName}' there is no snapshot '${expression}': it has ${count}.`,
    { fix: count === 0 ? 'Report what runs in it first.' : 'They count from 1.' },
  );
}

/** The number that an expression means. It may be a number that no snapshot has. */
export async function numberOf(
  { store }: Evidence,
  org: Org,
  environment: Environment,
  expression: string,
  field: string,
): Promise<number> {
  const place = parseSnapshotPlace(expression, Date.now() / 1000);
  switch (place?.kind) {
    case undefined:
      throw new Refusal('invalid-request', `'${expression}' is no snapshot.`, {
        errors: {
          [field]:
            'must be N, -N, ~N, @{2026-01-31T12:00:00}, @{2.days.ago} or @{now}; as the end of an interval also NOW, 2days or Unix seconds.',
        },
      });
    case 'number':
      return place.number;
    case 'behind':
      return environment.snapshotCount - place.count;
    case 'time':
      return await store.snapshotNumberAt(org.orgId, environment.id, place.at);
  }
}

/** The numbers of the first and the last snapshot of an interval `A..B`; a single expression is both. */
export async function intervalOf(
  evidence: Evidence,
  org: Org,
  environment: Environment,
  interval: string,
): Promise<readonly [number, number]> {
  if (interval === '') return [1, environment.snapshotCount];
  const [from = '', to = from, more] = interval.split('..');
  if (more !== undefined)
    throw new Refusal('invalid-request', `'${interval}' is no interval.`, {
      errors: { 'query.interval': 'must be two snapshots with .. between them.' },
    });
  const [one, other] = [
    await numberOf(evidence, org, environment, from, 'query.interval'),
    await numberOf(evidence, org, environment, to, 'query.interval'),
  ];
  // A time before the first snapshot is number 0.
  return [Math.max(Math.min(one, other), 1), Math.min(Math.max(one, other), environment.snapshotCount)];
}

/** The part of a list that is asked for. */
export interface Paged {
  readonly page: number;
  readonly perPage: number;
  readonly interval: string;
  readonly oldestFirst: boolean;
}
