import type { Catalog, Engine, Upgrade } from '../sql/engine.ts';
import { newForms } from '../migrations/index.ts';
import { text } from '../sql/row.ts';
import { sql, verbatim } from '../sql/sql.ts';
import { query, queryOne } from '../sql/statement.ts';
import { readOnly } from '../sql/engine.ts';
import { formOf, refuseOtherForm, type Form } from '../sql/form.ts';
import { migrate } from '../sql/migrate.ts';
import { connect, drive, plain } from './connection.ts';
import { groupCommit } from './group-commit.ts';
import { slowReads } from './slow-reads.ts';

const [begin, rollback] = [plain('begin'), plain('rollback')];

export const sqliteCatalog: Catalog = {
  size: (column) => verbatim(`octet_length(${column})`),
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

/** The form that this program gives to new data, in the words of a catalog that describes SQLite. */
export function newForm(catalog: Catalog): Form {
  const made = connect(':memory:', { readOnly: false });
  try {
    drive(made, migrate());
    return drive(made, formOf(catalog));
  } finally {
    made.close();
  }
}

/** One state of the database in a file, whatever is written to it meanwhile; it takes no writes, and its integers are bigints. */
export function openSnapshot(file: string): Engine {
  const reader = connect(file, { readOnly: true, bigInts: true });
  reader.run(begin);
  const read: Engine['read'] = async (body) => drive(reader, body());
  return {
    ...readOnly,
    read,
    readQuickly: read,
    readSlowly: read,
    close: async () => reader.close(),
    catalog: sqliteCatalog,
  };
}

/**
 * Opens the SQLite database in a file with one writer and one reader; makes it or brings it up to date if necessary. A scratch
 * database need not outlive the process, and may refer to rows that are not in it.
 */
export function openSqlite(file: string, { scratch = false }: { readonly scratch?: boolean } = {}): Engine {
  const writer = connect(file, { readOnly: false, scratch });
  let upgrade: Upgrade | undefined;
  try {
    writer.exec('begin immediate');
    upgrade = drive(writer, migrate());
    if (!scratch) refuseOtherForm(drive(writer, formOf(sqliteCatalog)), newForms.sqlite, () => newForm(sqliteCatalog));
    writer.exec('commit');
  } catch (error) {
    writer.close();
    throw error;
  }
  // A separate reader never sees uncommitted data of the writer.
  const reader = connect(file, { readOnly: true });
  const { flush, write, writeJoint } = groupCommit(writer);
  const slow = slowReads(file);
  const read: Engine['read'] = async (body) => {
    reader.run(begin);
    try {
      return drive(reader, body());
    } finally {
      reader.run(rollback);
    }
  };
  return {
    write,
    writeJoint,
    read,
    // One statement sees one state by itself.
    readQuickly: async (body) => drive(reader, body()),
    readSlowly: slow.read,
    close: async () => {
      flush();
      await slow.close();
      reader.close();
      writer.exec('pragma wal_checkpoint(truncate)');
      writer.close();
    },
    catalog: sqliteCatalog,
    upgrade,
  };
}
