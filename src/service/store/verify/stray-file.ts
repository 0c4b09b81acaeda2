import type { Engine } from '../sql/engine.ts';
import { listed, mostListed, query } from '../sql/statement.ts';

/** The first of some files that no record names: records were taken out of the database, or put into another one. */
export async function strayFile(kept: Engine, files: readonly string[]): Promise<string | undefined> {
  for (let at = 0; at < files.length; at += mostListed) {
    const some = files.slice(at, at + mostListed);
    const rows = await kept.read(function* () {
      const list = listed(some, 0);
      return yield* query(`select id from blobs where id in ${list.sql}`, ...list.args);
    });
    const known = new Set(rows.map((row) => row.id));
    const stray = some.find((name) => !known.has(name));
    if (stray !== undefined) return `The file blobs/${stray} is named by no record.`;
  }
  return undefined;
}
