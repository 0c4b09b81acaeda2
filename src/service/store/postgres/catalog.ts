import type { Catalog } from '../sql/engine.ts';
import { flag, text } from '../sql/row.ts';
import { sql, verbatim } from '../sql/sql.ts';
import { query, queryOne, type Steps } from '../sql/statement.ts';
import { structure } from './structure.ts';

export const postgresCatalog: Catalog = {
  size: (column) => verbatim(`octet_length(${column}::text)`),
  *columns(table) {
    const rows = yield* query(
      sql`select attname::text as name from pg_attribute where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped
        order by attnum`,
    );
    return rows.map((row) => text(row, 'name'));
  },
  structure,
  *indexProblem(table) {
    const check = yield* indexCheck();
    if (check === undefined) return undefined;
    try {
      yield* query(
        sql`select ${verbatim(check)}(pg_index.indexrelid, true) from pg_index
          join pg_class on pg_class.oid = pg_index.indexrelid join pg_am on pg_am.oid = pg_class.relam
          where pg_index.indrelid = to_regclass(${table}) and pg_am.amname = 'btree'`,
      );
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
    return undefined;
  },
};

/** The function that compares an index with its table. It is in an extension that an administrator has to install. */
function* indexCheck(): Steps<string | undefined> {
  const row = yield* queryOne(
    sql`select quote_ident(pg_namespace.nspname) || '.bt_index_check' as name, has_function_privilege(pg_proc.oid, 'execute') as allowed
      from pg_proc join pg_namespace on pg_namespace.oid = pg_proc.pronamespace
      join pg_depend on pg_depend.objid = pg_proc.oid and pg_depend.deptype = 'e'
      join pg_extension on pg_extension.oid = pg_depend.refobjid and pg_extension.extname = 'amcheck'
      where pg_proc.proname = 'bt_index_check' and pg_proc.pronargs = 2`,
  );
  return row === undefined || !flag(row, 'allowed') ? undefined : text(row, 'name');
}
