import type { Line } from '../../audit/index.ts';
import { Fault } from '../../errors/index.ts';
import { count } from '../../text/index.ts';
import type { Report } from '../run/context.ts';

export type KnownGap = Extract<Line, { readonly kind: 'hole' | 'untold' }>;

type Untold = Extract<Line, { readonly kind: 'untold' }>;

/** The kind of line that shows that a source was asked. Landings come last. No line shows it for the run before. */
const tellers: readonly (readonly [source: Untold['source'], kind: Line['kind'] | null])[] = [
  ['landings', 'landing'],
  ['pull-requests', 'landing'],
  ['paths', 'landing'],
  ['trails', 'landing'],
  ['records', 'landing'],
  ['checks', 'landing'],
  ['rules', 'branch-rules'],
  ['workflows', 'landing'],
  ['deployments', 'deployment'],
  ['releases', 'release'],
  ['tags', 'tag'],
  ['artifacts', 'artifact'],
  ['snapshots', 'flow'],
  ['approvals', 'approval'],
  ['notifications', 'notification'],
  ['log', null],
];

const linesBetween = 200;

/**
 * The collected lines, until a source stops answering. Then come a hole for the rest and the end of the file, so that
 * there is a report of what is there. Sources without a line by then are untold: a rule that found nothing because of them
 * is not tested. Where no line came before, there is no audit: the error is thrown.
 * @param gaps what is missing already
 */
export async function* endingLines(lines: AsyncIterable<Line>, gaps: readonly KnownGap[], report: Report): AsyncGenerator<Line> {
  const counts: Record<string, number> = {};
  const untold = new Set<string>();
  let all = 0;
  // They are asked only where GitHub's checks are the evidence, and rules also where the audit asks for them.
  const unasked = new Set<Untold['source']>(['checks', 'rules']);
  const landings = (): string => count(counts['landing'] ?? 0, 'landing');
  try {
    for await (const line of lines) {
      if (line.kind === 'end') {
        for (const gap of gaps) yield countLine(gap, counts);
        yield { ...line, counts: { ...counts } };
        return;
      }
      all += 1;
      if (line.kind === 'audit' && (line.evidence === 'github' || line.rules === true)) unasked.delete('rules');
      if (line.kind === 'audit' && line.evidence === 'github') unasked.delete('checks');
      if (line.kind === 'untold') untold.add(line.source);
      yield countLine(line, counts);
      if (all % linesBetween === 0)
        report({ kind: 'progress', message: `${landings()} collected`, steps: { done: counts['landing'] ?? 0 } });
    }
  } catch (error) {
    if (all === 0 || !(error instanceof Fault) || error.code === 'interrupted') throw error;
    report({
      kind: 'warning',
      message: `${error.message}\nUntil then ${landings()} could be collected: the reports have them, and say that the rest is missing`,
    });
    const { message: why, fix = 'Run the audit again' } = error;
    const silent = silentSources(counts, untold).filter((source) => !unasked.has(source));
    for (const source of silent) yield countLine({ kind: 'untold', source, why, fix }, counts);
    const rest: KnownGap = { kind: 'hole', what: 'the rest of the audit', why, fix };
    for (const gap of [...gaps, rest]) yield countLine(gap, counts);
    yield { kind: 'end', counts: { ...counts }, trailsElsewhere: 0 };
  }
}

/** Sources without a line so far. When the first landing came, all others had been asked. */
function silentSources(counts: Readonly<Record<string, number>>, untold: ReadonlySet<string>): readonly Untold['source'][] {
  if (counts['landing'] !== undefined) return [];
  return tellers.flatMap(([source, kind]) => (untold.has(source) || (kind !== null && counts[kind] !== undefined) ? [] : [source]));
}

function countLine(line: Line, counts: Record<string, number>): Line {
  counts[line.kind] = (counts[line.kind] ?? 0) + 1;
  return line;
}
