import type { Ending, Outcome } from '../errors/index.ts';
import { count, list, grouped } from '../text/index.ts';
import { minuteOf } from './time.ts';

/** The numbers of an audit, or of all audits of a series or an organization, that decide how it is shown. */
export interface AuditNumbers {
  /** Nothing of the population is missing. */
  readonly complete: boolean;
  /** Open findings that nobody accepted speak against it: of high severity, or of one that `fail-on-severity` names. */
  readonly fails: boolean;
  /** The same by `fail-on-severity` alone: the run fails. */
  readonly stops: boolean;
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
  /** Rules that were tested on anything. */
  readonly tested: number;
  /** Rules that were not tested because an answer, a right or a permission lacked. */
  readonly untested: number;
  /** Among these, the rules that were tested, but not everywhere. */
  readonly partly: number;
}

/** How an audit is shown, wherever it is shown. */
export interface AuditOutcome extends Pick<Outcome, 'tone' | 'icon' | 'mark' | 'word'> {
  readonly kind: AuditKind;
  /** The word, and where there is room why. */
  readonly text: string;
  /** How the run ends: with the exit code of its ending where it fails, else with 0. */
  readonly ending: AuditEnding;
  readonly fails: boolean;
  /** As shields.io calls the colour of the tone, and the colour that it stands for. */
  readonly badge: Readonly<Record<'color' | 'code', string>>;
}

export type AuditKind = 'unknown' | 'failing' | 'open' | 'empty' | 'partial' | 'clear';
export type AuditEnding = Extract<Ending, 'audited' | 'non-compliant' | 'unknown' | 'not-applicable'>;

const grey = { color: 'lightgrey', code: '#737373' };
const yellow = { color: 'yellow', code: '#8a6100' };
const open = { tone: 'open', icon: '⚠️', mark: '!', badge: yellow, ending: 'audited' } as const;

/** Green is for an audit that tested all that it was asked, alone. Red is one that findings speak against, whatever the run ends with. */
export const auditTones: Readonly<Record<AuditKind, Omit<AuditOutcome, 'kind' | 'word' | 'text' | 'fails'>>> = {
  unknown: { tone: 'unknown', icon: '❔', mark: '?', badge: grey, ending: 'unknown' },
  failing: { tone: 'bad', icon: '❌', mark: '✘', badge: { color: 'red', code: '#b42318' }, ending: 'non-compliant' },
  open,
  partial: open,
  empty: { tone: 'soft', icon: '⚪', mark: '–', badge: grey, ending: 'not-applicable' },
  clear: { tone: 'good', icon: '✅', mark: '✔', badge: { color: 'brightgreen', code: '#067647' }, ending: 'audited' },
};

export function auditOutcome(numbers: AuditNumbers): AuditOutcome {
  const { accepted, changes, complete, fails, open: all, owing, stops, tested, unclear, uncovered } = numbers;
  const findings = count(all, 'open finding');
  const of = (kind: AuditKind, word: string, text = word): AuditOutcome => ({
    kind,
    word,
    text,
    ...auditTones[kind],
    fails: kind === 'unknown' || stops,
  });
  const unknown = (why: string): AuditOutcome => of('unknown', 'Unknown', `Unknown: ${why}`);
  if (!complete) return unknown(`not all that landed could be read${all === 0 ? '' : `, with ${findings} so far`}`);
  if (all > accepted)
    return of(fails ? 'failing' : 'open', findings, `${findings}${accepted === 0 ? '' : `, ${accepted} of them accepted`}`);
  if (unclear > 0) return unknown(`nobody can tell how ${count(unclear, 'change')} stood`);
  if (all > 0) return of('open', `${findings}, accepted`, `${findings}, ${all === 1 ? 'which is' : 'all'} accepted`);
  if (changes === 0) return of('empty', 'Nothing landed');
  if (uncovered > 0)
    return unknown(`${count(uncovered, 'change')} ${uncovered === 1 ? 'is' : 'are'} not covered, and no rule could say so`);
  if (owing === 0) return of('empty', 'Nothing owed evidence');
  if (tested === 0) return unknown('no rule was tested');
  const untested = untestedWords(numbers);
  if (untested === undefined) return of('clear', 'No open findings');
  return of('partial', `No open findings, ${untested}`, `No open findings, but ${untested}`);
}

/**
 * How several audits are shown as one: never better than any of them. One that is unknown leaves the whole unknown, because what nobody
 * can tell of it may be anything; but what was found and fails the run is said first.
 *
 * @param together the numbers of all of them
 */
