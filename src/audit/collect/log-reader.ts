import type { Call, isNotThere, listRecords } from '../../client/index.ts';
import type { Records } from '../../contract/index.ts';
import { stringAt, valueAt } from '../../text/index.ts';
import { madeAt, type Holder, type LogFact } from '../facts/log.ts';
import type { Hole, Untold } from '../facts/line.ts';
import { holeOf, untold } from './gaps.ts';

export interface LogReading {
  readonly call: Call;
  readonly org: string;
  /** Functions of the client. They are handed in, because commands that are loaded at once have some of them too. */
  readonly questions: { readonly isNotThere: typeof isNotThere; readonly listRecords: typeof listRecords };
  readonly report: (sentence: string) => void;
}

/** A trail that records are about: the names that its flow has had, and the commits that the records name. */
export interface LaterTrail {
  readonly flows: readonly string[];
  readonly trail: string;
  readonly commits: ReadonlySet<string>;
}

export interface LaterApproval {
  readonly flows: readonly string[];
  readonly fingerprint: string;
}

export interface LaterRecords {
  readonly trails: readonly LaterTrail[];
  readonly approvals: readonly LaterApproval[];
  /** Whether some are about more than a trail: a flow, an artifact, an approval, an environment. */
  readonly others: boolean;
}

/** How far a log was read: its end, and the names of the flows, today's last, because an audit may ask for an earlier one. */
export interface ReadLog {
  readonly chain: NonNullable<LogFact['chain']>;
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** Who made which rule of jobs, by its id. */
  readonly ruleMakers: ReadonlyMap<string, string>;
  readonly holders: ReadonlyMap<string, Holder>;
}

export interface LogPlace {
  read?: ReadLog;
}

export interface LogReader {
  /** Reads up to today's end, and gives what came since the last time; the first time nothing. */
  readOn(): Promise<LaterRecords>;
  /** The lines that say why there is no log, or why it was not read to its end; empty where all of it was read. */
  gaps(): readonly (LogFact | Hole | Untold)[];
}

export const logHole = 'records of the service’s log';

/** Kinds whose records have hashes of secrets, which no package gives away. */
export const secret = /^(?:token_|tokens_|member_|notification_)/;

/** Kinds whose records are about a trail and nothing else. */
const ofTrail: ReadonlySet<string> = new Set(['attestation', 'trail_reported', 'trail_updated']);

/** Kinds that hold no fact. Where jobs have no token, each job leaves such a record. */
const ofNoFact = /^(?:oidc_|job_|type_|tags_|default_)/;

const pageSize = 1000;

/** @param keep takes the records in order; after a reading that broke off it gets some again */
export function openLogReader(access: LogReading, place: LogPlace, keep: (page: Records) => Promise<void> | void): LogReader {
  /** Why there is nothing more to read; null: the service has no log. */
  let missing: Hole | null | undefined;
  return {
    async readOn() {
      if (missing !== undefined) return nothingLater;
      const later = openLater();
      try {
        const next = await readLog(access, place.read, keep, place.read === undefined ? () => {} : later.add);
        if (next === undefined) missing = null;
        else place.read = next;
      } catch (error) {
        missing = holeOf(logHole, error);
      }
      return place.read === undefined ? nothingLater : later.result(place.read.names);
    },
    gaps() {
      if (missing) return [untold('log', missing.why, missing.fix), missing];
      if (missing === undefined && place.read !== undefined) return [];
      const why = 'The service has no log that could be read';
      return [{ kind: 'log', chain: null }, untold('log', why, 'Nothing to do where the service keeps none; else update it')];
    },
  };
}

const nothingLater: LaterRecords = { trails: [], approvals: [], others: false };

function openLater(): {
  readonly add: (record: unknown, body: string) => void;
  readonly result: (names: ReadLog['names']) => LaterRecords;
} {
  const trails = new Map<string, { readonly flow: string; readonly trail: string; readonly commits: Set<string> }>();
  const approvals = new Map<string, { readonly flow: string; readonly fingerprint: string }>();
  let others = false;
  return {
    add(record, body) {
      const [kind = '', flow = '', trail, fingerprint = ''] = ['kind', 'flow_id', 'trail', 'fingerprint'].map((name) =>
        stringAt(record, name),
      );
      if (secret.test(kind) || ofNoFact.test(kind)) return;
      others ||= !ofTrail.has(kind);
      if (kind === 'approval_reported') approvals.set(JSON.stringify([flow, fingerprint]), { flow, fingerprint });
      if (trail === undefined) return;
      const key = JSON.stringify([flow, trail]);
      const known = trails.get(key) ?? { flow, trail, commits: new Set() };
      trails.set(key, known);
      for (const [sha] of body.toLowerCase().matchAll(/\b[0-9a-f]{40}\b/g)) known.commits.add(sha);
    },
    result: (names) => ({
      trails: [...trails.values()].map(({ flow, ...trail }) => ({ ...trail, flows: names.get(flow) ?? [] })),
      approvals: [...approvals.values()].map(({ fingerprint, flow }) => ({ fingerprint, flows: names.get(flow) ?? [] })),
      others,
    }),
  };
}

/** `undefined` where there is no log. */
async function readLog(
  { call, org, questions: { isNotThere, listRecords }, report }: LogReading,
  before: ReadLog | undefined,
  keep: (page: Records) => Promise<void> | void,
  tell: (record: unknown, body: string) => void,
): Promise<ReadLog | undefined> {
  const [names, ruleMakers, holders] = [new Map(before?.names), new Map(before?.ruleMakers), new Map(before?.holders)];
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
    // Records that come during the reading are for the next one.
    head ??= page.head;
    orgId = page.org_id;
    const end = head.sequence;
    const records = page.records.filter(({ sequence }) => sequence <= end);
    for (const { body } of records) {
      const record: unknown = JSON.parse(body);
      const [id, name] = [stringAt(record, 'flow_id'), stringAt(record, 'new_name') ?? stringAt(record, 'flow')];
      const known = names.get(id ?? '') ?? [];
      if (id !== undefined && name !== undefined && known.at(-1) !== name) names.set(id, [...known, name]);
      noteHolder(record, ruleMakers, holders);
      tell(record, body);
    }
    await keep({ ...page, records });
    after += records.length;
    if (records.length > 0) report(`Read ${after} of ${end} records`);
  }
  return { chain: { org, orgId, ...head }, names, ruleMakers, holders };
}

/** By the interface alone: whoever holds the data of the service makes credentials for others, and is no user. */
function noteHolder(record: unknown, ruleMakers: Map<string, string>, holders: Map<string, Holder>): void {
  const [kind, reporter = '', rule] = ['kind', 'reported_by', 'rule_id'].map((name) => stringAt(record, name));
  const [way, id = ''] = ['kind', 'id'].map((name) => stringAt(record, 'credential', name));
  const isByUser = way === 'token';
  if (isByUser && rule !== undefined && kind?.endsWith('_rule_added')) ruleMakers.set(rule, reporter);
  const [user, by] =
    isByUser && kind === 'token_made' ? [stringAt(record, 'user'), reporter] : kind === 'job_let_in' ? [reporter, ruleMakers.get(id)] : [];
  const at = madeAt(Number(valueAt(record, 'created_at')));
  if (user === undefined || by === undefined || at === undefined || user === by) return;
  const key = JSON.stringify([user, by]);
  if (!holders.has(key)) holders.set(key, { user, by, at });
}
