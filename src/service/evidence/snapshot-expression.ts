import type { Environment, Snapshot } from '../store/model/environments.ts';
import type { Org } from '../store/log/chain.ts';
import type { Evidence } from './context.ts';
import type { AskedPage } from './listing.ts';
import { notFound } from './not-found.ts';
import { Refusal } from './refusal.ts';

/** The snapshot of an environment that an expression means, before the number of snapshots is known. */
export type SnapshotExpression =
  | { readonly kind: 'number'; readonly number: number }
  /** So many before the latest snapshot. */
  | { readonly kind: 'from-end'; readonly count: number }
  /** The latest snapshot at that time, in Unix seconds. */
  | { readonly kind: 'time'; readonly at: number };

/** The units of time, in seconds; a month is 30 days. */
const units: readonly (readonly [RegExp, number])[] = [
  [/^(?:m|mins?|minutes?)$/, 60],
  [/^(?:h|hours?)$/, 3600],
  [/^(?:d|days?)$/, 86_400],
  [/^(?:w|weeks?)$/, 604_800],
  [/^months?$/, 2_592_000],
];

/** Numbers from here on are times. */
const firstTime = 100_000_000;

/**
 * Reads `N`, `#N`, `-N` from the end, `~N` before the latest, `@{2026-01-31T12:00:00}` in UTC, `@{2.days.ago}`, `@{now}`; and as
 * the ends of an interval `NOW`, `2days` and Unix seconds. `undefined` if it is none of them. `now` is in Unix seconds.
 */
export function parseExpression(text: string, now: number): SnapshotExpression | undefined {
  const [, sign, digits] = /^#?(-?)(\d{1,12}(?:\.\d{1,9})?)$/.exec(text) ?? [];
  if (digits !== undefined) {
    const number = Number(digits);
    if (sign === '' && number >= firstTime) return { kind: 'time', at: number };
    if (!Number.isInteger(number) || number === 0) return undefined;
    return sign === '' ? { kind: 'number', number } : { kind: 'from-end', count: number - 1 };
  }
  const [, before] = /^~(\d{1,12})$/.exec(text) ?? [];
  if (before !== undefined) return { kind: 'from-end', count: Number(before) };
  const [, braced] = /^@\{(.{1,60})\}$/.exec(text) ?? [];
  const at = braced === undefined ? timeAgo(text, now) : (momentOf(braced, now) ?? timeAgo(braced, now));
  return at === undefined ? undefined : { kind: 'time', at };
}

function momentOf(text: string, now: number): number | undefined {
  const [, count, unit] = /^(\d{1,6})\.([a-z]{1,10})\.ago$/.exec(text) ?? [];
  if (count !== undefined && unit !== undefined) return ago(count, unit, now);
  const [, date, time = 'T00:00:00'] = /^(\d{4}-\d\d-\d\d)(?:(T\d\d:\d\d:\d\d(?:\.\d{1,9})?)Z?)?$/.exec(text) ?? [];
  if (date === undefined) return undefined;
  const at = Date.parse(`${date}${time}Z`) / 1000;
  return Number.isFinite(at) ? at : undefined;
}

function timeAgo(text: string, now: number): number | undefined {
  if (/^now$/i.test(text)) return now;
  const [, count, unit] = /^(\d{1,6})([a-z]{1,10})$/.exec(text) ?? [];
  return count === undefined || unit === undefined ? undefined : ago(count, unit, now);
}

function ago(count: string, unit: string, now: number): number | undefined {
  const size = units.find(([form]) => form.test(unit))?.[1];
  return size === undefined ? undefined : now - Number(count) * size;
}

/** The snapshot that an expression means; a refusal if there is none. */
export async function snapshotAt(evidence: Evidence, org: Org, environment: Environment, expression: string): Promise<Snapshot> {
  const number = await numberOf(evidence, org, environment, expression, 'path.expression');
  const snapshot = await evidence.store.findSnapshot(org.orgId, environment.id, number);
  if (snapshot !== undefined) return snapshot;
  const { name, snapshotCount: count } = environment;
  throw notFound(
    `Of the environment '${name}' in the organization '${org.orgName}' there is no snapshot '${expression}': it has ${count}.`,
    count === 0 ? 'Report what runs in it first.' : 'They count from 1.',
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
  const meant = parseExpression(expression, Date.now() / 1000);
  switch (meant?.kind) {
    case undefined:
      throw new Refusal('invalid-request', `'${expression}' is no snapshot.`, {
        errors: {
          [field]:
            'must be N, -N, ~N, @{2026-01-31T12:00:00}, @{2.days.ago} or @{now}; as the end of an interval also NOW, 2days or Unix seconds.',
        },
      });
    case 'number':
      return meant.number;
    case 'from-end':
      return environment.snapshotCount - meant.count;
    case 'time':
      return await store.snapshotNumberAt(org.orgId, environment.id, meant.at);
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
export interface Paged extends AskedPage {
  readonly interval: string;
  readonly oldestFirst: boolean;
}
