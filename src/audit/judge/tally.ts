import { keyOf, reaches, type Finding } from '../findings/finding.ts';
import type { World } from './world.ts';
import type { RuleResult } from './audit.ts';
import { lacks, type Found, type Lack, type Outcome, type Rule } from '../rules/rule.ts';

/** How often a rule judged, and what it found. */
export interface Tally {
  /** The sources that the rule lacks; undefined where it can judge. */
  readonly untold: string | undefined;
  /** `at`: the landing of the change that it is about. */
  add(outcome: Outcome, at?: string | null): void;
  result(): RuleResult;
  findings(): readonly Finding[];
}

/** Counts the outcomes of one rule. */
export function openTally(rule: Rule, world: World): Tally {
  const findings = new Map<string, Finding>();
  const reasons = new Map<string, number>();
  const lacked = new Set<Lack>();
  let tested = 0;
  let found = 0;
  const missing = missingOf(rule, world);
  if (missing.length > 0) lacked.add(missing.every(({ unasked }) => unasked === true) ? 'head' : 'answer');
  const untold = missing.length === 0 ? undefined : [...new Set(missing.map(({ why }) => why))].join('. ');
  return {
    untold,
    add(outcome, at = null) {
      if (outcome.kind === 'not-applicable') return;
      if (outcome.kind === 'not-tested') {
        reasons.set(outcome.why, (reasons.get(outcome.why) ?? 0) + 1);
        lacked.add(outcome.lack ?? 'answer');
        return;
      }
      tested += 1;
      if (outcome.kind === 'passed') return;
      found += 1;
      for (const one of outcome.found) {
        const finding = findingOf(rule, { at, ...one });
        // The same fault can be seen from two landings: it is as severe as the worse of them.
        const known = findings.get(finding.key);
        if (known === undefined || !reaches(known, finding.severity)) findings.set(finding.key, finding);
      }
    },
    result() {
      const why = untold ?? said(reasons);
      const { controls, fix, name, severity, text } = rule;
      const result = why === null ? (tested === 0 ? 'not applicable' : 'tested') : 'not tested';
      const lack = lacks.find((one) => lacked.has(one)) ?? null;
      return { rule: name, text, severity, controls, fix, result, tested, found, why, lack };
    },
    findings: () => [...findings.values()],
  };
}

function missingOf({ needs }: Rule, { untold }: World): World['untold'] {
  return untold.filter(({ source }) => needs.includes(source));
}

/** The most reasons that a result spells out. */
const mostReasons = 3;

function said(reasons: ReadonlyMap<string, number>): string | null {
  if (reasons.size === 0) return null;
  const spelled = [...reasons].slice(0, mostReasons).map(([why, times]) => (times === 1 ? why : `${why} (${times} times)`));
  return [...spelled, ...(reasons.size > mostReasons ? [`${reasons.size - mostReasons} more reasons`] : [])].join('. ');
}

function findingOf(rule: Rule, { at = null, change, detail, fix = rule.fix, message, severity = rule.severity, subject }: Found): Finding {
  return {
    key: keyOf(rule.name, subject, detail),
    rule: rule.name,
    severity,
    subject: { ...subject, url: subject.url === null ? null : inOnePiece(subject.url) },
    message: inOnePiece(message),
    fix,
    controls: rule.controls,
    change: change ?? null,
    at,
  };
}

/**
 * The same text. V8 keeps one that was put together as its parts until somebody searches in it; of a message they take 600 bytes more, and
 * messages of tens of thousands of findings are kept. The answer must be used: a search without a use is left out.
 */
function inOnePiece(text: string): string {
  return /(?:)/.test(text) ? text : '';
}
