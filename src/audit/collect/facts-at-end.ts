import { oneLine } from '../../text/index.ts';
import type { Hole } from '../facts/line.ts';
import { hole } from './gaps.ts';
import type { ServiceLog } from './log.ts';
import type { ServiceFacts } from './settings.ts';

/** How often facts are read again before a service is too busy for it. */
const mostRounds = 3;

/**
 * The facts as they are at the end of the log. While they are read, more is recorded: so the log is read after them, and what its
 * new records are about is read again, until there are none. The log is always read last, so that no fact is later than its end.
 * A trail that is still recorded on after three rounds is a hole.
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
  for (const { flows, trail } of facts.touchedBy(later)) {
    const what = `trail ${oneLine(trail, 100)} of flow ${oneLine(flows.at(-1) ?? '', 100)}`;
    const why = `More was recorded on it each time after it had been read, ${mostRounds} times again`;
    holes.push(hole(what, why, 'Run the audit again when nobody records on it'));
  }
  return facts;
}