export function togetherOutcome(each: readonly AuditNumbers[], together: AuditNumbers): AuditOutcome {
  const unknown = each.map(auditOutcome).filter(({ kind }) => kind === 'unknown');
  const [first] = unknown;
  const all = auditOutcome(together);
  if (first === undefined || all.fails) return all;
  return each.length === 1 ? first : { ...first, text: `${first.text}, in ${unknown.length} of ${each.length} audits` };
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

/** How a rule ended. */
interface RuleFacts {
  readonly rule: string;
  readonly result: string;
  /** Subjects that it judged. */
  readonly tested: number;
  readonly why: string | null;
  /** The thing that it lacked; left out in reports of earlier versions: then an answer may have lacked. */
  readonly lack?: 'answer' | 'before' | 'head' | null;
}

/** A rule that was not tested, or not everywhere. */
export interface UntestedRule {
  readonly rule: string;
  /** It was tested, but not everywhere. */
  readonly isPartly: boolean;
  readonly why: string;
  readonly lack: 'answer' | 'before' | 'head';
}

/** The rules that were not tested, or not everywhere. */
export function untestedRules(rules: readonly RuleFacts[]): readonly UntestedRule[] {
  return rules
    .filter(({ result, why }) => result === 'not tested' || (result === 'tested' && why !== null))
    .map(({ lack, rule, tested, why }) => ({ rule, isPartly: tested > 0, why: why ?? 'nobody says why', lack: lack ?? 'answer' }));
}

/** How many rules were tested, and how many lacked an answer, a right or a permission; of several audits each rule once. */
export function rulesInNumbers(rules: readonly RuleFacts[]): Pick<AuditNumbers, 'tested' | 'untested' | 'partly'> {
  const lacking = Map.groupBy(
    untestedRules(rules).filter(({ lack }) => lack === 'answer'),
    ({ rule }) => rule,
  );
  const partly = lacking
    .values()
    .filter((all) => all.every(({ isPartly }) => isPartly))
    .toArray().length;
  return { tested: rules.filter(({ tested }) => tested > 0).length, untested: lacking.size - partly, partly };
}

/** The rules that nothing could be held against yet, because nobody asked for it: a line a reason. They make no verdict worse. */
export function unaskedLines(rules: readonly RuleFacts[]): readonly string[] {
  const without = untestedRules(rules);
  return (['before', 'head'] as const).flatMap((lack) => {
    const names = [...new Set(without.filter((one) => one.lack === lack).map(({ rule }) => rule))];
    return names.length === 0 ? [] : [`${list(names, Infinity)}: ${unaskedWords[lack]}`];
  });
}

/** The heading of these lines. */
export const unaskedHeading = 'Nothing to compare with yet';

const unaskedWords = {
  before: 'no audit before this one saw it',
  head: 'nobody handed in a head of the service’s log that was kept',
} as const;

/** The parts of an audit's last line. */
interface AuditFacts {
  /** Half open; `timeZone` is by whose clocks it is shown, left out: UTC. */
  readonly period: { readonly since: string | null; readonly until: string; readonly timeZone?: string | undefined };
  readonly totals: { readonly changes: number; readonly landings: number; readonly commits: number };
  readonly counts: { readonly open: number; readonly accepted: number; readonly fresh: number; readonly fixed: number };
  readonly rules: readonly RuleFacts[];
  readonly holes: readonly unknown[];
}

/** The numbers of an audit in a sentence: how much was looked at, how much was found, and how much nobody looked at. */
export function endingWords({ counts, holes, period, rules, totals }: AuditFacts): string {
  const isWhole = holes.length === 0;
  const looked = totals.changes > 0 ? populationWords(totals) : isWhole ? 'no change' : 'no change could be read';
  const found = counts.open === 0 ? 'no open finding' : `${count(counts.open, 'open finding')} (${shares(counts)})`;
  const untested = untestedWords(rulesInNumbers(rules));
  return [
    `${looked} ${periodWords(period)}`,
    found,
    ...(counts.fixed === 0 ? [] : [`${grouped(counts.fixed)} fixed`]),
    ...(untested === undefined ? [] : [untested]),
    ...(isWhole ? [] : [`${count(holes.length, 'thing')} missing`]),
  ].join('; ');
}

/** The reasons why rules lacked what they need, each with the rules that it blocks. */
export function untestedLines(rules: AuditFacts['rules']): readonly string[] {
  const byReason = Map.groupBy(
    untestedRules(rules).filter(({ lack }) => lack === 'answer'),
    ({ why }) => why,
  );
  return Array.from(byReason, ([why, all]) => {
    const names = list(
      all.map(({ rule }) => rule),
      Infinity,
    );
    return `${names}${all.length === 1 ? '' : ` (${count(all.length, 'rule')})`}: ${why}`;
  });
}

function shares({ accepted, fresh }: AuditFacts['counts']): string {
  return `${grouped(fresh)} new, ${grouped(accepted)} accepted`;
}

function periodWords({ since, timeZone, until }: AuditFacts['period']): string {
  return `${since === null ? 'from a commit' : `from ${minuteOf(since, timeZone)}`} to ${minuteOf(until, timeZone)}`;
}
