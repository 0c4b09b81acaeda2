import type { Engine } from '../sql/engine.ts';
import { column, readAll } from '../sql/reader.ts';
import { listed, mostListed } from '../sql/list.ts';
import { sql } from '../sql/sql.ts';
import { text } from '../sql/row.ts';

/** The first of some files that no record names: their records were removed, or are in another database. */
export async function strayFile(kept: Engine, files: readonly string[]): Promise<string | undefined> {
  for (let at = 0; at < files.length; at += mostListed) {
    const some = files.slice(at, at + mostListed);
    const known = new Set(await kept.read(() => readAll(column('id', text), sql`select id from blobs where id in ${listed(some)}`)));
    const stray = some.find((name) => !known.has(name));
    if (stray !== undefined) return `The file blobs/${stray} is named by no record.`;
  }
  return undefined;
}
