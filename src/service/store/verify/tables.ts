import type { Engine } from '../sql/engine.ts';
import { query, type Row, type Steps, type Value } from '../sql/statement.ts';

/** A table that is worked out of the records, and the columns that tell its rows apart. */
interface Table {
  readonly name: string;
  readonly key: readonly string[];
  /** Which of its rows an organization's records speak of. */
  readonly where: string;
  /** What a person calls a row. */
  readonly called: string;
}

const mine = 'org_id = $1';
const members = 'select user_id from memberships where org_id = $1';

/** All but `records`, which is what the others are compared with. */
const tables: readonly Table[] = [
  { name: 'organizations', key: ['id'], where: 'id = $1', called: 'name' },
  { name: 'memberships', key: ['user_id'], where: mine, called: 'user_id' },
  { name: 'users', key: ['id'], where: `id in (${members})`, called: 'name' },
  { name: 'tokens', key: ['id'], where: `user_id in (${members})`, called: 'id' },
  { name: 'flows', key: ['id'], where: mine, called: 'name' },
  { name: 'templates', key: ['id'], where: mine, called: 'id' },
  { name: 'attestations', key: ['id'], where: mine, called: 'id' },
  { name: 'latest', key: ['trail_id', 'subject', 'commit_sha', 'name'], where: mine, called: 'name' },
  { name: 'trails', key: ['id'], where: mine, called: 'name' },
  { name: 'blobs', key: ['id'], where: mine, called: 'id' },
  { name: 'answers', key: ['reported_by', 'idempotency_key'], where: mine, called: 'idempotency_key' },
];

/** Rows that are read at once; one may hold a template or a trail with thousands of names. */
const page = 50;

/** Where the tables say other than those that were worked out of the records; the first such place, if there is one. */
export async function firstDifference(kept: Engine, derived: Engine, orgId: string): Promise<string | undefined> {
  for (const table of tables) {
    let after: readonly Value[] | undefined;
    for (;;) {
      const body = () => pageOf(table, orgId, after);
      const [ours, theirs] = [await kept.read(body), await derived.read(body)];
      const problem = difference(table, ours, theirs);
      if (problem !== undefined) return problem;
      const last = ours.at(-1);
      if (last === undefined || ours.length < page) break;
      after = keyOf(table, last);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return undefined;
}

/** Organizations that rows speak of and that are not there: whoever takes an organization out leaves these behind. */
export function* strangers(): Steps<readonly string[]> {
  const found = new Set<string>();
  for (const name of ['records', ...tables.filter(({ where }) => where === mine).map((table) => table.name)]) {
    let last = '';
    for (;;) {
      // By the key, so that an organization costs one step, however long it is.
      const [row] = yield* query(`select min(org_id) as org_id from ${name} where org_id > $1`, last);
      if (typeof row?.org_id !== 'string') break;
      last = row.org_id;
      const known = yield* query('select id from organizations where id = $1', last);
      if (known.length === 0) found.add(`There are rows of an organization ${last} in ${name}, and no such organization.`);
    }
  }
  return [...found];
}

function* pageOf({ name, key, where }: Table, orgId: string, after: readonly Value[] | undefined): Steps<readonly Row[]> {
  const columns = key.join(', ');
  const beyond = after === undefined ? '' : ` and (${columns}) > (${after.map((_, index) => `$${index + 2}`).join(', ')})`;
  return yield* query(`select * from ${name} where ${where}${beyond} order by ${columns} limit ${page}`, orgId, ...(after ?? []));
}

function difference(table: Table, ours: readonly Row[], theirs: readonly Row[]): string | undefined {
  for (const index of Array(Math.max(ours.length, theirs.length)).keys()) {
    const [row, expected] = [ours[index], theirs[index]];
    const same = row !== undefined && expected !== undefined && String(keyOf(table, row)) === String(keyOf(table, expected));
    if (same) {
      const column = Object.keys(expected).find((name) => row[name] !== expected[name]);
      if (column === undefined) continue;
      return `${table.name}: ${column} of ${String(expected[table.called])} is ${short(row[column])}, and the records say ${short(expected[column])}.`;
    }
    const missing = expected !== undefined && !ours.some((each) => String(keyOf(table, each)) === String(keyOf(table, expected)));
    if (missing) return `${table.name}: the row of ${String(expected[table.called])} is missing.`;
    if (row !== undefined) return `${table.name}: no record speaks of the row of ${String(row[table.called])}.`;
  }
  return undefined;
}

function keyOf({ key }: Table, row: Row): readonly Value[] {
  return key.map((name) => String(row[name]));
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 100 ? `${text.slice(0, 99).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}
