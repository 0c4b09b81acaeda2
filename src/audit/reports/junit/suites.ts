import { auditOutcome, carriedWords, entryWords, populationWords, type LookedAt } from '../../../presentation/index.ts';
import { count } from '../../../text/index.ts';
import type { Audit, JudgedFinding, RuleResult } from '../../judge/audit.ts';
import { gitAloneWords } from '../git-alone.ts';
import { lookedAt, missing } from '../incomplete.ts';
import { nameless } from '../nameless.ts';
import { numbersOf, openFindings } from '../numbers.ts';

/** A test case of the report. `body` has several lines. */
export interface Case {
  readonly name: string;
  readonly ended: 'passed' | 'failure' | 'error' | 'skipped';
  readonly message: string;
  readonly body: readonly string[];
}

export interface Suite {
  readonly name: string;
  /** Made as they are asked for: there may be as many as findings. */
  readonly cases: () => Iterable<Case>;
}

/**
 * A suite for the population, then one suite for each rule: a case for each finding, and one case for everything else that it
 * tested. So a CI lists as failed the things to do, and shows the result of each rule. A rule that was not tested is skipped,
 * with the reason.
 */
export function suitesOf(audit: Audit): readonly Suite[] {
  const { rules } = audit;
  const byRule = Map.groupBy(openFindings(audit.findings), ({ rule }) => rule);
  const looked = lookedAt(audit);
  const cases = (name: string): Iterable<Case> => (byRule.get(name) ?? []).values().map((finding) => found(finding, looked));
  const others = [...byRule.keys()].filter((name) => !rules.some(({ rule }) => rule === name));
  return [
    { name: 'population', cases: () => population(audit) },
    ...rules.map((rule): Suite => ({
      name: rule.rule,
      *cases() {
        yield* cases(rule.rule);
        yield* rest(rule);
      },
    })),
    ...others.map((name) => ({ name, cases: () => cases(name) })),
  ];
}

function population(audit: Audit): readonly Case[] {
  const numbers = numbersOf(audit);
  const holes = missing(audit).map(({ fix, what, why }, index): Case => ({
    name: `missing ${index + 1}: ${nameless(what, 200)}`,
    ended: 'error',
    message: `${what}: ${why}`,
    body: `Fix: ${fix}`.split('\n'),
  }));
  if (holes.length > 0) return holes;
  const name = 'all that landed could be read';
  // A week without a change is no proof that anything works.
  if (numbers.changes === 0)
    return [{ name, ended: 'skipped', message: auditOutcome({ ...numbers, open: 0, accepted: 0 }).text, body: [] }];
  const limit = gitAloneWords(audit.world);
  const read = `${name}: ${populationWords(numbers)}`;
  if (limit !== undefined) return [{ name: read, ended: 'skipped', message: `Told by ${limit}`, body: [] }];
  return [{ name: read, ended: 'passed', message: '', body: [] }];
}

function found(finding: JudgedFinding, looked: LookedAt): Case {
  const { accepted, at, carried, firstSeen, fix, key, message, rule, severity, status, subject } = finding;
  const body = [
    `Severity: ${severity}`,
    ...(subject.url === null ? [] : [subject.url]),
    ...`Fix: ${fix}`.split('\n'),
    ...(at === null ? [] : [`Happened at ${at}`]),
    `${status === 'new' ? 'New in this audit' : `Open since ${firstSeen}`}${carried ? `, ${carriedWords(finding, looked)}` : ''}`,
  ];
  const name = key.startsWith(`${rule}:`) ? key.slice(rule.length + 1) : key;
  if (accepted === null) return { name, ended: 'failure', message, body };
  return {
    name,
    ended: 'skipped',
    message: `Accepted by ${accepted.owner} until ${accepted.until}: ${accepted.reason}; ${entryWords(accepted.by)}. ${message}`,
    body: [],
  };
}

/** The note of a rule apart from its findings. */
function rest({ found: wrong, result, tested, why }: RuleResult): readonly Case[] {
  const passed = tested - wrong;
  const reason = why ?? 'Nobody says why';
  switch (result) {
    case 'not applicable':
      return [{ name: 'not applicable', ended: 'skipped', message: why ?? 'There was nothing that it is about', body: [] }];
    case 'not tested':
      return [{ name: 'not tested', ended: 'skipped', message: reason, body: [] }];
    case 'tested':
      return [
        ...(passed > 0
          ? [{ name: `nothing found about ${count(passed, 'subject')}`, ended: 'passed', message: '', body: [] } as const]
          : []),
        ...(why === null ? [] : [{ name: 'not tested everywhere', ended: 'skipped', message: reason, body: [] } as const]),
      ];
  }
}
