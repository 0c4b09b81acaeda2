import type { Ending, Outcome } from '../errors/index.ts';
import { count, grouped } from '../text/index.ts';
import { rulesInNumbers, untestedWords, type RuleFacts, type RuleNumbers } from './findings.ts';
import { minuteOf } from './time.ts';

/** For one audit, or for all audits of a series or an organization; they decide how it is shown. */
export interface AuditNumbers extends RuleNumbers {
  /** Nothing of the population is missing. */
  readonly complete: boolean;
  /** Its own counts are equal wherever two of them count the same. */
  readonly agrees: boolean;
  /** Open findings that were not accepted speak against it: of high severity, or of one that `fail-on-severity` names. */
  readonly fails: boolean;
  /** As `fails`, by `fail-on-severity` alone. */
  readonly stops: boolean;
  readonly changes: number;
  readonly landings: number;
  readonly commits: number;
  /** Changes whose state cannot be known. */
  readonly unclear: number;
  /** Each of these changes has a finding where a rule could be tested. */
  readonly uncovered: number;
  /** Changes that are neither left out nor outside every flow. */
  readonly owing: number;
  /** Open findings, with the accepted ones. */
  readonly open: number;
  readonly accepted: number;
  /** Findings that the run before did not find. */
  readonly fresh: number;
  readonly fixed: number;
}

export interface AuditOutcome extends Pick<Outcome, 'tone' | 'icon' | 'mark' | 'word'> {
  readonly kind: AuditKind;
  /** The word, and where there is room why. */
  readonly text: string;
  /** With the exit code of its ending where the run fails, else with 0. */
  readonly ending: AuditEnding;
  readonly fails: boolean;
  /** The name that shields.io has for the colour, and the colour. */
  readonly badge: Readonly<Record<'color' | 'code', string>>;
}

type AuditKind = 'unknown' | 'failing' | 'open' | 'empty' | 'partial' | 'clear';
type AuditEnding = Extract<Ending, 'audited' | 'non-compliant' | 'unknown' | 'not-applicable'>;

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

/** The audit counts the same twice, and gives two numbers. */
export const contradiction = 'its own counts contradict each other';

/** `text` is the sentence, where it says more than the word. */
interface AuditRow {
  readonly kind: AuditKind;
  readonly has: (numbers: AuditNumbers) => boolean;
  readonly says: (numbers: AuditNumbers) => readonly [word: string, text?: string];
}

/** The first whose numbers fit is the one; the last one is left for the rest. */
export const auditRows: readonly AuditRow[] = [
  unknown(
    ({ complete }) => !complete,
    ({ open: all }) => `not all that landed could be read${soFar(all)}`,
  ),
  unknown(
    ({ agrees }) => !agrees,
    ({ open: all }) => `${contradiction}${soFar(all)}`,
  ),
  { kind: 'failing', has: (numbers) => isStanding(numbers) && numbers.fails, says: standing },
  unknown(
    ({ unclear }) => unclear > 0,
    ({ open: all, unclear }) => `nobody can tell how ${count(unclear, 'change')} stood${soFar(all)}`,
  ),
  { kind: 'open', has: isStanding, says: standing },
  {
    kind: 'open',
    has: ({ open: all }) => all > 0,
    says: ({ open: all }) => [`${findings(all)}, accepted`, `${findings(all)}, ${all === 1 ? 'which is' : 'all'} accepted`],
  },
  { kind: 'empty', has: ({ changes }) => changes === 0, says: () => ['Nothing landed'] },
  unknown(
    ({ uncovered }) => uncovered > 0,
    ({ uncovered }) => `${count(uncovered, 'change')} ${uncovered === 1 ? 'is' : 'are'} not covered, and no rule could say so`,
  ),
  { kind: 'empty', has: ({ owing }) => owing === 0, says: () => ['Nothing owed evidence'] },
  unknown(
    ({ tested }) => tested === 0,
    () => 'no rule was tested',
  ),
  {
    kind: 'partial',
    has: (numbers) => untestedWords(numbers) !== undefined,
    says: (numbers) => [`No open findings, ${untestedWords(numbers)}`, `No open findings, but ${untestedWords(numbers)}`],
  },
  { kind: 'clear', has: () => true, says: () => ['No open findings'] },
];

