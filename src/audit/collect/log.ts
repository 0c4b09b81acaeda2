import { hash } from 'node:crypto';
import type { downloadEvidence } from '../../client/index.ts';
import type { Records } from '../../contract/index.ts';
import { given, stringAt, valueAt } from '../../text/index.ts';
import type { Hole, Untold } from '../facts/line.ts';
import { madeAt, type AttachedFile, type LogFact, type LoggedRecord, type WitnessFact } from '../facts/log.ts';
import type { ReportedHead } from '../facts/previous.ts';
import type { Spool } from '../lines/write-lines.ts';
import { keptByReport, type KeptHead } from '../witness/read-heads.ts';
import { openRecordChain, unproven, type ProvenLink, type RecordChain } from '../witness/record-chain.ts';
import { hole, holeOf } from './gaps.ts';
import { openLogReader, secret, type LogPlace, type LogReader, type LogReading, type ReadLog } from './log-reader.ts';

interface LogAccess extends LogReading {
  readonly questions: LogReading['questions'] & { readonly downloadEvidence: typeof downloadEvidence };
  /** Heads of the log that were kept outside the service. */
  readonly witnesses: readonly KeptHead[];
  /** A file of its own where the records wait. */
  readonly spool: Spool<Records['records'][number]>;
}

export type TrailName = Readonly<Record<'flow' | 'trail', string>>;

export interface ServiceLog extends Pick<LogReader, 'readOn'> {
  /**
   * The log up to where it was read: the records about these trails and their flows, these approvals, and those about no
   * flow, with their files. Other records come as a hash. A log that cannot be read, or a file that is not the recorded one,
   * is a hole.
   */
  lines(scope: LogScope): AsyncGenerator<LogLine>;
}

interface LogScope {
  /** Trails of audited changes and artifacts. */
  readonly trails: readonly TrailName[];
  /** Flows of which every approval is among the facts. */
  readonly approvalsOf: readonly string[];
}

type LogLine = LogFact | WitnessFact | LoggedRecord | AttachedFile | Hole | Untold;

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

async function* linesOf(access: LogAccess, { chain, holders, names }: ReadLog, { approvalsOf, trails }: LogScope): AsyncGenerator<LogLine> {
  yield { kind: 'log', chain, ...heldBy(holders) };
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
      const bodySha256 = hash('sha256', body);
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

function heldBy(holders: ReadLog['holders']): Pick<LogFact, 'holders'> {
  return holders.size === 0 ? {} : { holders: [...holders.values()] };
}

async function fileOf(
  { call, org, questions: { downloadEvidence } }: LogAccess,
  { flow, id, sha256, trail }: { readonly flow: string; readonly trail: string; readonly id: string; readonly sha256: string },
): Promise<AttachedFile | Hole> {
  const what = `file attached to the record ${id}`;
  try {
    const { content } = await downloadEvidence(call, { org, flow_name: flow, trail_name: trail, attestation_id: id });
    if (hash('sha256', content) === sha256) return { kind: 'attached', sha256, content: content.toString('base64') };
    return hole(what, 'The service gave another file than was recorded', 'Have the service verified by `compliance-evidence verify`');
  } catch (error) {
    return holeOf(what, error);
  }
}

/** A log against which several audits hold kept heads, one after the other: each record is asked for once. */
export interface SharedLog {
  /** @param before the head that the audit before this one read */
  open(access: LogReading & { readonly witnesses: readonly KeptHead[]; readonly before: ReportedHead | null }): ServiceLog;
  /** The end, as far as it was read; undefined where it could not be read. */
  readonly end: () => LogPlace['read'];
}

/** For each record it keeps 40 bytes: the link and the moment. */
export function openSharedLog(): SharedLog {
  const place: LogPlace = {};
  const links = openLinks();
  let chain: RecordChain | undefined;
  return {
    end: () => place.read,
    open(access) {
      const { before, org, witnesses } = access;
      const reader = openLogReader(access, place, ({ org_id: orgId, records }) => {
        chain ??= openRecordChain({ org, orgId });
        for (const { body, link, sequence } of records) {
          // After a reading that broke off some come again.
          if (sequence <= links.count()) continue;
          const proven = chain.add({ kind: 'record', sequence, link, body });
          if (proven !== undefined) links.add(proven);
        }
      });
      return {
        readOn: () => reader.readOn(),
        async *lines() {
          const gaps = reader.gaps();
          yield* gaps;
          if (place.read === undefined || gaps.length > 0) return;
          const said = place.read.chain;
          const kept = new Map([...keptByReport(before, org), ...witnesses].map((head) => [head.link, unproven(head)]));
          const worked = (chain ?? openRecordChain(said)).result(said);
          yield {
            kind: 'log',
            chain: said,
            ...heldBy(place.read.holders),
            workedOut: { ...worked, witnesses: [...kept.values()].map((head) => ({ ...head, ...links.find(head.link) })) },
          };
        },
      };
    },
  };
}

const [linkSize, size] = [32, 40];

/** The links of the records 1, 2, 3 and so on, in one piece of memory that grows. */
function openLinks(): {
  readonly count: () => number;
  readonly add: (one: ProvenLink) => void;
  readonly find: (link: string) => Omit<ProvenLink, 'link'> | undefined;
} {
  let held = Buffer.alloc(size * 1024);
  let count = 0;
  return {
    count: () => count,
    add({ at, link }) {
      const start = count * size;
      if (start === held.length) held = Buffer.concat([held, Buffer.alloc(held.length)]);
      held.write(link, start, 'hex');
      held.writeDoubleBE(at === null ? Number.NaN : Date.parse(at) / 1000, start + linkSize);
      count += 1;
    },
    find(link) {
      const wanted = Buffer.from(link, 'hex');
      const all = held.subarray(0, count * size);
      for (let start = all.indexOf(wanted); start !== -1; start = all.indexOf(wanted, start + 1)) {
        if (start % size !== 0) continue;
        return { sequence: start / size + 1, at: madeAt(held.readDoubleBE(start + linkSize)) ?? null };
      }
      return undefined;
    },
  };
}
