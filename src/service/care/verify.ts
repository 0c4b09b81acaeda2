import { wrongUse } from '../../errors/index.ts';
import { given } from '../../text/index.ts';
import type { Scratch } from '../backend.ts';
import type { KeptFiles } from '../blobs/blobs.ts';
import { Damage } from '../faults.ts';
import { closeChain, genesis, replayChain, type Appended, type Deciding } from '../log/chain.ts';
import { isKindName } from '../log/kinds.ts';
import { isKnown, readLog, type LogEntry } from '../log/read-log.ts';
import { formDifferences, formOf, isOfForm, newest, versionOf } from '../migrations/migrations.ts';
import { ruleOfJob } from '../resources/oidc/tables.ts';
import { addOrganization } from '../resources/organizations/tables.ts';
import { TrailFull } from '../resources/trails/tables.ts';
import type { Engine } from '../sql/engine.ts';
import { column, number, readListed, text } from '../sql/row.ts';
import { query, sql, type Row, type Steps } from '../sql/sql.ts';
import type { Rules } from '../store-rules.ts';
import { openBackend, type Place } from '../store/open-data.ts';
import { Contradiction, apply } from './apply.ts';
import { firstDifference, indexDifference, strayRows } from './compared-tables.ts';

/** Tables of another version of the program are no sign that someone changed them. */
async function knownVersion(kept: Engine): Promise<void> {
  const version = await kept.read(versionOf);
  if (version === undefined || version === newest) return;
  throw wrongUse(
    `The data is of version ${version}, and this program verifies version ${newest}.`,
    version > newest ? 'Use a newer program.' : 'Start the service of this program once: it brings the data up to date.',
  );
}

/** Where the logs are: nothing can be verified if these are made otherwise. */
const logTables: ReadonlySet<string> = new Set(['table records', 'table organizations', 'table migrations']);

/** How the tables differ from those of this version: `altered` where no program made them so, or the logs cannot be read from them. */
async function formProblems(kept: Engine, derived: Engine): Promise<{ readonly altered?: string; readonly otherForm?: string }> {
  const [ours, made] = [await kept.read(() => formOf(kept.catalog)), await derived.read(() => formOf(derived.catalog))];
  const differences = formDifferences(ours, made);
  const altered = differences.find((each) => !isOfForm(each) || logTables.has(each.name));
  return given({ altered: altered?.problem, otherForm: differences[0]?.problem });
}

/** Holds a job's record to the rule of its organization and repository, which may be removed by now. Throws a Contradiction. */
function* ruled({ record, sequence }: Appended): Steps<void> {
  const { claims, id, kind } = record.credential;
  if (kind !== 'oidc') {
    if (record.kind === 'job_let_in') throw new Contradiction(`Record ${sequence}: no rule let its job in.`);
    return;
  }
  const rule = yield* ruleOfJob(record.org_id, id);
  if (rule === undefined)
    throw new Contradiction(`Record ${sequence}: the rule ${id} that its job was let in by is in no record before it.`);
  const isOfPlace =
    rule.ownerId === undefined ? claims?.['repository_id'] === rule.repositoryId : claims?.['repository_owner_id'] === rule.ownerId;
  if (!isOfPlace || claims?.['issuer'] !== rule.issuer)
    throw new Contradiction(`Record ${sequence}: its job is of another repository than the rule that it was let in by.`);
  if (record.kind === 'job_let_in' && rule.removedAt > 0)
    throw new Contradiction(`Record ${sequence}: the rule ${id} that its job was let in by was removed in a record before it.`);
}

/** The first of some files that no record names: their records were removed, or are in another database. */
export async function strayFile(kept: Engine, files: readonly string[]): Promise<string | undefined> {
  const known = await kept.read(() => readListed(column('id', text), files, (list) => sql`select id from blobs where id in ${list}`));
  const named = new Set(known);
  const stray = files.find((name) => !named.has(name));
  return stray === undefined ? undefined : `The file blobs/${stray} is named by no record.`;
}

export interface VerifyProgress {
  readonly org: string;
  /** How much was read so far. */
  readonly records: number;
  /** Records in all. */
  readonly of: number;
  readonly blobs: number;
  /** Rows of the tables that were compared. */
  readonly rows: number;
}