export function auditOutcome(numbers: AuditNumbers): AuditOutcome {
  const row = auditRows.find(({ has }) => has(numbers));
  const [word, text = word] = row?.says(numbers) ?? ['Unknown'];
  const kind = row?.kind ?? 'unknown';
  return { kind, word, text, ...auditTones[kind], fails: kind === 'unknown' || numbers.stops };
}

function unknown(has: AuditRow['has'], why: (numbers: AuditNumbers) => string): AuditRow {
  return { kind: 'unknown', has, says: (numbers) => ['Unknown', `Unknown: ${why(numbers)}`] };
}

function isStanding({ accepted, open: all }: AuditNumbers): boolean {
  return all > accepted;
}

function standing({ accepted, open: all }: AuditNumbers): readonly [string, string] {
  return [findings(all), `${findings(all)}${accepted === 0 ? '' : `, ${accepted} of them accepted`}`];
}

function findings(all: number): string {
  return count(all, 'open finding');
}

function soFar(all: number): string {
  return all === 0 ? '' : `, with ${findings(all)} so far`;
}

/**
 * Never better than any of them. One that is unknown leaves the whole unknown, because it may be anything; but findings that fail the run
 * come first. `together` are the numbers of all of them.
 */
export function togetherOutcome(each: readonly AuditNumbers[], together: AuditNumbers): AuditOutcome {
  const unknown = each.map(auditOutcome).filter(({ kind }) => kind === 'unknown');
  const [first] = unknown;
  const all = auditOutcome(together);
  if (first === undefined || all.fails) return all;
  return each.length === 1 ? first : { ...first, text: `${first.text}, in ${unknown.length} of ${each.length} audits` };
}

/** `2 changes in 2 landings, 5 commits` */
export function populationWords({ changes, commits, landings }: Pick<AuditNumbers, 'changes' | 'commits' | 'landings'>): string {
  return `${count(changes, 'change')} in ${count(landings, 'landing')}, ${count(commits, 'commit')}`;
}

interface AuditFacts {
  /** Half open; `timeZone` is by whose clocks it is shown, left out: UTC. */
  readonly period: { readonly since: string | null; readonly until: string; readonly timeZone?: string | undefined };
  readonly totals: Pick<AuditNumbers, 'changes' | 'landings' | 'commits'>;
  readonly counts: Pick<AuditNumbers, 'open' | 'accepted' | 'fresh' | 'fixed'>;
  readonly rules: readonly RuleFacts[];
  readonly holes: readonly unknown[];
}

/** How much was looked at, how much was found, and how much was not looked at. */
export function endingWords({ counts, holes, period, rules, totals }: AuditFacts): string {
  const isWhole = holes.length === 0;
  const looked = totals.changes > 0 ? populationWords(totals) : isWhole ? 'no change' : 'no change could be read';
  const shares = `${grouped(counts.fresh)} new, ${grouped(counts.accepted)} accepted`;
  const found = counts.open === 0 ? 'no open finding' : `${count(counts.open, 'open finding')} (${shares})`;
  const untested = untestedWords(rulesInNumbers(rules));
  return [
    `${looked} ${periodWords(period)}`,
    found,
    ...(counts.fixed === 0 ? [] : [`${grouped(counts.fixed)} fixed`]),
    ...(untested === undefined ? [] : [untested]),
    ...(isWhole ? [] : [`${count(holes.length, 'thing')} missing`]),
  ].join('; ');
}

function periodWords({ since, timeZone, until }: AuditFacts['period']): string {
  return `${since === null ? 'from a commit' : `from ${minuteOf(since, timeZone)}`} to ${minuteOf(until, timeZone)}`;
}
