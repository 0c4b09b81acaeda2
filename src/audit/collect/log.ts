import { createHash } from 'node:crypto';
import type { Call, downloadEvidence, isNotThere, listRecords } from '../../client/index.ts';
import type { Records } from '../../contract/index.ts';
import { given, stringAt, valueAt } from '../../text/index.ts';
import { madeAt, type AttachedFile, type LogFact, type LoggedRecord, type WitnessFact } from '../facts/log.ts';
import type { Hole, Untold } from '../facts/line.ts';
import type { Spool } from '../lines/spool.ts';
import { holeOf, hole, untold } from './gaps.ts';

/** The service whose log is read. */
export interface LogAccess {
  readonly call: Call;
  readonly org: string;
  /** The functions of the client. They are handed in, because commands that are loaded at once have some of them too. */
  readonly questions: {
    readonly downloadEvidence: typeof downloadEvidence;
    readonly isNotThere: typeof isNotThere;
    readonly listRecords: typeof listRecords;
  };
  /** Heads of the log that somebody kept. */
  readonly witnesses: readonly Omit<WitnessFact, 'kind'>[];
  /** A file of its own where the records wait. */
  readonly spool: Spool<Records['records'][number]>;
  /** Hears one sentence about how far it is, again and again. */
  readonly report: (sentence: string) => void;
}

/** A trail by its flow and its name. */
export type TrailName = Readonly<Record<'flow' | 'trail', string>>;

/** A trail that records are about: the names that its flow has had, and the commits that the records name. */
export interface LaterTrail {
  readonly flows: readonly string[];
  readonly trail: string;
  readonly commits: ReadonlySet<string>;
}

/** All that records are about which came after others. */
export interface LaterRecords {
  readonly trails: readonly LaterTrail[];
  /** Whether some are about more than a trail: a flow, an artifact, an approval, an environment. */
  readonly others: boolean;
}

/** The log of a service, read bit by bit. */
export interface ServiceLog {
  /** Reads up to the end of now, and tells what came since the last time; the first time nothing. */
  readOn(): Promise<LaterRecords>;
  /**
   * The log up to where it was read: the records about these trails and their flows, these approvals, and those about no flow, with
   * their files. Other records come as a hash. A log that cannot be read, or a file that is not the recorded one, is a hole.
   */
  lines(scope: LogScope): AsyncGenerator<LogLine>;
}

/** The part of a log that an audit is about. */
export interface LogScope {
  /** Trails of audited changes and artifacts. */
  readonly trails: readonly TrailName[];
  /** Flows of which every approval is among the facts. */
  readonly approvalsOf: readonly string[];
}

/** A line about the log. */
export type LogLine = LogFact | WitnessFact | LoggedRecord | AttachedFile | Hole | Untold;

/** The hole of a log that could not be read. */
export const logHole = 'records of the service, which the package needs';

/** Records that are asked for at once. */
const pageSize = 1000;

/** Kinds whose records have hashes of secrets, which a package gives to nobody. */
const secret = /^(?:token_|tokens_|member_|notification_)/;

/** Kinds whose records are about a trail and nothing else. */
const ofTrail: ReadonlySet<string> = new Set(['attestation', 'trail_reported', 'trail_updated']);

/** As far as a log was read: its end, and the names of the flows, that of now last: an audit may have asked for an earlier one. */
interface ReadLog {
  readonly chain: NonNullable<LogFact['chain']>;
  readonly names: ReadonlyMap<string, readonly string[]>;
}

export function openLog(access: LogAccess): ServiceLog {
  let read: ReadLog | undefined;
  /** Why there is no more to read; null: the service has no log. */
  let missing: Hole | null | undefined;
  return {
    async readOn() {
      if (missing !== undefined) return nothingLater;
      const later = openLater();
      try {
        const next = await readLog(access, read, read === undefined ? () => {} : later.add);
        if (next === undefined) missing = null;
        else read = next;
      } catch (error) {
        missing = holeOf(logHole, error);
      }
      return read === undefined ? nothingLater : later.result(read.names);
    },
    async *lines(scope) {
      if (missing) {
        yield untold('log', missing.why, missing.fix);
        yield missing;
      } else if (read === undefined) {
        yield { kind: 'log', chain: null };
        yield untold('log', 'The service has no log that could be read', 'Nothing to do where the service keeps none; else update it');
      } else yield* linesOf(access, read, scope);
    },
  };
}

const nothingLater: LaterRecords = { trails: [], others: false };

