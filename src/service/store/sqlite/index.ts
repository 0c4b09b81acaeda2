import type { Engine } from '../sql/engine.ts';
import { migrate } from '../sql/migrate.ts';
import { sqliteCatalog as catalog } from './catalog.ts';
import { connect, drive } from './connection.ts';
import { groupCommit } from './group-commit.ts';

// Prepared once, like every other statement.
const begin = { sql: 'begin', args: [] };
const rollback = { sql: 'rollback', args: [] };

/** One state of the database in a file, whatever is written to it meanwhile; it takes no writes, and its integers are bigints. */
export function openSnapshot(file: string): Engine {
  const reader = connect(file, { readOnly: true, bigInts: true });
  reader.exec('begin');
  return {
    write: () => Promise.reject(new Error('A snapshot takes no writes.')),
    read: async (body) => drive(reader, body()),
    close: async () => reader.close(),
    catalog,
  };
}

/**
 * Opens the SQLite database in a file with one writer and one reader; makes it or brings it up to date if necessary. A scratch
 * database need not outlive the process, and may refer to rows that are not in it.
 */
export function openSqlite(file: string, { scratch = false }: { readonly scratch?: boolean } = {}): Engine {
  const writer = connect(file, { readOnly: false, scratch });
  try {
    writer.exec('begin immediate');
    drive(writer, migrate());
    writer.exec('commit');
  } catch (error) {
    writer.close();
    throw error;
  }
  // A separate reader never sees uncommitted data of the writer.
  const reader = connect(file, { readOnly: true });
  const { write, flush } = groupCommit(writer);
  return {
    write,
    read: async (body) => {
      reader.run(begin);
      try {
        return drive(reader, body());
      } finally {
        reader.run(rollback);
      }
    },
    close: async () => {
      flush();
      reader.close();
      writer.exec('pragma wal_checkpoint(truncate)');
      writer.close();
    },
    catalog,
  };
}
