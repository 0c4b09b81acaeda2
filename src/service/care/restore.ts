import { wrongUse } from '../../errors/index.ts';
import { anObject, isObject } from '../../text/check.ts';
import { given } from '../../text/index.ts';
import type { Restoring } from '../backend.ts';
import { isBlobName } from '../blobs/blobs.ts';
import { DiskFull } from '../blobs/room.ts';
import { Damage, Unreachable } from '../faults.ts';
import { addQueues } from '../migrations/environments.ts';
import { newest } from '../migrations/migrations.ts';
import { endJobAccess } from '../resources/oidc/tables.ts';
import { addOrganization } from '../resources/organizations/tables.ts';
import { send, verbatim } from '../sql/sql.ts';
import type { Rules } from '../store-rules.ts';
import { openBackend, type Place } from '../store/open-data.ts';
import type { BackupProgress } from './backup.ts';
import { BrokenBackup, aManifest, jsonIn, manifestName, textOf, unsealed, version, type Entry, type Manifest } from './entries.ts';
import { addRow, formerTable, otherTables } from './other-tables.ts';
import { NotReplayed, replayOn, type LoggedBody } from './replay.ts';
import { verify, type Verification, type VerifyProgress } from './verify.ts';

interface RestoreRequest {
  readonly from: AsyncIterable<Entry>;
  /** It holds nothing. */
  readonly to: Place;
  readonly rules: Rules;
  readonly onProgress?: (progress: BackupProgress) => void;
  readonly onVerified?: (progress: VerifyProgress) => void;
  /** Ends the work early: the reason of the signal is thrown. */
  readonly signal?: AbortSignal;
}

export interface Restored extends BackupProgress {
  /** When the backup was made, in Unix seconds. */
  readonly madeAt: number;
  /** The hash that the log of each organization ends with in the backup, by the name. Its access of jobs may have been ended since. */
  readonly heads: ReadonlyMap<string, string>;
  /** The check of what was restored. If it found a problem, nothing was kept. */
  readonly verification: Verification;
}

/**
 * Puts a backup into a place that holds nothing: applies the records of each log again, so that every table says what they say, and
 * verifies the whole. Until then nobody sees anything of it, and whatever stops it leaves nothing there. Throws `BrokenBackup`.
 */
export async function restore({ from, onProgress, onVerified, rules, signal, to }: RestoreRequest): Promise<Restored> {
  const target = await openBackend(to).openEmpty();
  try {
    const progress = (done: BackupProgress) => {
      signal?.throwIfAborted();
      onProgress?.(done);
    };
    const found = await takeAll(unsealed(from), target, rules, progress);
    await target.settle();
    const onRows = (done: VerifyProgress) => onVerified?.(done);
    const verification = await verify({ dataDir: target.place, rules, onProgress: onRows, ...given({ signal }) });
    if (isWhole(verification)) await target.keep();
    else await target.drop();
    return { ...found, verification };
  } catch (error) {
    // The first error is the cause. Whatever cannot be removed is no data, and the next restore removes it.
    await target.drop().catch(() => {});
    throw faultOf(error);
  }
}

/** Records that cannot be applied make a backup a broken one, unless the place could not take them. */
function faultOf(error: unknown): unknown {
  if (!(error instanceof NotReplayed)) return error;
  const { cause } = error;
  const isOfPlace = cause instanceof DiskFull || cause instanceof Damage || cause instanceof Unreachable;
  return isOfPlace ? cause : new BrokenBackup(error.message, { cause: error });
}

function isWhole({ organizations, problem }: Verification): boolean {
  return problem === undefined && organizations.every((each) => each.problem === undefined && each.unapplied.size === 0);
}

