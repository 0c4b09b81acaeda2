import { count, list, grouped } from '../text/index.ts';
import { minuteOf } from './time.ts';

export interface AuditNumbers {
  /** Nothing of the population is missing. */
  readonly complete: boolean;
  readonly changes: number;
  readonly landings: number;
  readonly commits: number;
  /** Changes whose state nobody can tell. */
  readonly unclear: number;
  /** Changes that are not covered; of each there is a finding where a rule could be tested. */
  readonly uncovered: number;
  /** Changes that owe evidence: neither left out nor outside every flow. */
  readonly owing: number;
  /** Findings that are open now, with the accepted ones. */
  readonly open: number;
  readonly accepted: number;
  /** The open findings that the run before did not find. */
  readonly fresh: number;
  readonly fixed: number;
  readonly untested: number;
  /** Rules that were tested, but not everywhere. */
  readonly partly: number;
}

/** An audit in a sentence. Only `clear` is good news: everything was tested, and nothing is open. */
export interface AuditWords {
  readonly kind: 'unknown' | 'found' | 'accepted' | 'empty' | 'partial' | 'clear';
  readonly icon: string;
  readonly text: string;
}

export function auditWords(numbers: AuditNumbers): AuditWords {
  const { accepted, changes, complete, open, owing, unclear, uncovered } = numbers;
  const findings = count(open, 'open finding');
  if (!complete) {
    const found = open === 0 ? '' : `, with ${findings} so far`;
    return { kind: 'unknown', icon: '❔', text: `Unknown: not all that landed could be read${found}` };
  }
  if (open > accepted) return { kind: 'found', icon: '❌', text: `${findings}${accepted === 0 ? '' : `, ${accepted} of them accepted`}` };
  if (unclear > 0) return { kind: 'unknown', icon: '❔', text: `Unknown: nobody can tell how ${count(unclear, 'change')} stood` };
  if (open > 0) return { kind: 'accepted', icon: '⚠️', text: `${findings}, ${open === 1 ? 'which is' : 'all'} accepted` };
  if (changes === 0) return { kind: 'empty', icon: '⚪', text: 'Nothing landed' };
  if (uncovered > 0) {
    const words = `${count(uncovered, 'change')} ${uncovered === 1 ? 'is' : 'are'} not covered, and no rule could say so`;
    return { kind: 'unknown', icon: '❔', text: `Unknown: ${words}` };
  }
  if (owing === 0) return { kind: 'empty', icon: '⚪', text: 'Nothing owed evidence' };
  const untested = untestedWords(numbers);
  if (untested === undefined) return { kind: 'clear', icon: '✅', text: 'No open findings' };
  return { kind: 'partial', icon: 'ℹ️', text: `No open findings, but ${untested}` };
}

/** The number of rules that say nothing, or not about everything; `undefined` where there are none. */
export function untestedWords({ partly, untested }: Pick<AuditNumbers, 'partly' | 'untested'>): string | undefined {
  const parts = [
    ...(untested === 0 ? [] : [`${count(untested, 'rule')} not tested`]),
    ...(partly === 0 ? [] : [`${count(partly, 'rule')} not tested everywhere`]),
  ];
  return parts.length === 0 ? undefined : list(parts);
}

/** `2 changes in 2 landings, 5 commits`. */
export function populationWords({ changes, commits, landings }: Pick<AuditNumbers, 'changes' | 'commits' | 'landings'>): string {
  return `${count(changes, 'change')} in ${count(landings, 'landing')}, ${count(commits, 'commit')}`;
}

/** The parts of an audit's last line. */
interface AuditFacts {
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
  readonly word: string;
  readonly colour: 'green' | 'red' | 'yellow' | 'gray';
}

/** Only an audit that found nothing of weight is green; one where nothing landed is grey. */
const marks: Readonly<Record<AuditFacts['ending'], AuditMark>> = {
  audited: { icon: '✅', mark: '✔', colour: 'green', word: 'No finding of weight' },
  'non-compliant': { icon: '❌', mark: '✘', colour: 'red', word: 'Findings' },
  unknown: { icon: '❔', mark: '?', colour: 'yellow', word: 'Unknown' },
  'not-applicable': { icon: '⚪', mark: '-', colour: 'gray', word: 'Nothing landed' },
};

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
