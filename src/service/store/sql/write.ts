import { put, type Sql, type Value } from './sql.ts';

/** What is written into a row, by column. A part of SQL is worked out by the engine. */
type Written = Readonly<Record<string, Value | Sql>>;

/** Adds a row to a table. */
export function insert(table: string, row: Written): Sql {
  return written(table, row, '');
}

/** Adds a row to a table, or changes the one with that key; `once` is left as it is where there is one. */
export function upsert(table: string, key: Written, row: Written, once: Written = {}): Sql {
  const changes = Object.keys(row).map((column) => `${column} = excluded.${column}`);
  return written(table, { ...key, ...row, ...once }, ` on conflict (${Object.keys(key).join(', ')}) do update set ${changes.join(', ')}`);
}

/** Changes the row with that key; what is `undefined` stays as it is. */
export function update(table: string, key: Written, said: Readonly<Record<string, Value | Sql | undefined>>): Sql {
  const changes = Object.fromEntries(Object.entries(said).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  const named = Object.keys(changes).map((column, index) => `${index === 0 ? `update ${table} set ` : ', '}${column} = `);
  const wanted = Object.keys(key).map((column, index) => `${index === 0 ? ' where ' : ' and '}${column} = `);
  return put(kept([...named, ...wanted, '']), [...Object.values(changes), ...Object.values(key)]);
}

function written(table: string, row: Written, behind: string): Sql {
  const [first = '', ...others] = Object.keys(row);
  const columns = [first, ...others].join(', ');
  return put(kept([`insert into ${table} (${columns}) values (`, ...others.map(() => ', '), `)${behind}`]), Object.values(row));
}

/** The texts of every such statement, so that it is the same one each time. */
const all = new Map<string, readonly string[]>();

function kept(texts: readonly string[]): readonly string[] {
  const text = texts.join('?');
  const known = all.get(text) ?? Object.freeze(texts);
  all.set(text, known);
  return known;
}
