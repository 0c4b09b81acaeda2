import type { Engine } from '../sql/engine.ts';
import { column, readAll, text } from '../sql/row.ts';
import { listed, listLimit, sql } from '../sql/sql.ts';

/** The first of some files that no record names: their records were removed, or are in another database. */
export async function strayFile(kept: Engine, files: readonly string[]): Promise<string | undefined> {
  for (let at = 0; at < files.length; at += listLimit) {
    const some = files.slice(at, at + listLimit);
    const known = new Set(await kept.read(() => readAll(column('id', text), sql`select id from blobs where id in ${listed(some)}`)));
    const stray = some.find((name) => !known.has(name));
    if (stray !== undefined) return `The file blobs/${stray} is named by no record.`;
  }
  return undefined;
}
