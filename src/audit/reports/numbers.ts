import { auditOutcome, rulesInNumbers, togetherOutcome } from '../../presentation/index.ts';
import type { AuditNumbers, AuditOutcome, LookedAt } from '../../presentation/index.ts';
import { recordOf } from '../../text/index.ts';
import { reaches, severities, type Severity } from '../facts/finding.ts';
import type { Audit, AuditTotals, JudgedFinding, RuleResult } from '../judge/audit.ts';

export interface NumberedAudit {
  readonly complete: boolean;
  readonly findings: readonly (Pick<JudgedFinding, 'severity'> & { readonly status?: string; readonly accepted: object | null })[];
  readonly rules: readonly (Pick<RuleResult, 'rule' | 'result' | 'tested' | 'why'> & { readonly lack?: RuleResult['lack'] })[];
  readonly totals: Pick<AuditTotals, 'changes' | 'commits' | 'landings' | 'states'>;
}

/** An accepted finding is still open. */
export function numbersOf(audit: Audit): AuditNumbers {
  const wanted = audit.failOn ?? audit.world.header.inputs['fail-on-severity'];
  const complete = audit.complete && audit.world.holes.length === 0;
  return auditNumbers({ ...audit, complete }, wanted === 'none' ? wanted : severities.find((severity) => severity === wanted));
}

export function outcomeOf(audit: Audit): AuditOutcome {
  return auditOutcome(numbersOf(audit));
}

export function outcomeOfAll(audits: readonly NumberedAudit[], complete: boolean, failOn: Severity | 'none'): AuditOutcome {
  const each = audits.map((audit) => auditNumbers(audit, failOn));
  return togetherOutcome(each, { complete, ...addNumbers(each), ...rulesInNumbers(audits.flatMap(({ rules }) => rules)) });
}

const added = ['changes', 'landings', 'commits', 'unclear', 'uncovered', 'owing', 'open', 'accepted', 'fresh', 'fixed'] as const;

/** A rule of several audits counts once: its numbers are not added. */
export function addNumbers(each: readonly AuditNumbers[]): Omit<AuditNumbers, 'complete' | 'tested' | 'untested' | 'partly'> {
  return {
    agrees: each.every(({ agrees }) => agrees),
    fails: each.some(({ fails }) => fails),
    stops: each.some(({ stops }) => stops),
    ...recordOf(added, (name) => each.reduce((sum, one) => sum + one[name], 0)),
  };
}

/** Whether standing findings count against an audit, and whether they fail its run. A high one is never good news. */
export function weightOf(
  standing: readonly Pick<JudgedFinding, 'severity'>[],
  failOn: Severity | 'none',
): Pick<AuditNumbers, 'fails' | 'stops'> {
  const has = (least: Severity): boolean => standing.some((finding) => reaches(finding, least));
  const stops = failOn !== 'none' && has(failOn);
  return { stops, fails: stops || has('high') };
}

export function auditNumbers({ complete, findings, rules, totals }: NumberedAudit, failOn: Severity | 'none' = 'high'): AuditNumbers {
  const open = findings.filter(({ status }) => status !== 'fixed');
  const standing = open.filter(({ accepted }) => accepted === null);
  const { changes, commits, landings, states } = totals;
  const inState = (...some: readonly string[]): number => some.reduce((sum, state) => sum + (states[state] ?? 0), 0);
  const covered = inState('covered', 'covered-now', 'tested-on-head-only');
  const owingNothing = inState('excluded', 'outside-every-flow');
  const unclear = inState('unknown');
  return {
    complete,
    agrees: changes === inState(...Object.keys(states)),
    ...weightOf(standing, failOn),
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

/** Open findings, accepted ones too. */
export function openFindings(findings: readonly JudgedFinding[]): readonly JudgedFinding[] {
  return findings.filter(({ status }) => status !== 'fixed');
}

/** The rule under which a report says that the verdict is unknown, where its form has room only for findings. */
export const unknownRule = {
  rule: 'unknown',
  text: 'All that landed could be read, and it is known how it stood',
  severity: 'critical',
  controls: ['SOC 2 CC8.1'],
  fix: 'See what is missing, and run the audit again: until then nobody can say what else it would find',
} as const;

/** All that makes the verdict unknown, and how to get it; empty where it is known. */
export function missingParts(audit: Audit): readonly { readonly what: string; readonly why: string; readonly fix: string }[] {
  const { holes } = audit.world;
  if (holes.length > 0) return holes;
  const { kind, text } = outcomeOf(audit);
  return kind === 'unknown' ? [{ what: 'The verdict', why: text, fix: unknownRule.fix }] : [];
}

export function lookedAt({ complete, world }: Pick<Audit, 'complete' | 'world'>): LookedAt {
  const { period, timeZone } = world.header;
  return { complete, since: period.since, timeZone };
}
