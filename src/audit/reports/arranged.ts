import { oneLine } from '../../text/index.ts';
import { severities, type Severity } from '../findings/finding.ts';
import type { JudgedFinding } from '../judge/audit.ts';
import { openFindings } from './numbers.ts';

/** Findings that are shown: a browser does not get on with more. */
export const mostFindings = 5000;

interface Group {
  readonly rule: string;
  readonly severity: Severity;
  readonly findings: readonly JudgedFinding[];
}

/** All findings in the order in which they are shown, and where each of them is: other parts lead to it. */
export interface Arranged {
  readonly groups: readonly Group[];
  readonly fixed: readonly JudgedFinding[];
  readonly numbers: ReadonlyMap<string, number>;
  /** The rule of a finding and its severity, and its place on the page; null where it is not shown. */
  readonly shortOf: (key: string) => { readonly words: string; readonly place: string | null };
}

/** The worst first, those of one rule together. */
export function arrange(findings: readonly JudgedFinding[]): Arranged {
  const live = openFindings(findings);
  const groups = severities.toReversed().flatMap((severity) => {
    const some = live.filter((finding) => finding.severity === severity);
    return [...Map.groupBy(some, ({ rule }) => rule)].map(([rule, same]) => ({ rule, severity, findings: same }));
  });
  const shown = groups.flatMap((group) => group.findings).slice(0, mostFindings);
  const numbers = new Map(shown.map(({ key }, index) => [key, index + 1]));
  const byKey = new Map(findings.map((finding) => [finding.key, finding]));
  const shortOf = (key: string): ReturnType<Arranged['shortOf']> => {
    const number = numbers.get(key);
    return { words: shortWords(key, byKey.get(key)), place: number === undefined ? null : `#f${number}` };
  };
  return { groups, fixed: findings.filter(({ status }) => status === 'fixed'), numbers, shortOf };
}

function shortWords(key: string, finding: JudgedFinding | undefined): string {
  if (finding === undefined) return oneLine(key);
  const { accepted, rule, severity } = finding;
  return `${oneLine(rule)} (${severity}${accepted === null ? '' : ', accepted'})`;
}