export interface VerifyRequest {
  readonly dataDir: Place;
  /** Only this organization. */
  readonly org?: string;
  /** A hash that was noted elsewhere when a record was made. */
  readonly head?: string;
  readonly rules: Rules;
  readonly onProgress?: (progress: VerifyProgress) => void;
  /** Ends the work early: the reason of the signal is thrown. */
  readonly signal?: AbortSignal;
}

export interface Verified {
  readonly org: string;
  readonly records: number;
  readonly blobs: number;
  readonly head: string;
  /** How many records there are of each kind that this program does not know. Their links are checked, but the tables are not compared. */
  readonly unapplied: ReadonlyMap<string, number>;
  /** Where the witness is: at the end of the log, before it, or nowhere; absent if none was given. */
  readonly witness?: 'end' | 'before' | 'nowhere';
  /** The first disagreement. */
  readonly problem: string | undefined;
}

export interface Verification {
  readonly organizations: readonly Verified[];
  /** The problem of the database as a whole. */
  readonly problem: string | undefined;
  /** The problem is that another program may have made the tables. Then only the logs and their files were verified, and they hold. */
  readonly isOtherForm?: boolean;
}

/** One state of the kept database, and the one that is derived from its records. */
interface Databases {
  readonly kept: Engine;
  readonly scratch: Scratch;
  readonly files: KeptFiles;
}

/**
 * Derives from the records what the tables must say, in a temporary database of its own, and compares. It reads one state of the
 * data, so that a service may run meanwhile, and changes nothing. It holds only a few records at a time. Throws if something
 * cannot be read: a UsageError with the fix if there is no database.
 */
export async function verify(request: VerifyRequest): Promise<Verification> {
  const { files, find, openScratch, openSnapshot } = openBackend(request.dataDir);
  await find();
  // Must come before the state of the database that is read: the record of a file that comes later may be missing in that state.
  const names = await files.names();
  const kept = await openSnapshot();
  try {
    const scratch = await openScratch();
    try {
      return await compare(request, names, { kept, scratch, files });
    } finally {
      await scratch.close();
    }
  } finally {
    await kept.close();
  }
}

async function compare(request: VerifyRequest, files: readonly string[], databases: Databases): Promise<Verification> {
  const { kept } = databases;
  await knownVersion(kept);
  const { altered, otherForm } = await looking(databases, (derived) => formProblems(kept, derived));
  if (altered !== undefined) return { organizations: [], problem: altered };
  const all = await kept.read(() => query(sql`select id, name, sequence, head from organizations order by name`));
  const nameless = await finding(async () => all.forEach((org) => [text(org, 'id'), text(org, 'name')]));
  if (nameless !== undefined) return { organizations: [], problem: `organizations: ${nameless}` };
  const orgs = all.filter((org) => request.org === undefined || org.name === request.org);
  if (request.org !== undefined && orgs.length === 0) return { organizations: [], problem: noSuch(request.org, all) };
  const isComparable = otherForm === undefined;
  const organizations = await Array.fromAsync(orgs, (org) => verifyOrganization(request, org, databases, isComparable));
  const problem =
    lostWitness(request, organizations) ?? (isComparable ? await beyondOrganizations(request, databases, organizations) : undefined);
  if (!isComparable) {
    const isOtherForm = problem === undefined && organizations.every((each) => each.problem === undefined);
    return { organizations, problem: problem ?? otherForm, isOtherForm };
  }
  const isWhole = request.org === undefined && organizations.every((each) => each.problem === undefined && !isUnapplied(each));
  return { organizations, problem: problem ?? (isWhole ? await strayFile(kept, files) : undefined) };
}

/** It was mistyped, or removed: the data does not say which. */
function noSuch(org: string, all: readonly Row[]): string {
  const names = all.map((each) => text(each, 'name')).join(', ');
  return `There is no organization ${org}. ${names === '' ? 'There is none at all' : `These are there: ${names}`}.`;
}

function isUnapplied({ unapplied }: Verified): boolean {
  return unapplied.size > 0;
}

function lostWitness({ head }: VerifyRequest, found: readonly Verified[]): string | undefined {
  if (head === undefined || found.some(({ witness }) => witness !== 'nowhere')) return undefined;
  return `The witness ${head} is nowhere in the log: records were taken off its end, or all of it was written again. After a restore it may be of a record that came after the backup: then it proves nothing any more.`;
}

