import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { Backend } from '../../../src/service/backend.ts';
import { postgresDatabase } from '../../../src/service/postgres.ts';
import { administer, urlOfSchema } from './database.ts';

/**
 * Stands in for the data directories of SQLite in the tests of a service that run on both engines: a directory has a schema of its
 * own on the shared server, and its attached files are where they always are.
 */
export function dataDirectory(path: string): Backend {
  const backend = postgresDatabase({ url: urlOfSchema(schemaOf(path)), blobs: path });
  const made = () => administer(`create schema if not exists ${schemaOf(path)}`);
  return {
    ...backend,
    find: async () => {
      await made();
      await backend.find();
    },
    open: async () => {
      await made();
      return await backend.open();
    },
    openEmpty: async () => {
      await made();
      return await backend.openEmpty();
    },
  };
}

/** Takes everything out of the schema of a directory. */
export async function emptySchema(path: string): Promise<void> {
  const url = urlOfSchema(schemaOf(path));
  const rows = await administer(`select relname from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'`, url);
  const kept = ['migrations', 'locks'];
  const names = rows.map(({ relname }) => String(relname)).filter((name) => !kept.includes(name));
  await administer(`truncate ${names.join(', ')}`, url);
}

function schemaOf(path: string): string {
  return `d_${createHash('sha256').update(resolve(path)).digest('hex').slice(0, 20)}`;
}
