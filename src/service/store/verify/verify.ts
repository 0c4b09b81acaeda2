import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeChain, genesis, type Appended, type Chain } from '../log/chain.ts';
import { endProblems, readLog } from '../log/verify-chain.ts';
import { Damage } from '../damage.ts';
import type { Engine } from '../sql/engine.ts';
import { text } from '../sql/row.ts';
import { query, type Row } from '../sql/statement.ts';
import { openSnapshot, openSqlite } from '../sqlite/index.ts';
import type { Evaluate } from '../store.ts';
import { beginReplay, Contradiction, replay } from './replay.ts';
import { firstDifference, strangers } from './tables.ts';

export interface VerifyRequest {
  readonly dataDir: string;
  /** Only this organization. */
  readonly org?: string;
  /** A hash that was noted elsewhere when a record was made. */
  readonly head?: string;
  readonly evaluate: Evaluate;
  readonly onProgress?: (progress: { readonly org: string; readonly records: number; readonly blobs: number }) => void;
}

export interface Verified {
  readonly org: string;
  readonly records: number;
  readonly blobs: number;
  /** The hash that the log ends with. */
  readonly head: string;
  /** Where the witness is: the end, a place before it, or nowhere; absent when none was given. */
  readonly witness?: 'end' | 'before' | 'nowhere';
  /** The first thing that does not agree. */
  readonly problem: string | undefined;
}

export interface VerifyReport {
  readonly organizations: readonly Verified[];
  /** What is wrong beside the organizations. */
  readonly problem: string | undefined;
}

/**
 * Works out of the records what the tables must say, in a database of its own that is thrown away, and compares. It reads
 * one state of the data, so that a service may run meanwhile, and changes nothing. Throws when something cannot be read.
 */
export async function verify(request: VerifyRequest): Promise<VerifyReport> {
  const kept = openSnapshot(join(request.dataDir, 'evidence.db'));
  const scratch = await mkdtemp(join(tmpdir(), 'verify-'));
  const derived = openSqlite(join(scratch, 'derived.db'), { scratch: true });
  try {
    const all = await kept.read(() => query('select id, name, sequence, head from organizations order by name'));
    const orgs = all.filter((org) => request.org === undefined || org.name === request.org);
    const organizations: Verified[] = [];
    for (const org of orgs) organizations.push(await verifyOrganization(request, org, kept, derived));
    return { organizations, problem: await beside(request, kept, organizations) };
  } finally {
    await kept.close();
    await derived.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

async function beside(request: VerifyRequest, kept: Engine, found: readonly Verified[]): Promise<string | undefined> {
  if (request.org !== undefined && found.length === 0) return `There is no organization ${request.org}.`;
  if (request.head !== undefined && found.every(({ witness }) => witness === 'nowhere'))
    return `The witness ${request.head} is nowhere in the log: records were taken off its end, or it was made anew.`;
  const [stranger] = request.org === undefined ? await kept.read(strangers) : [];
  return stranger;
}

async function verifyOrganization(request: VerifyRequest, org: Row, kept: Engine, derived: Engine): Promise<Verified> {
  const [orgId, orgName] = [text(org, 'id'), text(org, 'name')];
  const author = { orgId, orgName, userName: '', credential: { kind: 'operator', id: 'verify' } } as const;
  const chain: Chain = { author, sequence: 0, head: genesis, latest: 0, attestations: 0, trails: 0 };
  const counted = { records: 0, blobs: 0 };
  let problem: string | undefined;
  let seen = false;
  await derived.write(() => beginReplay(chain));
  const log = readLog(kept, orgId, orgName);
  let last: Appended | undefined;
  for (;;) {
    const next = await log.next();
    if (next.done === true) break;
    const { records, problems } = next.value;
    problem ??= problems[0];
    last = records.at(-1) ?? last;
    counted.records += records.length;
    seen ||= records.some(({ hash }) => hash === request.head);
    // What follows a broken link is still read for the witness, and is not believed.
    problem ??= await replayed(derived, chain, records, request.evaluate);
    for (const { record } of problem === undefined ? records : []) {
      if (record.kind !== 'attestation' || record.attachment === undefined) continue;
      counted.blobs += 1;
      problem ??= await blobProblem(request.dataDir, record.attachment);
    }
    request.onProgress?.({ org: orgName, ...counted });
  }
  problem ??= endProblems(org, last)[0];
  if (problem === undefined) {
    await derived.write(() => closeChain(chain));
    problem = await firstDifference(kept, derived, orgId);
  }
  const head = last?.hash ?? genesis;
  const witness = request.head === head ? 'end' : seen ? 'before' : 'nowhere';
  return { org: orgName, ...counted, head, ...(request.head === undefined ? {} : { witness }), problem };
}

/** What keeps the records of a page from being said again, if something does. */
async function replayed(derived: Engine, chain: Chain, records: readonly Appended[], evaluate: Evaluate): Promise<string | undefined> {
  try {
    await derived.write(function* () {
      for (const record of records) yield* replay(chain, record, evaluate);
    });
    return undefined;
  } catch (error) {
    if (error instanceof Contradiction || error instanceof Damage) return error.message;
    if (error instanceof Error && /constraint/i.test(error.message))
      return `Records ${records[0]?.sequence} to ${records.at(-1)?.sequence} say one thing twice: ${error.message}.`;
    throw error;
  }
}

/** A file is among the kept ones, or still among the incoming ones while its service runs or after a crash. */
async function blobProblem(
  dataDir: string,
  { id, filename, bytes, sha256 }: { readonly id: string; readonly filename: string; readonly bytes: number; readonly sha256: string },
): Promise<string | undefined> {
  for (const file of [join(dataDir, 'blobs', id), join(dataDir, 'blobs', 'incoming', id)]) {
    const hash = createHash('sha256');
    let size = 0;
    try {
      for await (const chunk of createReadStream(file)) {
        hash.update(chunk);
        size += chunk.length;
      }
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') continue;
      throw error;
    }
    return size === bytes && hash.digest('hex') === sha256
      ? undefined
      : `The file blobs/${id} (${JSON.stringify(filename)}) is not the one that was recorded.`;
  }
  return `The file blobs/${id} (${JSON.stringify(filename)}) is missing.`;
}
