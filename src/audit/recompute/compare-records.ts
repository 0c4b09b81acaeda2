import { messageOf } from '../../errors/index.ts';
import type { OpenReplay, ReplayedService } from '../collect/past.ts';
import * as client from '../../client/index.ts';
import { readServiceFacts } from '../collect/service.ts';
import type { ServiceAsked, ServiceFacts } from '../collect/settings.ts';
import { readLines } from '../lines/read-lines.ts';
import type { PackedLog } from '../package/manifest.ts';
import type { Told } from './collected.ts';
import { compareFacts } from './compare-facts.ts';
import type { ComparedFacts } from './comparison.ts';
import { shownRecords, type ShownRecord, type Spoken } from './shown-records.ts';

/** Records that are handed over at once, and their text in characters. */
const [mostAtOnce, longestAtOnce] = [500, 4_000_000];

export class Unreplayable extends Error {
  override readonly name = 'Unreplayable';
}

interface Replaying {
  upTo(sequence: number): Promise<void>;
  close(): Promise<void>;
}

/** @param file the `records.ndjson` of a package whose chain was checked */
function replayRecords(service: ReplayedService, file: string, log: PackedLog, report: (sentence: string) => void): Replaying {
  const records = shownRecords(file, log);
  let next: ShownRecord | undefined;
  let [isOver, added] = [false, 0];
  return {
    async upTo(sequence) {
      let batch: ShownRecord[] = [];
      let length = 0;
      const hand = async (): Promise<void> => {
        await service.add(batch).catch((error: unknown) => {
          throw new Unreplayable(messageOf(error), { cause: error });
        });
        added += batch.length;
        report(`Replayed ${added} records`);
        [batch, length] = [[], 0];
      };
      while (!isOver) {
        if (next === undefined) {
          const read = await records.next();
          isOver = read.done === true;
          next = read.done === true ? undefined : read.value;
        }
        if (next === undefined || next.sequence > sequence) break;
        batch.push(next);
        length += next.body.length;
        next = undefined;
        if (batch.length >= mostAtOnce || length >= longestAtOnce) await hand();
      }
      if (batch.length > 0) await hand();
    },
    async close() {
      await records.return(undefined);
    },
  };
}

/** How long a replayed service may be asked. */
const longest = 30 * 60_000;

export function limitOf(interrupt: AbortSignal): client.Deadline {
  return client.startDeadline(longest, interrupt);
}

/** By the code that asked the real service. */
async function collectAgain(
  service: ReplayedService,
  org: string,
  asked: ServiceAsked,
  deadline: client.Deadline,
  report: (sentence: string) => void,
): Promise<ServiceFacts> {
  // No proxy: it listens on this machine.
  const transport = client.openTransport({
    baseUrl: new URL('/api/v2', service.url),
    token: service.token,
    userAgent: 'compliance-evidence/replay',
    network: {},
  });
  try {
    return await readServiceFacts({ transport, deadline, org, questions: client }, { ...asked, report });
  } finally {
    transport.close();
  }
}

interface RecordsToCompare {
  /** The `collected.ndjson` and the `records.ndjson` of a package that holds in itself. */
  readonly collected: string;
  readonly records: string;
  readonly log: PackedLog;
  readonly told: Told;
  readonly spoken: Spoken;
  readonly isOfOtherProgram: boolean;
  readonly isOfPeriod: boolean;
  readonly openReplay: OpenReplay;
  readonly deadline: client.Deadline;
  readonly report: (sentence: string) => void;
}

/** How far the clocks of an audit and of a service may differ, in seconds. */
const tolerance = 60;

/** The longest audit, in seconds: facts of one that claims an earlier beginning do not count as present. */
const longestAudit = 24 * 3600;

/** States of the log that facts are compared with, where records were made while the audit read the service. */
const mostStates = 64;

/**
 * Replays the shown records, and compares the facts with what they say at the end of the log. A fact that holds at a
 * moment of the audit, but not at that end, is not proved: the later records may say no. One that holds at no moment since
 * the audit began differs.
 */
export async function compareRecords(request: RecordsToCompare): Promise<ComparedFacts> {
  const { log, told } = request;
  const [last] = await states(request, [log.to.sequence]);
  if (last === undefined) throw new Error('The records were compared in no state');
  if (last.differing.size === 0 || told.header.asOf !== undefined) return last;
  const began = Date.parse(told.header.at) / 1000;
  if (request.spoken.latest > began + longestAudit) return last;
  const since = began - tolerance;
  const places: number[] = [];
  let before = 0;
  for await (const { at, sequence } of shownRecords(request.records, log)) {
    if (at < since) before = sequence;
    else places.push(sequence);
  }
  if (places.length === 0) return last;
  const step = Math.ceil(places.length / mostStates);
  const earlier = await states(request, [before, ...places.slice(0, -1).filter((_, index) => (index + 1) % step === 0)], last.differing);
  const differing = new Map([...last.differing].filter(([key]) => earlier.every((state) => state.differing.has(key))));
  const older = [...last.differing].flatMap(([key, words]) => {
    if (differing.has(key)) return [];
    // A state in which the fact is unknown does not confirm it.
    const isSame = earlier.some((state) => !state.differing.has(key) && !state.unproven.has(key));
    const why = isSame ? undefined : earlier.find((state) => state.unproven.has(key))?.unproven.get(key);
    return [[key, why ?? `More was recorded after this fact was read, and the report does not know it: ${words}`] as const];
  });
  return { ...last, differing, unproven: new Map([...last.unproven, ...older]) };
}

/** The comparisons with some states of the log, in their order; it stops where none of the `wanted` differences is left. */
async function states(
  { collected, deadline, isOfOtherProgram, isOfPeriod, log, openReplay, records, report, spoken, told }: RecordsToCompare,
  places: readonly number[],
  wanted?: ReadonlyMap<string, string>,
): Promise<readonly ComparedFacts[]> {
  const found: ComparedFacts[] = [];
  const left = new Set(wanted?.keys());
  const publicUrl = told.publicUrl ?? 'https://replayed.invalid';
  const service = await openReplay({ org: log.org, orgId: log.org_id, publicUrl });
  const replaying = replayRecords(service, records, log, report);
  try {
    for (const place of places) {
      await replaying.upTo(place);
      const again = await collectAgain(service, log.org, told.asked, deadline, report);
      report('Comparing the facts with the records');
      const compared = await compareFacts({ lines: () => readLines(collected), told, again, spoken, isOfOtherProgram, isOfPeriod });
      found.push(compared);
      for (const key of left) if (!compared.differing.has(key) && !compared.unproven.has(key)) left.delete(key);
      if (wanted !== undefined && left.size === 0) break;
    }
    return found;
  } finally {
    await replaying.close();
    await service.close();
  }
}
