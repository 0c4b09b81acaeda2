import { count, grouped, list } from '../text/index.ts';
import { minuteOf } from './time.ts';
import { populationWords, untestedWords } from './audit.ts';

/** The parts of an audit's last line. */
export interface AuditFacts {
  readonly ending: 'audited' | 'non-compliant' | 'unknown' | 'not-applicable';
  readonly period: { readonly since: string | null; readonly until: string };
  readonly totals: { readonly changes: number; readonly landings: number; readonly commits: number };
  readonly counts: { readonly open: number; readonly accepted: number; readonly fresh: number; readonly fixed: number };
  readonly rules: readonly { readonly rule: string; readonly result: string; readonly why: string | null }[];
  readonly holes: readonly unknown[];
}

interface AuditMark {
  readonly icon: string;
  readonly mark: string;
  readonly colour: 'green' | 'red' | 'yellow' | 'gray';
  readonly word: string;
}

/** Only an audit that found nothing of weight is green; one where nothing landed is grey. */
const marks: Readonly<Record<AuditFacts['ending'], AuditMark>> = {
  audited: { icon: '✅', mark: '✔', colour: 'green', word: 'No finding of weight' },
  'non-compliant': { icon: '❌', mark: '✘', colour: 'red', word: 'Findings' },
  unknown: { icon: '❔', mark: '?', colour: 'yellow', word: 'Unknown' },
  'not-applicable': { icon: '⚪', mark: '-', colour: 'gray', word: 'Nothing landed' },
};

/** How an audit ended, with its mark. */
export function auditMark({ ending }: Pick<AuditFacts, 'ending'>): AuditMark {
  return marks[ending];
}

/** The numbers of an audit in a sentence: how much was looked at, how much was found, and how much nobody looked at. */
export function endingWords({ counts, holes, period, rules, totals }: AuditFacts): string {
  const isWhole = holes.length === 0;
  const looked = totals.changes > 0 ? populationWords(totals) : isWhole ? 'no change' : 'no change could be read';
  const found = counts.open === 0 ? 'no open finding' : `${count(counts.open, 'open finding')} (${shares(counts)})`;
  const untested = untestedWords({
    untested: rules.filter(({ result }) => result === 'not tested').length,
    partly: rules.filter(isPartly).length,
  });
  return [
    `${looked} ${periodWords(period)}`,
    found,
    ...(counts.fixed === 0 ? [] : [`${grouped(counts.fixed)} fixed`]),
    ...(untested === undefined ? [] : [untested]),
    ...(isWhole ? [] : [`${count(holes.length, 'thing')} missing`]),
  ].join('; ');
}

/** The reasons why rules were not tested, or not everywhere, each with the rules that it blocks. */
export function untestedLines(rules: AuditFacts['rules']): readonly string[] {
  const without = rules.filter((rule) => rule.result === 'not tested' || isPartly(rule));
  const byReason = Map.groupBy(without, ({ why }) => why ?? 'nothing says why');
  return Array.from(byReason, ([why, all]) =>
    list(
      all.map(({ rule }) => rule),
      Infinity,
    ).concat(`: ${why}`),
  );
}

function isPartly({ result, why }: AuditFacts['rules'][number]): boolean {
  return result === 'tested' && why !== null;
}

function shares({ accepted, fresh }: AuditFacts['counts']): string {
  return `${grouped(fresh)} new, ${grouped(accepted)} accepted`;
}

function periodWords({ since, until }: AuditFacts['period']): string {
  return `${since === null ? 'from a commit' : `from ${minuteOf(since)}`} to ${minuteOf(until)}`;
}