/** Gathers what records are about. */
function openLater(): {
  readonly add: (record: unknown, body: string) => void;
  readonly result: (names: ReadLog['names']) => LaterRecords;
} {
  const trails = new Map<string, { readonly flow: string; readonly trail: string; readonly commits: Set<string> }>();
  let others = false;
  return {
    add(record, body) {
      const [kind = '', flow = '', trail] = ['kind', 'flow_id', 'trail'].map((name) => stringAt(record, name));
      if (secret.test(kind)) return;
      others ||= !ofTrail.has(kind);
      if (trail === undefined) return;
      const key = JSON.stringify([flow, trail]);
      const known = trails.get(key) ?? { flow, trail, commits: new Set() };
      trails.set(key, known);
      for (const [sha] of body.matchAll(/\b[0-9a-f]{40}\b/g)) known.commits.add(sha);
    },
    result: (names) => ({
      trails: [...trails.values()].map(({ flow, ...trail }) => ({ ...trail, flows: names.get(flow) ?? [] })),
      others,
    }),
  };
}

async function* linesOf(access: LogAccess, { chain, names }: ReadLog, { approvalsOf, trails }: LogScope): AsyncGenerator<LogLine> {
  yield { kind: 'log', chain };
  for (const witness of access.witnesses) yield { kind: 'witness', ...witness };
  const scope = new Set(trails.map(({ flow, trail }) => JSON.stringify([flow, trail])));
  const flows = new Set([...trails.map(({ flow }) => flow), ...approvalsOf]);
  const files = new Set<string>();
  for await (const { body, link, sequence } of access.spool.all()) {
    const record: unknown = JSON.parse(body);
    const called = names.get(stringAt(record, 'flow_id') ?? '') ?? [];
    const [kind, trail] = [stringAt(record, 'kind') ?? '', stringAt(record, 'trail')];
    const isAbout =
      called.length === 0 ||
      called.some((flow) => (trail === undefined ? flows.has(flow) : scope.has(JSON.stringify([flow, trail])))) ||
      (kind === 'approval_reported' && called.some((flow) => approvalsOf.includes(flow)));
    // The first format links a record by its body: the hash of the body alone would break the chain.
    const isShown = valueAt(record, 'version') === 1 || (isAbout && !secret.test(kind));
    if (!isShown) {
      const bodySha256 = createHash('sha256').update(body).digest('hex');
      yield { kind: 'record', sequence, link, bodySha256, ...given({ at: madeAt(Number(valueAt(record, 'created_at'))) }) };
      continue;
    }
    yield { kind: 'record', sequence, link, body };
    const sha256 = stringAt(record, 'attachment', 'sha256');
    if (sha256 === undefined || files.has(sha256)) continue;
    files.add(sha256);
    yield await fileOf(access, { flow: called.at(-1) ?? '', trail: trail ?? '', id: stringAt(record, 'id') ?? '', sha256 });
  }
}

/** Spools the records after those that were read, and tells each. `undefined` where there is no log. */
async function readLog(
  { call, org, questions: { isNotThere, listRecords }, report, spool }: LogAccess,
  before: ReadLog | undefined,
  tell: (record: unknown, body: string) => void,
): Promise<ReadLog | undefined> {
  const names = new Map(before?.names);
  let head: Records['head'] | undefined;
  let orgId = '';
  for (let after = before?.chain.sequence ?? 0; head === undefined || after < head.sequence;) {
    let page: Records;
    try {
      page = await listRecords(call, { org }, { after, limit: pageSize });
    } catch (error) {
      if (after === 0 && isNotThere(error)) return undefined;
      throw error;
    }
    // Records that come while this is read are for the next time.
    head ??= page.head;
    orgId = page.org_id;
    const end = head.sequence;
    const records = page.records.filter(({ sequence }) => sequence <= end);
    for (const { body } of records) {
      const record: unknown = JSON.parse(body);
      const [id, name] = [stringAt(record, 'flow_id'), stringAt(record, 'new_name') ?? stringAt(record, 'flow')];
      const known = names.get(id ?? '') ?? [];
      if (id !== undefined && name !== undefined && known.at(-1) !== name) names.set(id, [...known, name]);
      tell(record, body);
    }
    await spool.add(records);
    after += records.length;
    if (records.length > 0) report(`Read ${after} of ${end} records`);
  }
  return { chain: { org, orgId, ...head }, names };
}

async function fileOf(
  { call, org, questions: { downloadEvidence } }: LogAccess,
  { flow, id, sha256, trail }: { readonly flow: string; readonly trail: string; readonly id: string; readonly sha256: string },
): Promise<AttachedFile | Hole> {
  const what = `file attached to the record ${id}`;
  try {
    const { content } = await downloadEvidence(call, { org, flow_name: flow, trail_name: trail, attestation_id: id });
    if (createHash('sha256').update(content).digest('hex') === sha256)
      return { kind: 'attached', sha256, content: content.toString('base64') };
    return hole(what, 'The service gave another file than was recorded', 'Have the service verified by `compliance-evidence verify`');
  } catch (error) {
    return holeOf(what, error);
  }
}
