import { reaches, type Severity } from '../findings/finding.ts';
import { auditOutcome, type AuditNumbers, type AuditOutcome } from '../../presentation/index.ts';
import { count } from '../../text/index.ts';
import { auditNumbers, rulesInNumbers } from '../reports/numbers.ts';
import type { Series } from './series.ts';

export interface SeriesVerdict {
  readonly ending: 'audited' | 'non-compliant' | 'unknown' | 'not-applicable';
  readonly fails: boolean;
}

/**
 * A hole decides first: what nobody saw may hold anything. A finding of high severity that stands is never good news. A finding
 * that is no longer followed stands, because nobody says that it was fixed.
 */
export function verdictOf({ changes, complete, episodes, findings }: Series, failOn: Severity | 'none'): SeriesVerdict {
  if (!complete) return { ending: 'unknown', fails: true };
  const standing = [...findings, ...episodes.filter(({ state }) => state === 'open' || state === 'lost')];
  const fails = failOn !== 'none' && standing.some((one) => reaches(one, failOn));
  if (fails || standing.some((one) => reaches(one, 'high'))) return { ending: 'non-compliant', fails };
  return { ending: changes === 0 ? 'not-applicable' : 'audited', fails };
}

/** How the series is shown: as one audit of all that its audits looked at. */
export function seriesOutcome(series: Series, failOn: Severity | 'none'): AuditOutcome & { readonly why: string } {
  const { audits, changes, complete, episodes, findings, holes } = series;
  const open = episodes.filter(({ state }) => state === 'open' || state === 'lost' || state === 'accepted');
  const accepted = open.filter(({ state }) => state === 'accepted').length;
  const each = audits.map((audit) =>
    auditNumbers({ ...audit, totals: { changes: audit.changes, states: audit.states, landings: 0, commits: 0 } }),
  );
  const sum = (number: (one: AuditNumbers) => number): number => each.reduce((total, one) => total + number(one), 0);
  const outcome = auditOutcome({
    complete,
    changes,
    landings: 0,
    commits: 0,
    unclear: sum(({ unclear }) => unclear),
    // Where an audit found something, its findings tell what became of it.
    uncovered: sum((one) => (one.open === 0 ? one.uncovered : 0)),
    owing: sum(({ owing }) => owing),
    fresh: 0,
    fixed: 0,
    fails: verdictOf(series, failOn).ending === 'non-compliant',
    open: findings.length + open.length,
    accepted,
    ...rulesInNumbers(audits.flatMap(({ rules }) => rules)),
  });
  if (complete) return { ...outcome, why: 'The period is covered without a hole.' };
  return {
    ...outcome,
    why: audits.length === 0 ? 'No audit counts.' : `No complete audit covers ${count(holes.length, 'part')} of the period.`,
  };
}
