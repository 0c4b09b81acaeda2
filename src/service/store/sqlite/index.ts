import type { Engine } from '../sql/engine.ts';
import { migrate } from '../sql/migrate.ts';
import { connect, drive } from './connection.ts';
import { groupCommit } from './group-commit.ts';

/** Opens the SQLite database in a file, made and brought up to date if need be: one writer, one reader. */
export function openSqlite(file: string): Engine {
  const writer = connect(file, { readOnly: false });
  try {
    writer.exec('begin immediate');
    drive(writer, migrate());
    writer.exec('commit');
  } catch (error) {
    writer.close();
    throw error;
  }
  // A reader of its own never sees what the writer has not committed.
  const reader = connect(file, { readOnly: true });
  const { write, flush } = groupCommit(writer);
  return {
    write,
    read: async (body) => {
      reader.exec('begin');
      try {
        return drive(reader, body());
      } finally {
        reader.exec('rollback');
      }
    },
    close: async () => {
      flush();
      reader.close();
      writer.exec('pragma wal_checkpoint(truncate)');
      writer.close();
    },
  };
}
