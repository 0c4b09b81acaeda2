import type { AuditNumbers } from '../../presentation/index.ts';
import type { Audit, JudgedFinding } from '../judge/audit.ts';
import { untestedRules } from './incomplete.ts';

/** The result of an audit in numbers. An accepted finding is open all the same. */
export function numbersOf({ complete, findings, rules, totals }: Audit): AuditNumbers {
  const open = openFindings(findings);
  const untested = untestedRules(rules);
  const { changes, commits, landings } = totals;
  return {
    complete,
    changes,
    landings,
    commits,
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
