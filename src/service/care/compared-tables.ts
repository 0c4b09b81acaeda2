import { portions } from '../log/read-log.ts';
import type { Engine } from '../sql/engine.ts';
import { number, readCount, text } from '../sql/row.ts';
import { isFound, joined, query, sql, verbatim, when, where, type Row, type Sql, type Steps, type Value } from '../sql/sql.ts';
import { turn } from '../turns.ts';

/** A table that is derived from the records, and the columns that identify its rows. */
interface Table {
  readonly name: string;
  /** Columns of text and of whole numbers. */
  readonly key: readonly string[];
  /** The condition for the rows that come from the records of an organization. */
  readonly where: (orgId: string) => Sql;
  readonly called: string;
}

const mine = (orgId: string) => sql`org_id = ${orgId}`;
const itself = (orgId: string) => sql`id = ${orgId}`;
const members = (orgId: string) => sql`id in (select user_id from memberships where org_id = ${orgId})`;
const granted = (orgId: string) => sql`id in (select token_id from grants where org_id = ${orgId})`;

/**
 * All tables except these: `records`, which the others are compared with; `migrations`, which the program itself knows; and tables that no
 * record is about: `outbox`, `message_queues` and `notification_health` with messages on their way, the secrets of `webhooks`, whose hashes
 * are in `notifications`, `token_uses`, `gate_answers`, which can be made anew, and `sessions`, which a restore ends.
 */
const tables: readonly Table[] = [
  { name: 'organizations', key: ['id'], where: itself, called: 'name' },
  { name: 'memberships', key: ['user_id'], where: mine, called: 'user_id' },
  { name: 'users', key: ['id'], where: members, called: 'name' },
  { name: 'grants', key: ['token_id'], where: mine, called: 'token_id' },
  { name: 'tokens', key: ['id'], where: granted, called: 'id' },
  { name: 'oidc_rules', key: ['id'], where: mine, called: 'repository' },
  { name: 'job_access', key: ['hash'], where: mine, called: 'rule_id' },
  { name: 'flows', key: ['id'], where: mine, called: 'name' },
  { name: 'flow_names', key: ['name'], where: mine, called: 'name' },
  { name: 'tags', key: ['resource', 'resource_id', 'name'], where: mine, called: 'name' },
  { name: 'templates', key: ['id'], where: mine, called: 'id' },
  { name: 'artifacts', key: ['id'], where: mine, called: 'fingerprint' },
  { name: 'attestations', key: ['id'], where: mine, called: 'id' },
  { name: 'latest', key: ['trail_id', 'subject', 'commit_sha', 'name'], where: mine, called: 'name' },
  { name: 'approvals', key: ['id'], where: mine, called: 'fingerprint' },
  { name: 'trails', key: ['id'], where: mine, called: 'name' },
  { name: 'trail_facets', key: ['trail_id'], where: mine, called: 'trail_id' },
  { name: 'blobs', key: ['id'], where: mine, called: 'id' },
  { name: 'types', key: ['name'], where: mine, called: 'name' },
  { name: 'type_versions', key: ['id'], where: mine, called: 'type_name' },
  { name: 'environments', key: ['id'], where: mine, called: 'name' },
  { name: 'environment_links', key: ['kind', 'name', 'environment_id'], where: mine, called: 'name' },
  { name: 'snapshots', key: ['environment_id', 'number'], where: mine, called: 'number' },
  { name: 'residences', key: ['fingerprint', 'environment_id'], where: mine, called: 'fingerprint' },
  { name: 'environment_events', key: ['environment_id', 'number'], where: mine, called: 'number' },
  { name: 'allowances', key: ['environment_id', 'fingerprint'], where: mine, called: 'fingerprint' },
  { name: 'deployments', key: ['flow_id', 'number'], where: mine, called: 'number' },
  { name: 'policies', key: ['id'], where: mine, called: 'name' },
  { name: 'policy_versions', key: ['id'], where: mine, called: 'id' },
  { name: 'notifications', key: ['id'], where: mine, called: 'id' },
  { name: 'notification_listeners', key: ['environment_id', 'listens_to', 'notification_id'], where: mine, called: 'notification_id' },
  { name: 'answers', key: ['reported_by', 'idempotency_key'], where: mine, called: 'idempotency_key' },
];

export const tableNames: readonly string[] = tables.map(({ name }) => name);

/** Rows whose sizes are asked for at once. */
const window = 100;

