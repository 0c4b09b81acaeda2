import type { Scratch } from '../backend.ts';
import type { Catalog, Engine } from '../sql/engine.ts';
import { number, text } from '../sql/row.ts';
import { sql } from '../sql/sql.ts';
import { query, type Row, type Steps } from '../sql/statement.ts';
import { openScratch } from '../sqlite/directory.ts';
import { sqliteCatalog } from '../sqlite/index.ts';

/**
 * A database for calculations, on SQLite: the statements are the same on both engines, and nothing has to be written to the server
 * for it. It describes its tables in the same words as PostgreSQL.
 */
export async function openDerived(): Promise<Scratch> {
  const scratch = await openScratch();
  const described = (engine: Engine): Engine => ({ ...engine, catalog: derivedCatalog });
  return { ...scratch, engine: described(scratch.engine), look: () => described(scratch.look()) };
}

/** The catalog of SQLite, in the words of the one of PostgreSQL. */
export const derivedCatalog: Catalog = { ...sqliteCatalog, structure: sqliteStructure };

/** Everything that was made in a SQLite database, in the words of `structure`. */
function* sqliteStructure(): Steps<ReadonlyMap<string, string>> {
  const made = new Map<string, string>();
  const tables = yield* query(sql`select name from sqlite_schema where type = 'table' and name not like 'sqlite%'`);
  for (const row of tables) {
    const table = text(row, 'name');
    const parts = [...(yield* columns(table)), ...(yield* keys(table)), ...(yield* references(table))];
    made.set(`table ${table}`, parts.toSorted(byBytes).join('; '));
    const indexes = yield* query(sql`select name, "unique" as is_unique from pragma_index_list(${table}) where origin = 'c'`);
    for (const index of indexes) {
      const name = text(index, 'name');
      const unique = number(index, 'is_unique') === 1 ? ' unique' : '';
      made.set(`index ${name}`, `${table} (${yield* indexed(name)})${unique}`);
    }
  }
  return made;
}

function* columns(table: string): Steps<readonly string[]> {
  const rows = yield* query(sql`select name, type, "notnull" as full, dflt_value, pk from pragma_table_info(${table}) order by cid`);
  return rows.map((row, index) => {
    // SQLite does not say that the columns of a primary key are never empty.
    const full = number(row, 'full') === 1 || number(row, 'pk') > 0 ? ' not null' : '';
    const usual = row['dflt_value'] === null ? '' : ` default ${text(row, 'dflt_value')}`;
    return `column ${String(index + 1).padStart(3, '0')} ${text(row, 'name')} ${text(row, 'type').toLowerCase()}${full}${usual}`;
  });
}

function* keys(table: string): Steps<readonly string[]> {
  const primary = yield* query(sql`select name from pragma_table_info(${table}) where pk > 0 order by pk`);
  const found = [`primary key (${names(primary)})`];
  for (const row of yield* query(sql`select name from pragma_index_list(${table}) where origin = 'u'`))
    found.push(`unique (${yield* indexed(text(row, 'name'))})`);
  return found;
}

function* references(table: string): Steps<readonly string[]> {
  const rows = yield* query(
    sql`select id, "table" as target, "from" as name, "to" as other from pragma_foreign_key_list(${table}) order by id, seq`,
  );
  return [...Map.groupBy(rows, (row) => number(row, 'id')).values()].map((pairs) => {
    const others = pairs.map((row) => text(row, 'other')).join(', ');
    return `foreign key (${names(pairs)}) references ${text(pairs[0] ?? {}, 'target')} (${others})`;
  });
}

function* indexed(index: string): Steps<string> {
  return names(yield* query(sql`select name from pragma_index_info(${index}) order by seqno`));
}

function names(rows: readonly Row[]): string {
  return rows.map((row) => text(row, 'name')).join(', ');
}

function byBytes(one: string, other: string): number {
  return one < other ? -1 : 1;
}
