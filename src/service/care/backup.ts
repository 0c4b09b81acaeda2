import { wrongUse } from '../../errors/index.ts';
import type { KeptFiles } from '../blobs/blobs.ts';
import { Damage } from '../faults.ts';
import { genesis, type Org } from '../log/chain.ts';
import { readLog } from '../log/read-log.ts';
import { newest, versionOf } from '../migrations/migrations.ts';
import type { Engine } from '../sql/engine.ts';
import { number, readAll, reader, text } from '../sql/row.ts';
import { sql } from '../sql/sql.ts';
import { openBackend, type Place } from '../store/open-data.ts';
import { BrokenData, entryOf, format, manifestName, sealed, version, type BackedUp, type Entry, type Manifest } from './entries.ts';
import { lineOf, otherTables, rowsOf } from './other-tables.ts';

export interface BackupProgress {
  readonly records: number;
  readonly files: number;
  /** Records in all. */
  readonly of?: number;
}

interface BackupRequest {
  /** Where the data is. A service may run there meanwhile. */
  readonly from: Place;
  /** Takes the entries of the backup, and reads each to its end. */
  readonly write: (entries: AsyncIterable<Entry>) => Promise<void>;
  readonly onProgress?: (progress: BackupProgress) => void;
  /** Ends the work early: the reason of the signal is thrown. */
  readonly signal?: AbortSignal;
}

export interface Backup extends BackupProgress {
  readonly organizations: readonly BackedUp[];
}

const organization = reader({ id: text, name: text, records: (row) => number(row, 'sequence'), head: text });

/**
 * Writes one state of everything that is kept, in a form that every engine can restore: the logs with their attached files, and the
 * tables that no log can give back. It holds only a few records at a time. Throws `BrokenData` if a log does not hold, or a file of
 * it is missing or changed.
 */
export async function backUp({ from, onProgress, signal, write }: BackupRequest): Promise<Backup> {
  const { files, find, openSnapshot } = openBackend(from);
  await find();
  // The state of the database comes before the files. A file is written through before the record that names it is kept, and no
  // file of a record is ever changed or removed: so the file of each record of this state is there. Others may be there too.
  const kept = await openSnapshot();
  try {
    const dataVersion = await versionIn(kept);
    const organizations = await kept.read(() =>
      readAll(organization, sql`select id, name, sequence, head from organizations order by name`),
    );
    const done = { records: 0, files: 0, of: organizations.reduce((sum, { records }) => sum + records, 0) };
    const progress = (more: Partial<BackupProgress>) => {
      signal?.throwIfAborted();
      done.records += more.records ?? 0;
      done.files += more.files ?? 0;
      onProgress?.(done);
    };
    await write(sealed(entriesOf({ kept, files, dataVersion, organizations, progress })));
    return { ...done, organizations };
  } finally {
    await kept.close();
  }
}

async function versionIn(kept: Engine): Promise<number> {
  const found = (await kept.read(versionOf)) ?? 0;
  if (found <= newest) return found;
  throw wrongUse(
    `The data is of version ${found}, and this program knows versions up to ${newest}.`,
    'Use the program that served this data last, or a newer one.',
  );
}

interface Source {
  readonly kept: Engine;
  readonly files: KeptFiles;
  readonly dataVersion: number;
  readonly organizations: readonly BackedUp[];
  readonly progress: (more: Partial<BackupProgress>) => void;
}

async function* entriesOf(source: Source): AsyncGenerator<Entry> {
  const { dataVersion, kept, organizations, progress } = source;
  const manifest: Manifest = { format, version, data_version: dataVersion, made_at: Math.floor(Date.now() / 1000), organizations };
  yield entryOf(manifestName, `${JSON.stringify(manifest)}\n`);
  for (const each of organizations) yield* logOf(source, each);
  for (const table of otherTables) {
    let part = 0;
    for await (const rows of rowsOf(kept, table)) {
      yield entryOf(`tables/${table.name}/${numbered((part += 1))}`, rows.map((row) => `${lineOf(row)}\n`).join(''));
      progress({});
    }
  }
}

/** The records of an organization, and after some of them the files that they name. */
async function* logOf({ files, kept, progress }: Source, { head, id, name, records: count }: BackedUp): AsyncGenerator<Entry> {
  const org: Org = { orgId: id, orgName: name };
  const log = readLog(kept, org);
  let page = await log.next();
  for (; page.done !== true; page = await log.next()) {
    const { problems, records } = page.value;
    if (problems[0] !== undefined) throw new BrokenData(`The log of ${name} does not hold. ${problems[0]}`);
    const [first] = records;
    if (first === undefined) continue;
    const lines = records.map(({ body, hash, sequence }) => `${sequence} ${hash} ${body}\n`);
    yield entryOf(`records/${id}/${numbered(first.sequence)}`, lines.join(''));
    progress({ records: records.length });
    for (const { record, sequence } of records) {
      if (record.kind !== 'attestation' || !('attachment' in record) || record.attachment === undefined) continue;
      const { attachment } = record;
      yield { name: `files/${attachment.id}`, size: attachment.bytes, content: contentOf(() => files.read(attachment), name, sequence) };
      progress({ files: 1 });
    }
  }
  const last = page.value;
  if ((last?.sequence ?? 0) !== count || (last?.hash ?? genesis) !== head)
    throw new BrokenData(`The log of ${name} does not hold: it does not end where its organization says.`);
}

async function* contentOf(read: () => Promise<AsyncIterable<Uint8Array>>, org: string, sequence: number): AsyncGenerator<Uint8Array> {
  try {
    yield* await read();
  } catch (error) {
    if (!(error instanceof Damage)) throw error;
    throw new BrokenData(`Record ${sequence} of ${org}: ${error.message}`, { cause: error });
  }
}

function numbered(place: number): string {
  return String(place).padStart(12, '0');
}
