import type { Catalog } from '../sql/engine.ts';
import { text } from '../sql/row.ts';
import { sql, verbatim } from '../sql/sql.ts';
import { query, queryOne } from '../sql/statement.ts';

export const sqliteCatalog: Catalog = {
  *columns(table) {
    return (yield* query(sql`select name from pragma_table_info(${table}) order by cid`)).map((row) => text(row, 'name'));
  },
  *structure() {
    // The names of SQLite's own objects, such as statistics, begin with `sqlite_`.
    const made = yield* query(
      sql`select type, name, sql from sqlite_schema where name not like 'sqlite\\_%' escape '\\' order by type, name`,
    );
    return new Map(made.map((row) => [`${String(row.type)} ${String(row.name)}`, String(row.sql).replace(/\s+/g, ' ')]));
  },
  *indexProblem(table) {
    const row = yield* queryOne(sql`pragma integrity_check('${verbatim(table)}')`);
    const found = row === undefined ? 'it cannot be checked' : text(row, 'integrity_check');
    return found === 'ok' ? undefined : found;
  },
};