async function takeAll(
  entries: AsyncIterable<Entry>,
  target: Restoring,
  rules: Rules,
  progress: (done: BackupProgress) => void,
): Promise<Omit<Restored, 'verification'>> {
  const { engine, files } = target;
  const done = { records: 0, files: 0, of: 0 };
  const awaited = new Map<string, number>();
  const logs = new Map<string, { readonly add: ReturnType<typeof replayOn>; last: LoggedBody | undefined }>();
  let manifest: Manifest | undefined;
  for await (const entry of entries) {
    const [kind = '', owner = '', part] = entry.name.split('/');
    if (manifest === undefined) {
      manifest = await readManifest(entry);
      done.of = manifest.organizations.reduce((sum, { records }) => sum + records, 0);
      for (const { id, name } of manifest.organizations) {
        logs.set(id, { last: undefined, add: replayOn(engine, { orgId: id, orgName: name }, rules) });
        await engine.write(() => addOrganization(id, name));
      }
    } else if (kind === 'files' && part === undefined) {
      if (awaited.get(owner) !== entry.size) throw new BrokenBackup(`${entry.name} is named by no record before it.`);
      awaited.delete(owner);
      await files.add({ id: owner }, entry.content);
      done.files += 1;
    } else if (kind === 'records') {
      const log = logs.get(owner);
      if (log === undefined) throw new BrokenBackup(`${entry.name} is of no organization of this backup.`);
      refuseMissing(awaited);
      const records = recordsIn(await textOf(entry), entry.name);
      for (const [id, bytes] of records.flatMap(attachedTo)) awaited.set(id, bytes);
      await log.add(records);
      log.last = records.at(-1);
      done.records += records.length;
    } else if (kind === 'tables') await takeRows(target, owner, await textOf(entry));
    else throw new BrokenBackup(`${entry.name} is not a part of a backup.`);
    progress(done);
  }
  refuseMissing(awaited);
  // A backup of an earlier version has messages without the queues of their targets.
  await engine.write(() => send(verbatim(addQueues)));
  for (const { head, id, name, records } of manifest?.organizations ?? []) {
    const last = logs.get(id)?.last;
    if (records !== (last?.sequence ?? 0) || (last !== undefined && last.link !== head))
      throw new BrokenBackup(`The log of ${name} does not end where the backup says.`);
  }
  const organizations = manifest?.organizations ?? [];
  // Who has it is known as the backup says, and that may be somebody else's.
  for (const { name } of organizations) await engine.write(() => endJobAccess(name, 'restore', Date.now() / 1000));
  return { ...done, madeAt: manifest?.made_at ?? 0, heads: new Map(organizations.map(({ head, name }) => [name, head])) };
}

async function readManifest(entry: Entry): Promise<Manifest> {
  if (entry.name !== manifestName) throw new BrokenBackup(`It begins with ${entry.name}, and a backup begins with ${manifestName}.`);
  const manifest = jsonIn(await textOf(entry), aManifest, manifestName);
  if (manifest.version === version && manifest.data_version <= newest) return manifest;
  throw wrongUse(
    `The backup is of version ${manifest.version} with data of version ${manifest.data_version}, and this program reads version ${version} with data up to ${newest}.`,
    'Restore it with the program that made it, or a newer one.',
  );
}

function refuseMissing(awaited: ReadonlyMap<string, number>): void {
  for (const id of awaited.keys()) throw new BrokenBackup(`files/${id} is missing, and a record names it.`);
}

const line = /^(\d{1,15}) ([a-f0-9]{64}) (\{.*\})$/;

function recordsIn(text: string, name: string): readonly LoggedBody[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((each, index) => {
      const [, sequence, link, body] = line.exec(each) ?? [];
      if (sequence === undefined || link === undefined || body === undefined)
        throw new BrokenBackup(`Line ${index + 1} of ${name} is not a record.`);
      return { sequence: Number(sequence), link, body };
    });
}

/** The file that a record names, with its size. Whether it is a record is known once it is applied. */
function attachedTo({ body, sequence }: LoggedBody): readonly (readonly [id: string, bytes: number])[] {
  const record = jsonIn(body, anObject, `Record ${sequence}`);
  if (record.kind !== 'attestation' || !isObject(record.attachment)) return [];
  const { bytes, id } = record.attachment;
  if (typeof id === 'string' && isBlobName(id) && typeof bytes === 'number') return [[id, bytes]];
  throw new BrokenBackup(`Record ${sequence} names a file that no service names so.`);
}

async function takeRows({ engine }: Restoring, name: string, text: string): Promise<void> {
  if (name === formerTable) return;
  const table = otherTables.find((each) => each.name === name);
  if (table === undefined) throw new BrokenBackup(`The table ${name.slice(0, 80)} is not one of a backup.`);
  const rows = text.split('\n').slice(0, -1);
  const adding = engine.write(function* () {
    for (const row of rows) yield* addRow(table, jsonIn(row, anObject, `A row of ${name}`));
  });
  await adding.catch((cause: unknown) => {
    if (!(cause instanceof Error && /constraint/i.test(cause.message))) throw cause;
    throw new BrokenBackup(`A row of ${name} does not fit the others: ${cause.message}.`, { cause });
  });
}
