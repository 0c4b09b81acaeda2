import { put, type Sql, type Value } from './sql.ts';

/** The values to write into a row, by column. The engine computes a value that is SQL. */
type Written = Readonly<Record<string, Value | Sql>>;

/** Adds a row to a table. */
export function insert(table: string, row: Written): Sql {
  return written(table, row, '');
}

/** Adds a row to a table, unless there is one with that key. */
export function insertNew(table: string, row: Written, ...key: readonly string[]): Sql {
  return written(table, row, ` on conflict (${key.join(', ')}) do nothing`);
}

/** Adds a row to a table, or changes the one with that key; `once` is written only into a new row. */
export function upsert(table: string, key: Written, row: Written, once: Written = {}): Sql {
  const changes = Object.keys(row).map((column) => `${column} = excluded.${column}`);
  return written(table, { ...key, ...row, ...once }, ` on conflict (${Object.keys(key).join(', ')}) do update set ${changes.join(', ')}`);
}

/** Changes the row with that key; an `undefined` value stays as it is. */
export function update(table: string, key: Written, said: Readonly<Record<string, Value | Sql | undefined>>): Sql {
  const changes = Object.entries(said).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  const [names, wanted] = [changes.map(([name]) => name), Object.keys(key)];
  const texts = kept(`update ${table} set ${names.join()} where ${wanted.join()}`, () => [
    ...names.map((column, index) => `${index === 0 ? `update ${table} set ` : ', '}${column} = `),
    ...wanted.map((column, index) => `${index === 0 ? ' where ' : ' and '}${column} = `),
    '',
  ]);
  return put(texts, [...changes.map(([, value]) => value), ...Object.values(key)]);
}

function written(table: string, row: Written, ending: string): Sql {
  const columns = Object.keys(row);
  const head = `insert into ${table} (${columns.join(', ')}) values (`;
  return put(
    kept(head + ending, () => [head, ...columns.slice(1).map(() => ', '), `)${ending}`]),
    Object.values(row),
  );
}

/** The text of every such statement, so that it is the same object each time. */
const all = new Map<string, readonly string[]>();

function kept(name: string, make: () => readonly string[]): readonly string[] {
  let texts = all.get(name);
  if (texts === undefined) {
    texts = Object.freeze(make());
    all.set(name, texts);
  }
  return texts;
}