/** The first place where the tables differ from those that are derived from the records, if there is one. */
export async function firstDifference(
  kept: Engine,
  derived: Engine,
  orgId: string,
  onRows: (count: number) => void,
): Promise<string | undefined> {
  for (const table of tables) {
    const columns = await derived.read(() => derived.catalog.columns(table.name));
    let after: readonly Value[] | undefined;
    for (;;) {
      const counts = [await nextRows(kept, table, columns, orgId, after), await nextRows(derived, table, columns, orgId, after)];
      if (Math.max(...counts) === 0) break;
      const count = Math.min(...counts.map((each) => Math.max(each, 1)));
      const body = () => rowsAfter(table, verbatim(columns.join(', ')), after, count, table.where(orgId));
      const [ours, theirs] = [await kept.read(body), await derived.read(body)];
      const problem = await difference(kept, table, orgId, ours, theirs);
      if (problem !== undefined) return problem;
      after = keyValues(table, theirs.at(-1) ?? {});
      onRows(theirs.length);
      await turn();
    }
  }
  return undefined;
}

/** Rows of no organization: one was removed, or their key has another type. Rows of a log were compared, so counting is enough. */
export async function strayRows(kept: Engine, derived: Engine, records: number): Promise<string | undefined> {
  for (const name of ['records', ...tables.map((table) => table.name)]) {
    const [ours, theirs] = [await countOf(kept, name), name === 'records' ? records : await countOf(derived, name)];
    if (ours !== theirs) return `${name}: there are ${ours} rows, and ${theirs} of them belong to an organization that is there.`;
  }
  return undefined;
}

/** An index that differs from its table: a query by the index would find another row, or none. */
export async function indexDifference(kept: Engine): Promise<string | undefined> {
  for (const name of ['records', ...tables.map((table) => table.name)]) {
    const found = await kept.read(() => kept.catalog.indexProblem(name));
    if (found !== undefined) return `${name}: ${found}.`;
    await turn();
  }
  return undefined;
}

async function countOf(engine: Engine, name: string): Promise<number> {
  return await engine.read(() => readCount(sql`select count(*) as count from ${verbatim(name)}`));
}

/** How many of the next rows are small enough to read at once. */
async function nextRows(
  engine: Engine,
  table: Table,
  columns: readonly string[],
  orgId: string,
  after: readonly Value[] | undefined,
): Promise<number> {
  const bytes = joined(
    columns.map((column) => sql`coalesce(${engine.catalog.size(column)}, 0)`),
    ' + ',
  );
  const sizes = await engine.read(() => rowsAfter(table, sql`${bytes} as bytes`, after, window, table.where(orgId)));
  for (const portion of portions(sizes.map((row) => ({ bytes: number(row, 'bytes') })))) return portion.length;
  return 0;
}

/** The next rows of a table in the order of its key. */
export function rowsAfter(
  { key, name }: Pick<Table, 'key' | 'name'>,
  columns: Sql,
  after: readonly Value[] | undefined,
  count: number,
  condition?: Sql,
): Steps<readonly Row[]> {
  const keys = verbatim(key.join(', '));
  const beyond = when(after, (values) => sql`(${keys}) > (${joined(values, ', ')})`);
  return query(sql`select ${columns} from ${verbatim(name)} ${where({}, condition, beyond)} order by ${keys} limit ${count}`);
}

async function difference(
  kept: Engine,
  table: Table,
  orgId: string,
  ours: readonly Row[],
  theirs: readonly Row[],
): Promise<string | undefined> {
  for (const index of Array(Math.max(ours.length, theirs.length)).keys()) {
    const [row, expected] = [ours[index], theirs[index]];
    if (row !== undefined && expected !== undefined && table.key.every((name) => row[name] === expected[name])) {
      const column = Object.keys(expected).find((name) => row[name] !== expected[name]);
      if (column === undefined) continue;
      return `${table.name}: ${column} of ${named(expected[table.called])} is ${shown(row[column])}, and the records say ${shown(expected[column])}.`;
    }
    if (expected !== undefined && !(await isThere(kept, table, orgId, expected)))
      return `${table.name}: the row of ${named(expected[table.called])} is missing.`;
    return `${table.name}: no record made the row of ${named(row?.[table.called])}.`;
  }
  return undefined;
}

async function isThere(kept: Engine, table: Table, orgId: string, expected: Row): Promise<boolean> {
  const key = keyValues(table, expected);
  const same = where(Object.fromEntries(table.key.map((name, index) => [name, key[index]])), table.where(orgId));
  return await kept.read(() => isFound(sql`select 1 as found from ${verbatim(table.name)} ${same}`));
}

function keyValues({ key }: Table, row: Row): readonly Value[] {
  return key.map((name) => (typeof row[name] === 'string' ? text(row, name) : number(row, name)));
}

function named(value: unknown): string {
  return typeof value === 'string' ? value : shown(value);
}

/** A value in a message: text as JSON, and cut to a readable length. */
function shown(value: unknown): string {
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  const json = typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? 'nothing');
  return json.length > 100 ? `${json.slice(0, 99).replace(/[\uD800-\uDBFF]$/, '')}…` : json;
}
