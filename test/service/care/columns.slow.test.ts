import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, expect, test, vi } from 'vitest';
import { keptData, problems, tamperedCopy } from './tamper.ts';
import { unspokenTables } from './tamperings.ts';

// The tables and columns come from the database itself: a new one fails here until `verify` sees it. Each column is changed
// into another value, into nothing, and into whatever else may get into columns.

interface Column {
  readonly table: string;
  readonly column: string;
  /** A row that holds something in that column, and the value. */
  readonly rowid: number;
  readonly value: string | number;
}

// Each column of each table is changed in a copy of its own.
vi.setConfig({ testTimeout: 120_000 });

let whole: string;
let columns: readonly Column[];

beforeAll(async () => {
  ({ whole } = await keptData());
  columns = columnsIn(join(whole, 'evidence.db'));
  return () => rm(whole, { recursive: true, force: true });
});

function columnsIn(file: string): readonly Column[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const named = database
    .prepare(
      `select t.name as table_name, c.name from sqlite_schema t join pragma_table_info(t.name) c
       where t.type = 'table' and t.name not like 'sqlite%'`,
    )
    .all();
  const found = named
    .filter(({ table_name: table }) => !unspokenTables.includes(String(table)))
    .map((row) => {
      const [table, column] = [String(row.table_name), String(row.name)];
      const held = database
        .prepare(`select rowid as place, ${column} as value from ${table} order by length(${column}) desc, rowid desc limit 1`)
        .get();
      const value = held?.value;
      if (typeof value !== 'string' && typeof value !== 'number') throw new Error(`${table}.${column} holds nothing.`);
      return { table, column, rowid: Number(held?.place), value };
    });
  database.close();
  return found;
}

/**
 * Puts a value, an SQL expression, into each column in turn, and returns the columns in which it went unnoticed. A value that the
 * declaration of a column refuses gets in nevertheless: somebody who has the file also has its schema.
 */
async function unnoticed(expressionOf: (column: Column) => string): Promise<readonly string[]> {
  const missed: string[] = [];
  const remaining = columns.values();
  const change = async (each: Column): Promise<void> => {
    const name = `${each.table}.${each.column}`;
    const expression = expressionOf(each);
    // SQLite takes only an integer there.
    if (name === 'migrations.version' && !/^\d+$/.test(expression)) return;
    const home = await tamperedCopy(whole, (database) => {
      const schema = database.prepare('select rowid, sql from sqlite_schema where name = ?').get(each.table);
      database.exec('pragma writable_schema = on');
      const setSchema = database.prepare('update sqlite_schema set sql = ? where rowid = ?');
      setSchema.run(String(schema?.sql).replaceAll(' not null', ''), Number(schema?.rowid));
      database.exec('pragma writable_schema = reset');
      database.exec(`update ${each.table} set ${each.column} = ${expression} where rowid = ${each.rowid}`);
      database.exec('pragma writable_schema = on');
      setSchema.run(String(schema?.sql), Number(schema?.rowid));
      const same = database.prepare(`select 1 from ${each.table} where rowid = ? and ${each.column} is ?`);
      expect(same.get(each.rowid, each.value), `${name} was changed`).toBeUndefined();
    });
    // A version that the program does not know is not a yes either: it is an error, as with any other data from elsewhere.
    const found = await problems(home).catch((error: Error) => `cannot be read: ${error.message}`);
    if (found === '' || (found.startsWith('cannot be read') && name !== 'migrations.version')) missed.push(`${name}: ${found}`);
  };
  // Some run at a time: each spends much time waiting for the disk.
  const some = async (): Promise<void> => {
    for (const each of remaining) await change(each);
  };
  await Promise.all([some(), some(), some()]);
  return missed;
}

test('every table is one that records speak of, or is known to be none', () => {
  expect(new Set(columns.map(({ table }) => table))).toEqual(
    new Set([
      'allowances',
      'answers',
      'approvals',
      'artifacts',
      'attestations',
      'blobs',
      'deployments',
      'environment_events',
      'environment_links',
      'environments',
      'flow_names',
      'flows',
      'grants',
      'job_access',
      'latest',
      'memberships',
      'migrations',
      'notification_listeners',
      'notifications',
      'oidc_rules',
      'organizations',
      'policies',
      'policy_versions',
      'records',
      'residences',
      'snapshots',
      'tags',
      'templates',
      'tokens',
      'trail_facets',
      'trails',
      'type_versions',
      'types',
      'users',
    ]),
  );
  expect(columns.length).toBeGreaterThan(75);
});

test('another value of the same type is found in every column', async () => {
  expect(await unnoticed(({ value }) => (typeof value === 'number' ? String(value + 1) : `'another ${value.length}'`))).toEqual([]);
});

test('nothing in place of something is found in every column', async () => {
  expect(await unnoticed(() => 'null')).toEqual([]);
});

/** More values that get into a column of numbers, or of text. */
const strange = {
  number: ["'a text'", '0.25', '4611686018427387904', 'bytes'],
  string: ["''", `'"\\ud800"'`, `printf('%.1000000c', 'x')`, 'bytes'],
};

/** The strange value that a column takes in a round. */
function strangeFor(column: Column, round: number): string {
  const all = typeof column.value === 'number' ? strange.number : strange.string;
  const chosen = all[round % all.length];
  return chosen === undefined || chosen === 'bytes' ? `cast(${column.column} as blob)` : chosen;
}

test.each([0, 1, 2, 3])(
  'bytes, a text among numbers, a fraction, a number beyond all, half a surrogate pair, an empty or a very long text are found (%i)',
  async (round) => {
    expect(await unnoticed((column) => strangeFor(column, round))).toEqual([]);
  },
);

test('a row that is gone, and one that is there twice under another key, are found in every table', async () => {
  const tables = new Map(columns.map((column) => [column.table, column]));
  for (const [table, { rowid }] of tables) {
    const gone = await tamperedCopy(whole, (database) => database.exec(`delete from ${table} where rowid = ${rowid}`));
    const lost = await problems(gone).catch((error: Error) => error.message);
    expect(lost, `${table}, gone`).not.toBe('');
    const names = columns.filter((column) => column.table === table);
    for (const ofSameOrganization of [true, false]) {
      const values = names.map(({ column, value }) => {
        if (column === 'org_id') return ofSameOrganization ? column : `'stranger'`;
        return typeof value === 'number' ? `${column} + 1000` : `coalesce(${column}, '') || 'x'`;
      });
      const twice = await tamperedCopy(whole, (database) =>
        database.exec(`insert into ${table} select ${values.join(', ')} from ${table} where rowid = ${rowid}`),
      );
      const found = await problems(twice).catch((error: Error) => error.message);
      expect(found, `${table}, twice, ${ofSameOrganization ? 'in the same organization' : 'in another'}`).not.toBe('');
    }
  }
});
