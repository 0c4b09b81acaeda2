import { auditOutcome, type AuditNumbers, type AuditOutcome } from '../../presentation/index.ts';
import { reaches, severities, type Severity } from '../findings/finding.ts';
import type { Audit, AuditTotals, JudgedFinding, RuleResult } from '../judge/audit.ts';
import type { ChangeState } from '../judge/change.ts';
import { untestedRules } from './incomplete.ts';

/** The parts of an audit that its numbers are made of. */
export interface NumberedAudit {
  readonly complete: boolean;
  readonly findings: readonly (Pick<JudgedFinding, 'severity'> & { readonly status?: string; readonly accepted: object | null })[];
  readonly rules: readonly Pick<RuleResult, 'rule' | 'result' | 'tested' | 'why'>[];
  readonly totals: Pick<AuditTotals, 'changes' | 'commits' | 'landings' | 'states'>;
}

/** The result of an audit in numbers. An accepted finding is open all the same. */
export function numbersOf(audit: Audit): AuditNumbers {
  const wanted = audit.failOn ?? audit.world.header.inputs['fail-on-severity'];
  const complete = audit.complete && audit.world.holes.length === 0;
  return auditNumbers(
    { ...audit, complete },
    severities.find((severity) => severity === wanted),
  );
}

/** How an audit is shown, wherever it is shown. */
export function outcomeOf(audit: Audit): AuditOutcome {
  return auditOutcome(numbersOf(audit));
}

/** `failOn`: besides high ones, findings of this severity fail it. */
export function auditNumbers({ complete, findings, rules, totals }: NumberedAudit, failOn: Severity = 'high'): AuditNumbers {
  const open = findings.filter(({ status }) => status !== 'fixed');
  const standing = open.filter(({ accepted }) => accepted === null);
  const { changes, commits, landings, states } = totals;
  const inState = (...some: readonly ChangeState[]): number => some.reduce((sum, state) => sum + (states[state] ?? 0), 0);
  const covered = inState('covered', 'tested-on-head-only');
  const owingNothing = inState('excluded', 'outside-every-flow');
  const unclear = inState('unknown');
  return {
    complete,
    fails: standing.some((finding) => reaches(finding, 'high') || reaches(finding, failOn)),
    changes,
    landings,
    commits,
    unclear,
    uncovered: changes - covered - owingNothing - unclear,
    owing: changes - owingNothing,
    open: open.length,
    accepted: open.length - standing.length,
    fresh: open.filter(({ status }) => status === 'new').length,
    fixed: findings.length - open.length,
    ...rulesInNumbers(rules),
  };
}

/** How many rules were tested, not at all, and not everywhere; of several audits each rule once. */
export function rulesInNumbers(rules: NumberedAudit['rules']): Pick<AuditNumbers, 'tested' | 'untested' | 'partly'> {
  const without = untestedRules(rules);
  const names = (isWanted: boolean): number => new Set(without.flatMap(({ isPartly, rule }) => (isPartly === isWanted ? [rule] : []))).size;
  return { tested: rules.filter(({ tested }) => tested > 0).length, untested: names(false), partly: names(true) };
}

/** Open findings, accepted ones too. */
export function openFindings(findings: readonly JudgedFinding[]): readonly JudgedFinding[] {
  return findings.filter(({ status }) => status !== 'fixed');
}
