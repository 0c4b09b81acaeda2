import type { AuditNumbers } from '../../presentation/index.ts';
import type { Audit } from '../judge/audit.ts';

/** The result of an audit in numbers. An accepted finding is open all the same. */
export function numbersOf({ complete, findings, rules, totals }: Audit): AuditNumbers {
  const open = findings.filter(({ status }) => status !== 'fixed');
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
    untested: rules.filter(({ result }) => result === 'not tested').length,
    partly: rules.filter(({ result, why }) => result === 'tested' && why !== null).length,
  };
}
