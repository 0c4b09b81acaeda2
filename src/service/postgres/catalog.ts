import { messageOf } from '../../errors/index.ts';
import type { Scratch } from '../backend.ts';
import type { Catalog, Engine } from '../sql/engine.ts';
import { column, flag, number, readAll, reader, readOne, text } from '../sql/row.ts';
import { query, sql, verbatim, type Row, type Steps } from '../sql/sql.ts';
import { openScratch } from '../sqlite/directory.ts';
import { sqliteCatalog } from '../sqlite/engine.ts';

/** The tables that this engine has for itself: they say nothing about what is kept. */
const ownTables = ['locks', 'marks', 'request_counts'] as const;

/** The columns of an index or a key, in its order. */
const columnsOf = (table: string, numbers: string) => `(
  select string_agg(a.attname, ', ' order by n.place) from unnest(${numbers}) with ordinality as n (number, place)
  join pg_attribute a on a.attrelid = ${table} and a.attnum = n.number)`;

/** Text that is not compared byte by byte is not as it was made. */
const collation = `case when a.atttypid = 'text'::regtype and a.attcollation <> '"C"'::regcollation
  then ' collate ' || a.attcollation::regcollation::text else '' end`;

const here = 'current_schema()::regnamespace';

/**
 * Each part of a table, in words that do not depend on the engine; anything that no table of this program has is in them too. The
 * part of a column says if it is never empty: PostgreSQL 18 keeps a constraint of the kind `n` for that as well.
 */
const parts = `
  select c.oid, 'column ' || lpad((row_number() over (partition by c.oid order by a.attnum))::text, 3, '0') || ' ' || a.attname || ' '
    || format_type(a.atttypid, a.atttypmod) || ${collation} || case when a.attnotnull then ' not null' else '' end
    || coalesce(' default ' || trim(both '''' from regexp_replace(pg_get_expr(d.adbin, d.adrelid), '::[a-z ]+$', '')), '')
    || case when a.attidentity = '' and a.attgenerated = '' then '' else ' generated' end as part
  from tables c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  union all
  select c.oid, case k.contype
    when 'p' then 'primary key (' || ${columnsOf('c.oid', 'k.conkey')} || ')'
    when 'u' then 'unique (' || ${columnsOf('c.oid', 'k.conkey')} || ')'
    when 'f' then 'foreign key (' || ${columnsOf('c.oid', 'k.conkey')} || ') references '
      || (select relname from pg_class where oid = k.confrelid) || ' (' || ${columnsOf('k.confrelid', 'k.confkey')} || ')'
    else pg_get_constraintdef(k.oid) end
    || case when k.convalidated and not k.condeferrable and k.confupdtype in ('a', ' ') and k.confdeltype in ('a', ' ')
      then '' else ' otherwise' end
  from tables c join pg_constraint k on k.conrelid = c.oid and not (k.contype = 'n' and k.convalidated)
  union all
  select c.oid, 'unlogged' from tables c where c.relpersistence <> 'p'
  union all
  select c.oid, 'row security' from tables c where c.relrowsecurity or c.relforcerowsecurity
  union all
  select i.inhrelid, 'inherits' from pg_inherits i`;

/** Everything else that is in the schema. */
const others = `
  select 'index ' || i.relname as name, t.relname || ' (' || ${columnsOf('t.oid', 'x.indkey::int2[]')} || ')'
    || case when x.indisunique then ' unique' else '' end
    || case when x.indisvalid and x.indpred is null and x.indexprs is null and 0 = all (x.indoption::int2[]) and m.amname = 'btree'
      then '' else ' otherwise' end as made
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid join pg_am m on m.oid = i.relam
  where t.relnamespace = ${here} and not exists (select 1 from pg_constraint k where k.conindid = i.oid and k.contype in ('p', 'u'))
  union all
  select case relkind when 'v' then 'view ' when 'm' then 'view ' when 'S' then 'sequence ' else 'table ' end || relname, relkind::text
  from pg_class where relnamespace = ${here} and relkind not in ('r', 'i', 'c')
  union all
  select 'trigger ' || g.tgname, t.relname from pg_trigger g join pg_class t on t.oid = g.tgrelid
  where t.relnamespace = ${here} and (not g.tgisinternal or g.tgenabled <> 'O')
  union all
  select 'rule ' || r.rulename, t.relname from pg_rewrite r join pg_class t on t.oid = r.ev_class
  where t.relnamespace = ${here} and t.relkind <> 'v' and t.relkind <> 'm'
  union all
  select 'policy ' || p.polname, t.relname from pg_policy p join pg_class t on t.oid = p.polrelid where t.relnamespace = ${here}
  union all
  select 'function ' || p.proname, '' from pg_proc p where p.pronamespace = ${here}
    and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  union all
  select 'event trigger ' || evtname, '' from pg_event_trigger`;

/** Everything that was made in the schema, in the words that `sqliteStructure` has for the same. */
function* structure(): Steps<ReadonlyMap<string, string>> {
  const own = ownTables.map((name) => `'${name}'`).join(', ');
  const tables = yield* query(
    verbatim(`with tables as (select * from pg_class where relnamespace = ${here} and relkind = 'r' and relname not in (${own}))
      select 'table ' || c.relname as name, string_agg(p.part, '; ' order by p.part) as made
      from tables c join (${parts}) p on p.oid = c.oid group by c.relname`),
  );
  const rest = yield* query(verbatim(others));
  return new Map([...tables, ...rest].map((row) => [text(row, 'name'), text(row, 'made')]));
}

/** A database for calculations, on SQLite: the same statements, without a write to the server. Its catalog has PostgreSQL's words. */
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
    made.set(`table ${table}`, parts.toSorted().join('; '));
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
    const usual = row['dflt_value'] === null ? '' : ` default ${text(row, 'dflt_value').replace(/^'(.*)'$/, '$1')}`;
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

export const postgresCatalog: Catalog = {
  size: (column) => verbatim(`octet_length(${column}::text)`),
  *columns(table) {
    return yield* readAll(
      column('name', text),
      sql`select attname::text as name from pg_attribute where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped
        order by attnum`,
    );
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
      return messageOf(error);
    }
    return undefined;
  },
};

/** The function that compares an index with its table. It is in an extension that an administrator has to install. */
function* indexCheck(): Steps<string | undefined> {
  const found = yield* readOne(
    reader({ name: text, allowed: flag }),
    sql`select quote_ident(pg_namespace.nspname) || '.bt_index_check' as name, has_function_privilege(pg_proc.oid, 'execute') as allowed
      from pg_proc join pg_namespace on pg_namespace.oid = pg_proc.pronamespace
      join pg_depend on pg_depend.objid = pg_proc.oid and pg_depend.deptype = 'e'
      join pg_extension on pg_extension.oid = pg_depend.refobjid and pg_extension.extname = 'amcheck'
      where pg_proc.proname = 'bt_index_check' and pg_proc.pronargs = 2`,
  );
  return found?.allowed === true ? found.name : undefined;
}
