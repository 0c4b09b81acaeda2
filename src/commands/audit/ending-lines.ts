import type { AuditHole, Line } from '../../audit/index.ts';
import { Fault } from '../../errors/index.ts';
import { count } from '../../text/index.ts';
import type { Report } from '../report.ts';

/** Between two words about how far it is. */
const linesBetween = 200;

/**
 * The lines of what is collected, until something does not answer any more: then a hole for the rest, and the end of the
 * file, so that what there is can be reported. Where nothing came before, there is no audit: the error is thrown.
 *
 * @param holes what is missing already
 */
export async function* endingLines(lines: AsyncIterable<Line>, holes: readonly AuditHole[], report: Report): AsyncGenerator<Line> {
  const counts: Record<string, number> = {};
  let all = 0;
  const landings = (): string => count(counts['landing'] ?? 0, 'landing');
  const ending = (trailsElsewhere: number): Line => ({ kind: 'end', counts: { ...counts }, trailsElsewhere });
  try {
    for await (const line of lines) {
      if (line.kind === 'end') {
        for (const hole of holes) yield counted(hole, counts);
        yield ending(line.trailsElsewhere);
        return;
      }
      all += 1;
      yield counted(line, counts);
      if (all % linesBetween === 0) report({ kind: 'progress', message: `${landings()} collected` });
    }
  } catch (error) {
    if (all === 0 || !(error instanceof Fault) || error.code === 'interrupted') throw error;
    report({
      kind: 'warning',
      message: `${error.message}\nUntil then ${landings()} could be collected: the reports have them, and say that the rest is missing`,
    });
    const rest: AuditHole = { kind: 'hole', what: 'the rest of the audit', why: error.message, fix: error.fix ?? 'Run the audit again' };
    for (const hole of [...holes, rest]) yield counted(hole, counts);
    yield ending(0);
  }
}

function counted(line: Line, counts: Record<string, number>): Line {
  counts[line.kind] = (counts[line.kind] ?? 0) + 1;
  return line;
}
