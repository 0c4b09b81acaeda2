import { createHash } from 'node:crypto';
import type { downloadEvidence } from '../../client/index.ts';
import type { Records } from '../../contract/index.ts';
import { given, stringAt, valueAt } from '../../text/index.ts';
import { madeAt, type AttachedFile, type LogFact, type LoggedRecord, type WitnessFact } from '../facts/log.ts';
import type { Hole, Untold } from '../facts/line.ts';
import type { Spool } from '../lines/spool.ts';
import type { KeptHead } from '../witness/read-heads.ts';
import { holeOf, hole } from './gaps.ts';
import { openLogReader, secret, type LogPlace, type LogReader, type LogReading, type ReadLog } from './log-reader.ts';

/** The service whose log is read, and what somebody kept of it. */
export interface LogAccess extends LogReading {
  readonly questions: LogReading['questions'] & { readonly downloadEvidence: typeof downloadEvidence };
  /** Heads of the log that somebody kept. */
  readonly witnesses: readonly KeptHead[];
  /** A file of its own where the records wait. */
  readonly spool: Spool<Records['records'][number]>;
}

/** A trail by its flow and its name. */
export type TrailName = Readonly<Record<'flow' | 'trail', string>>;

/** The log of a service, read bit by bit. */
export interface ServiceLog extends Pick<LogReader, 'readOn'> {
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

export function openLog(access: LogAccess): ServiceLog {
  const place: LogPlace = {};
  const reader = openLogReader(access, place, ({ records }) => access.spool.add(records));
  return {
    readOn: () => reader.readOn(),
    async *lines(scope) {
      yield* reader.gaps();
      if (place.read !== undefined && reader.gaps().length === 0) yield* linesOf(access, place.read, scope);
    },
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
