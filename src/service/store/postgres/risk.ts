import type { Engine } from '../sql/engine.ts';
import { text } from '../sql/row.ts';
import { sql } from '../sql/sql.ts';
import { query } from '../sql/statement.ts';

/** The settings of a server, which no connection can change, that let it answer a commit before it is safe on the disk. */
export async function riskOf(engine: Engine): Promise<string | undefined> {
  const rows = await engine.read(() =>
    query(sql`select name from pg_settings where name in ('fsync', 'full_page_writes') and setting = 'off' order by name`),
  );
  if (rows.length === 0) return undefined;
  const off = rows.map((row) => `${text(row, 'name')} = off`).join(' and ');
  return `The server of the database has ${off}: when its machine fails, records that were answered may be gone or damaged. Turn it on.`;
}