async function beyondOrganizations(request: VerifyRequest, databases: Databases, found: readonly Verified[]): Promise<string | undefined> {
  if (found.some(({ problem }) => problem !== undefined)) return undefined;
  const wrongIndex = await indexDifference(databases.kept);
  if (wrongIndex !== undefined || request.org !== undefined || found.some(isUnapplied)) return wrongIndex;
  const records = found.reduce((sum, each) => sum + each.records, 0);
  return await looking(databases, (derived) => strayRows(databases.kept, derived, records));
}

async function verifyOrganization(request: VerifyRequest, org: Row, databases: Databases, isComparable: boolean): Promise<Verified> {
  const { files, kept, scratch } = databases;
  const [orgId, orgName] = [text(org, 'id'), text(org, 'name')];
  const author = { orgId, orgName, userName: '', credential: { kind: 'operator', id: 'verify' } } as const;
  const chain = replayChain(author, request.rules);
  const counted = { records: 0, blobs: 0, rows: 0 };
  const unapplied = new Map<string, number>();
  const progress = () => {
    request.signal?.throwIfAborted();
    request.onProgress?.({ org: orgName, of: number(org, 'sequence'), ...counted });
  };
  let problem: string | undefined;
  let isFound = false;
  await scratch.engine.write(() => addOrganization(orgId, orgName));
  const log = readLog(kept, { orgId, orgName });
  let page = await log.next();
  for (; page.done !== true; page = await log.next()) {
    const { records, problems } = page.value;
    problem ??= problems[0];
    counted.records += records.length;
    isFound ||= records.some(({ hash }) => hash === request.head);
    const known = records.filter(isKnown);
    for (const { record } of records) if (!isKindName(record.kind)) unapplied.set(record.kind, (unapplied.get(record.kind) ?? 0) + 1);
    // The records after a broken link are still read for the witness, but not believed.
    if (unapplied.size === 0) problem ??= await replayed(scratch.engine, chain, known);
    for (const { record } of problem === undefined ? known : []) {
      if (record.kind !== 'attestation' || record.attachment === undefined) continue;
      counted.blobs += 1;
      problem ??= await files.problemOf(record.attachment);
    }
    progress();
  }
  const last = page.value;
  problem ??= await finding(async () => endProblem(org, last));
  if (problem === undefined && unapplied.size === 0 && isComparable) {
    await scratch.engine.write(() => closeChain(chain));
    problem = await looking(databases, (look) =>
      firstDifference(kept, look, orgId, (count) => {
        counted.rows += count;
        progress();
      }),
    );
  }
  const head = last?.hash ?? genesis;
  const witness = request.head === head ? 'end' : isFound ? 'before' : 'nowhere';
  const { records, blobs } = counted;
  return { org: orgName, records, blobs, head, unapplied, ...(request.head === undefined ? {} : { witness }), problem };
}

function endProblem(org: Row, last: LogEntry | undefined): string | undefined {
  const [sequence, head] = [last?.sequence ?? 0, last?.hash ?? genesis];
  if (sequence !== number(org, 'sequence')) return `The log ends at ${sequence}, and ${number(org, 'sequence')} numbers were given out.`;
  return head === text(org, 'head') ? undefined : 'The last hash of the log is not the one that was kept.';
}

/** Why the records of a page cannot be applied again, if they cannot. */
function replayed(derived: Engine, chain: Deciding, records: readonly (Appended & Pick<LogEntry, 'body'>)[]): Promise<string | undefined> {
  return finding(async () => {
    try {
      await derived.write(function* () {
        for (const record of records) {
          yield* ruled(record);
          yield* apply(record, chain);
        }
      });
    } catch (error) {
      if (!(error instanceof Error && /constraint/i.test(error.message))) throw error;
      return `Records ${records[0]?.sequence} to ${records.at(-1)?.sequence} make one thing twice: ${error.message}.`;
    }
    return undefined;
  });
}

/** The finding of a step. Damaged data, and records that contradict each other, are findings too. */
async function finding(step: () => Promise<string | undefined | void>): Promise<string | undefined> {
  try {
    return (await step()) ?? undefined;
  } catch (error) {
    if (error instanceof Contradiction || error instanceof Damage || error instanceof TrailFull) return error.message;
    throw error;
  }
}

/** Does a step with the derived rows so far. Their integers have the same type as those that are kept. */
async function looking<Result>({ scratch }: Databases, step: (derived: Engine) => Promise<Result>): Promise<Result> {
  const derived = scratch.look();
  try {
    return await step(derived);
  } finally {
    await derived.close();
  }
}
