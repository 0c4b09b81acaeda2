import { Readable, Writable } from 'node:stream';
import { backUpData, restoreData } from '../../src/service/index.ts';
import { query, sql, verbatim } from '../../src/service/sql/sql.ts';
import { openBackend, type Place } from '../../src/service/store/open-data.ts';

/** The bytes of a backup. */
export async function backedUp(dataDir: Place): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const to = new Writable({
    write: (chunk: Buffer, _, done) => {
      chunks.push(chunk);
      done();
    },
  });
  await backUpData({ dataDir, to });
  return Buffer.concat(chunks);
}

/** Restores bytes. */
export function restored(bytes: Uint8Array, dataDir: Place) {
  return restoreData({ dataDir, from: Readable.from([bytes]) });
}

/** The tables that each place has for itself; `gate_answers` is worked out anew where a trail is shown. */
const own = ['migrations', 'locks', 'request_counts', 'gate_answers', 'sessions'];

/** Every row of every table, as text, in an order that does not depend on the engine. */
export async function allRows(dataDir: Place): Promise<Readonly<Record<string, readonly string[]>>> {
  const kept = await openBackend(dataDir).openSnapshot();
  try {
    const names = (await tableNames(dataDir)).filter((name) => !own.includes(name));
    const tables: Record<string, readonly string[]> = {};
    for (const name of names) {
      const rows = await kept.read(() => query(sql`select * from ${verbatim(name)}`));
      tables[name] = rows
        .map((row) => JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)))
        .toSorted();
    }
    return tables;
  } finally {
    await kept.close();
  }
}

/** The tables of a place. */
export async function tableNames(dataDir: Place): Promise<readonly string[]> {
  const kept = await openBackend(dataDir).openSnapshot();
  try {
    const made = await kept.read(() => kept.catalog.structure());
    return [...made.keys()].flatMap((name) => (name.startsWith('table ') ? [name.slice(6)] : [])).toSorted();
  } finally {
    await kept.close();
  }
}
