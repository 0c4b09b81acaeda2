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

/**
 * The log up to its end of now: the records about these trails and their flows, these approvals, and those about no flow, with
 * their files. Other records come as a hash. A log that cannot be read, or a file that is not the recorded one, is a hole.
 */
export async function* collectLog(access: LogAccess, { approvalsOf, trails }: LogScope): AsyncGenerator<LogLine> {
  let read: Awaited<ReturnType<typeof readLog>>;
  try {
    read = await readLog(access);
  } catch (error) {
    const missing = holeOf(logHole, error);
    yield untold('log', missing.why, missing.fix);
    yield missing;
    return;
  }
  yield { kind: 'log', chain: read?.chain ?? null };
  if (read === undefined) {
    yield untold('log', 'The service has no log that could be read', 'Nothing to do where the service keeps none; else update it');
    return;
  }
  for (const witness of access.witnesses) yield { kind: 'witness', ...witness };
  const { names } = read;
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

/**
 * Spools the records, and gives the end of the log and the names of the flows, that of now last: an audit may have asked for an
 * earlier one. `undefined` where there is no log.
 */
async function readLog({
  call,
  org,
  questions: { isNotThere, listRecords },
  report,
  spool,
}: LogAccess): Promise<
  { readonly chain: NonNullable<LogFact['chain']>; readonly names: ReadonlyMap<string, readonly string[]> } | undefined
> {
  const names = new Map<string, readonly string[]>();
  let head: Records['head'] | undefined;
  let orgId = '';
  for (let after = 0; head === undefined || after < head.sequence;) {
    let page: Records;
    try {
      page = await listRecords(call, { org }, { after, limit: pageSize });
    } catch (error) {
      if (after === 0 && isNotThere(error)) return undefined;
      throw error;
    }
    // Records that come while this is read are not in the package.
    head ??= page.head;
    orgId = page.org_id;
    const end = head.sequence;
    const records = page.records.filter(({ sequence }) => sequence <= end);
    for (const { body } of records) {
      const record: unknown = JSON.parse(body);
      const [id, name] = [stringAt(record, 'flow_id'), stringAt(record, 'new_name') ?? stringAt(record, 'flow')];
      const known = names.get(id ?? '') ?? [];
      if (id !== undefined && name !== undefined && known.at(-1) !== name) names.set(id, [...known, name]);
    }
    await spool.add(records);
    after += records.length;
    report(`Read ${after} of ${end} records`);
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
