import { rulesInNumbers, togetherOutcome, type AuditNumbers, type AuditOutcome } from '../../presentation/index.ts';
import { count } from '../../text/index.ts';
import type { Severity } from '../facts/finding.ts';
import { auditNumbers, weightOf } from '../reports/numbers.ts';
import type { Series } from './series.ts';

/**
 * How the series is shown: as one audit of all that its audits looked at, and never better than any of them. A finding that is no longer
 * followed stands, because nobody says that it was fixed.
 */
export function seriesOutcome(series: Series, failOn: Severity | 'none'): AuditOutcome & { readonly why: string } {
  const { audits, changes, complete, episodes, findings, holes } = series;
  const standing = episodes.filter(({ state }) => state === 'open' || state === 'lost');
  const accepted = episodes.filter(({ state }) => state === 'accepted').length;
  // Whether the period is covered is told by the series, and not by each of its audits.
  const each = audits.map((audit) =>
    auditNumbers({ ...audit, complete: true, totals: { changes: audit.changes, states: audit.states, landings: 0, commits: 0 } }),
  );
  const sum = (number: (one: AuditNumbers) => number): number => each.reduce((total, one) => total + number(one), 0);
  const outcome = togetherOutcome(each, {
    complete,
    agrees: each.every(({ agrees }) => agrees),
    changes,
    landings: 0,
    commits: 0,
    unclear: sum(({ unclear }) => unclear),
    // Where an audit found something, its findings tell what became of it.
    uncovered: sum((one) => (one.open === 0 ? one.uncovered : 0)),
    owing: sum(({ owing }) => owing),
    fresh: 0,
    fixed: 0,
    ...weightOf([...findings, ...standing], failOn),
    open: findings.length + standing.length + accepted,
    accepted,
    ...rulesInNumbers(audits.flatMap(({ rules }) => rules)),
  });
  if (complete) return { ...outcome, why: 'The period is covered without a hole.' };
  return {
    ...outcome,
    why: audits.length === 0 ? 'No audit counts.' : `No complete audit covers ${count(holes.length, 'part')} of the period.`,
  };
}
