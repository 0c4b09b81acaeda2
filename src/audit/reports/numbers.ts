import type { AuditNumbers } from '../../presentation/index.ts';
import type { Audit, JudgedFinding } from '../judge/audit.ts';
import type { ChangeState } from '../judge/change.ts';
import { untestedRules } from './incomplete.ts';

/** The result of an audit in numbers. An accepted finding is open all the same. */
export function numbersOf({ complete, findings, rules, totals }: Audit): AuditNumbers {
  const open = openFindings(findings);
  const untested = untestedRules(rules);
  const { changes, commits, landings, states } = totals;
  const inState = (...some: readonly ChangeState[]): number => some.reduce((sum, state) => sum + (states[state] ?? 0), 0);
  const covered = inState('covered', 'tested-on-head-only');
  const owingNothing = inState('excluded', 'outside-every-flow');
  const unclear = inState('unknown');
  return {
    complete,
    changes,
    landings,
    commits,
    unclear,
    uncovered: changes - covered - owingNothing - unclear,
    owing: changes - owingNothing,
    open: open.length,
    accepted: open.filter(({ accepted }) => accepted !== null).length,
    fresh: open.filter(({ status }) => status === 'new').length,
    fixed: findings.length - open.length,
    untested: untested.filter(({ isPartly }) => !isPartly).length,
    partly: untested.filter(({ isPartly }) => isPartly).length,
  };
}

/** Open findings, accepted ones too. */
export function openFindings(findings: readonly JudgedFinding[]): readonly JudgedFinding[] {
  return findings.filter(({ status }) => status !== 'fixed');
}
