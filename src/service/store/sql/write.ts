import { put, type Sql, type Value } from './sql.ts';
import { send, type Steps } from './statement.ts';

/** The values to write into a row, by column. The engine computes a value that is SQL. */
type Written = Readonly<Record<string, Value | Sql>>;

/** Adds a row to a table. */
export function insert(table: string, row: Written): Sql {
  return written(table, [row], '');
}

/** How many rows one statement may add: a few texts serve every number of rows, and each is prepared only once. */
const portions = [32, 16, 8, 4, 2, 1];

/**
 * Adds rows with the same columns to a table, many with one statement: an engine behind a network needs much less time for that.
 * `ending` says what to do with a row whose key is there.
 */
export function* insertAll(table: string, rows: readonly Written[], ending = ''): Steps<void> {
  let at = 0;
  for (const portion of portions)
    for (; rows.length - at >= portion; at += portion) yield* send(written(table, rows.slice(at, at + portion), ending));
}

/** Adds a row to a table, unless there is one with that key. */
export function insertNew(table: string, row: Written, ...key: readonly string[]): Sql {
  return written(table, [row], ` on conflict (${key.join(', ')}) do nothing`);
}

/** Adds a row to a table, or changes the one with that key; `once` is written only into a new row. */
export function upsert(table: string, key: Written, row: Written, once: Written = {}): Sql {
  return written(table, [{ ...key, ...row, ...once }], orChange(Object.keys(key), Object.keys(row)));
}

/** The ending of a statement that adds rows, or changes some columns of those whose key is there. */
export function orChange(key: readonly string[], columns: readonly string[]): string {
  return ` on conflict (${key.join(', ')}) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`;
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

function written(table: string, rows: readonly Written[], ending: string): Sql {
  const columns = Object.keys(rows[0] ?? {});
  const head = `insert into ${table} (${columns.join(', ')}) values (`;
  return put(
    kept(`${head}${rows.length}${ending}`, () => {
      const between = columns.slice(1).map(() => ', ');
      return [head, ...rows.flatMap((_, index) => [...(index === 0 ? [] : ['), (']), ...between]), `)${ending}`];
    }),
    rows.flatMap((row) => Object.values(row)),
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
