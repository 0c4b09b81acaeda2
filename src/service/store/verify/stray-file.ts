import type { Engine } from '../sql/engine.ts';
import { text, column, readListed } from '../sql/row.ts';
import { sql } from '../sql/sql.ts';

/** The first of some files that no record names: their records were removed, or are in another database. */
export async function strayFile(kept: Engine, files: readonly string[]): Promise<string | undefined> {
  const known = await kept.read(() => readListed(column('id', text), files, (list) => sql`select id from blobs where id in ${list}`));
  const named = new Set(known);
  const stray = files.find((name) => !named.has(name));
  return stray === undefined ? undefined : `The file blobs/${stray} is named by no record.`;
}
