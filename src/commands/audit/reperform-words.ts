import type { Difference, FindingDifference, NotCompared, OpenedPackage } from '../../audit/index.ts';
import { auditTones, minuteOf } from '../../presentation/index.ts';
import { count, grouped, markdown, oneLine } from '../../text/index.ts';
import type { Viewed } from '../run/result.ts';

/** A repeated audit, held against the package of the first one. */
export interface ReperformedFacts {
  /**
   * `non-compliant`: a fact differs that must not. `unknown`: something could not be compared. `incomplete`: only what came later.
   * `audited`: nothing differs.
   */
  readonly ending: 'audited' | 'non-compliant' | 'incomplete' | 'unknown';
  readonly repository: string | null;
  readonly period: { readonly since: string | null; readonly until: string };
  readonly package: { readonly manifest: string; readonly outcome: OpenedPackage['outcome']; readonly readAt: string };
  readonly readAt: string;
  /** Commits that the package names, and how many of them the clone did not have. */
  readonly clone: { readonly commits: number; readonly lacking: number };
  readonly differences: readonly Difference[];
  /** Counts all differences; `differences` has only the first of each weight. */
  readonly counts: Readonly<Record<Difference['weight'], number>>;
  readonly findings: readonly FindingDifference[];
  readonly notCompared: readonly NotCompared[];
}

/** As many of a kind as people read; `--json` has more. */
const mostShown = 200;

/** These words are made here, so that no other command has to load them. */
export function viewReperformed(facts: ReperformedFacts): Viewed {
  const { counts, differences, ending, findings, notCompared } = facts;
  const of = (weight: Difference['weight']): readonly string[] =>
    differences.filter((one) => one.weight === weight).flatMap(differenceLines);
  const unread = [...notCompared.filter((gap) => gap.counts).flatMap(gapLines), ...of('not-compared')];
  const absent = notCompared.filter((gap) => !gap.counts).map(({ what, why }) => oneLine(`${what}: ${why}`, 500));
  const groups = [
    { title: `Differs, and must not: ${grouped(counts.altered)}`, lines: of('altered') },
    { title: 'Could not be compared', lines: unread },
    { title: `Came later, or may change: ${grouped(counts.later)}`, lines: of('later') },
    { title: `Findings that differ: ${grouped(findings.length)}`, lines: findings.map(findingLine) },
    { title: 'The package has none either', lines: absent },
  ]
    .filter(({ lines }) => lines.length > 0)
    .map(({ lines, title }) => ({ title, lines: shortened(lines) }));
  const end = endLine(facts);
  const summary = [`## ${markdown(end, 1_000)}`, ...groups.map(({ lines, title }) => `### ${markdown(title)}\n\n${listOf(lines)}`)].join(
    '\n\n',
  );
  return {
    kind: 'viewed',
    command: 'audit',
    ending,
    fails: ending !== 'audited',
    view: { groups, lines: [end], summary: `${summary}\n` },
    json: reperformedJson(facts),
  };
}

/** For machines. Every key is always present. */
function reperformedJson(facts: ReperformedFacts): Readonly<Record<string, unknown>> {
  const { clone, counts, differences, ending, findings, notCompared, package: packed, period, readAt, repository } = facts;
  return {
    verdict: ending,
    repository,
    period,
    package: { manifest: packed.manifest, outcome: packed.outcome, read_at: packed.readAt },
    read_at: readAt,
    clone,
    counts: { altered: counts.altered, later: counts.later, not_compared: counts['not-compared'] },
    differences: differences.map(({ weight, ...difference }) => ({ weight: weight.replace('-', '_'), ...difference })),
    not_compared: notCompared.map(({ counts: isGap, ...gap }) => ({ ...gap, in_package: isGap })),
    findings,
  };
}

function shortened(lines: readonly string[]): readonly string[] {
  return lines.length <= mostShown ? lines : [...lines.slice(0, mostShown), `and ${grouped(lines.length - mostShown)} more: see --json`];
}

/** As many as fit into the summary of a job, which holds 1 MiB. */
const mostInSummary = 50;

function listOf(lines: readonly string[]): string {
  const shown = lines.slice(0, mostInSummary).map((line) => `- ${markdown(line, 1_000)}`);
  return [...shown, ...(lines.length > mostInSummary ? ['- …'] : [])].join('\n');
}

function differenceLines({ after, before, field, subject, what }: Difference): readonly string[] {
  const name = oneLine(subject, 300);
  if (field === null) {
    const value = before ?? after;
    return [`${name} is ${what === 'changed' ? 'other' : what}${value === null ? '' : `: ${oneLine(value, 400)}`}`];
  }
  return [`${name}: ${field} was ${valueWords(before)}, and is ${valueWords(after)}`];
}

function valueWords(value: string | null): string {
  return value === null ? 'nothing' : oneLine(value, 400);
}

function gapLines({ fix, what, why }: NotCompared): readonly string[] {
  return [oneLine(`${what}: ${why}`, 500), `   ${oneLine(fix, 500)}`];
}

function findingLine({ after, before, key, what }: FindingDifference): string {
  const value = what === 'changed' ? `was ${before}, and is ${after}` : (before ?? after ?? '');
  return oneLine(`${what} ${key}: ${value}`, 1_000);
}

const marks = {
  audited: `${auditTones.clear.icon} The same`,
  'non-compliant': `${auditTones.failing.icon} Differs`,
  incomplete: `${auditTones.open.icon} Only later additions`,
  unknown: `${auditTones.unknown.icon} Not all could be compared`,
} as const;

const outcomes = {
  witnessed: 'witnessed by a head that you gave',
  'partly-witnessed': 'witnessed in part by a head that you gave',
  consistent: 'consistent in itself, and not witnessed',
} as const;

function endLine({ counts, ending, findings, package: { outcome, readAt }, period, ...result }: ReperformedFacts): string {
  const since = period.since === null ? 'a commit' : minuteOf(period.since);
  return [
    `${marks[ending]}: ${result.repository ?? 'the repository'} from ${since} to ${minuteOf(period.until)}, as read ${minuteOf(readAt)} and ${minuteOf(result.readAt)}`,
    `${count(counts.altered, 'difference')} that must not be, ${grouped(counts.later)} that may`,
    `${count(findings.length, 'finding')} ${findings.length === 1 ? 'differs' : 'differ'}`,
    `the package is ${outcomes[outcome]}`,
  ].join('; ');
}
