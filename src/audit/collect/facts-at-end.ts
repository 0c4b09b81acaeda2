import { oneLine } from '../../text/index.ts';
import type { Hole } from '../facts/line.ts';
import { hole } from './gaps.ts';
import type { ServiceLog } from './log.ts';
import type { ServiceFacts } from './settings.ts';

/** How often facts are read again before a service is too busy for it. */
const mostRounds = 3;

const flowOf = (names: readonly string[]): string => `flow ${oneLine(names.at(-1) ?? '', 100)}`;

/**
 * The facts as they are at the end of the log. While they are read, more is recorded: so the log is read after them, and what its
 * new records are about is read again, until there are none. The log is always read last, so that no fact is later than its end.
 * A trail or an artifact that more was recorded about after three rounds is a hole.
 *
 * @param log was read before the facts were
 */
export async function factsAtEnd(read: ServiceFacts, log: ServiceLog, holes: Hole[]): Promise<ServiceFacts> {
  let facts = read;
  let later = await log.readOn();
  for (let round = 1; round <= mostRounds; round += 1) {
    const again = await facts.again(later);
    if (again === undefined) return facts;
    facts = again;
    later = await log.readOn();
  }
  const { approvals, trails } = facts.touchedBy(later);
  const left = [
    ...trails.map(({ flows, trail }) => `trail ${oneLine(trail, 100)} of ${flowOf(flows)}`),
    ...approvals.map(({ fingerprint, flows }) => `approvals of the artifact ${oneLine(fingerprint, 12)} in ${flowOf(flows)}`),
  ];
  const why = `More was recorded about it after the facts had been read again ${mostRounds} times`;
  holes.push(...left.map((what) => hole(what, why, 'Run the audit again when nobody records about it')));
  return facts;
}
