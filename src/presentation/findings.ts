import { count, grouped, list, localMinute, oneLine } from '../text/index.ts';

export interface RuleNumbers {
  readonly tested: number;
  /** An answer, a right or a permission lacked. */
  readonly untested: number;
  /** Tested, but not everywhere. */
  readonly partly: number;
}

/** Rules that say nothing, or not about everything; `undefined` where there are none. */
export function untestedWords({ partly, untested }: Pick<RuleNumbers, 'partly' | 'untested'>): string | undefined {
  const parts = [
    ...(untested === 0 ? [] : [`${count(untested, 'rule')} not tested`]),
    ...(partly === 0 ? [] : [`${count(partly, 'rule')} not tested everywhere`]),
  ];
  return parts.length === 0 ? undefined : list(parts);
}

/** The room of the audit says what each is. */
type Lack = 'answer' | 'before' | 'head' | 'service' | 'never';

export interface RuleFacts {
  readonly rule: string;
  readonly result: string;
  readonly tested: number;
  readonly why: string | null;
  /** Left out in reports of earlier versions: then an answer may have lacked. */
  readonly lack?: Lack | null;
}

export interface UntestedRule {
  readonly rule: string;
  readonly isPartly: boolean;
  readonly why: string;
  readonly lack: Lack;
}

export function untestedRules(rules: readonly RuleFacts[]): readonly UntestedRule[] {
  return rules
    .filter(({ result, why }) => result === 'not tested' || (result === 'tested' && why !== null))
    .map(({ lack, rule, tested, why }) => ({ rule, isPartly: tested > 0, why: why ?? 'nobody says why', lack: lack ?? 'answer' }));
}

/** A rule of several audits counts once. */
export function rulesInNumbers(rules: readonly RuleFacts[]): RuleNumbers {
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

/** No right and no answer would change these: a line a reason. They make no verdict worse. */
export function unaskedLines(rules: readonly RuleFacts[]): readonly string[] {
  const without = untestedRules(rules);
  const lines = (lack: Lack, wordsOf: (one: UntestedRule) => string): readonly string[] =>
    Array.from(
      Map.groupBy(
        without.filter((one) => one.lack === lack),
        wordsOf,
      ),
      ([words, all]) => `${list([...new Set(all.map(({ rule }) => rule))], Infinity)}: ${words}`,
    );
  return [
    ...lines('before', () => unaskedWords.before),
    ...lines('head', () => unaskedWords.head),
    ...lines('service', () => unaskedWords.service),
    ...lines('never', ({ why }) => why),
  ];
}

export const unaskedHeading = 'Nothing to compare with';

const unaskedWords = {
  before: 'no audit before this one saw it',
  head: 'the service’s log was held against no head that somebody kept',
  service: 'only an evidence service knows it, and GitHub’s checks were asked in its place',
} as const;

/** A line a reason, with the rules that it blocks. */
export function untestedLines(rules: readonly RuleFacts[]): readonly string[] {
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

/** Names are as they came. */
interface EntryBy {
  readonly commit: string;
  /** Left out where it is not known. */
  readonly author?: string;
  readonly pull: { readonly number: number } | null;
  /** Null where it is not known. */
  readonly merged: string | null;
  readonly approved: readonly string[] | null;
  /** Since it was merged; left out where nothing changed. */
  readonly reworded?: { readonly commit: string; readonly author: string };
}

/** Who wrote, merged and approved the entry that accepts a finding, and who changed its reason. */
export function entryWords(by: EntryBy | undefined): string {
  if (by === undefined) return 'who merged and approved the entry is not known';
  const { reworded } = by;
  return reworded === undefined
    ? letInWords(by)
    : `${letInWords(by)}; ${reworded.author} changed its reason with commit ${reworded.commit.slice(0, 12)}`;
}

function letInWords({ approved, author, commit, merged, pull }: EntryBy): string {
  const came = `the entry came with commit ${commit.slice(0, 12)}${author === undefined ? '' : ` of ${author}`}`;
  if (pull !== null) {
    const names = approved === null ? 'it is not known who' : approved.length === 0 ? 'nobody' : list(approved);
    const wrote = author === undefined ? 'was' : `was written by ${author} and`;
    return `the entry ${wrote} merged by ${merged ?? 'somebody'} with pull request ${pull.number}, ${names} approved it`;
  }
  return approved === null
    ? `${came}; who merged and approved it is not known`
    : `${came}, which no pull request brought: nobody approved it`;
}

export interface LookedAt {
  /** Nothing of the population is missing. */
  readonly complete: boolean;
  /** ISO 8601 in UTC; null where a commit is the start. */
  readonly since: string | null;
  /** For the audit's days; left out: UTC. */
  readonly timeZone?: string | undefined;
}

/** Why a finding of the audit before is open without another look, and how to look at it again. */
export function carriedWords(
  { at, change }: { readonly at: string | null; readonly change: object | null },
  { complete, since, timeZone = 'UTC' }: LookedAt,
): string {
  const words = 'not looked at again';
  if (!complete) return `${words}: this audit is not complete`;
  const isWithin = at === null ? change === null : since !== null && Date.parse(at) >= Date.parse(since);
  if (isWithin) return `${words}: its rule was not tested on it`;
  return `${words}: audit its time with since${at === null ? '' : ` ${localMinute(new Date(at), timeZone).slice(0, 10)}`}`;
}

interface IssuesKept extends Readonly<Record<'opened' | 'updated' | 'closed' | 'unchanged', number>> {
  readonly dryRun: boolean;
  readonly changes: readonly {
    readonly what: 'open' | 'update' | 'close';
    readonly number: number | null;
    readonly title: string;
  }[];
}

/** In a dry run with a line for each change that was not made. */
export function issuesLines(kept: IssuesKept): readonly string[] {
  const changes = kept.changes.map(
    ({ number, title, what }) => `would ${what}${number === null ? '' : ` #${number}`}: ${oneLine(title, 256)}`,
  );
  return [issuesWords(kept), ...(kept.dryRun ? changes : [])];
}

function issuesWords({ closed, dryRun, opened, unchanged, updated }: IssuesKept): string {
  if (dryRun)
    return `Issues, and nothing was sent: ${grouped(opened)} to open, ${grouped(updated)} to update, ${grouped(closed)} to close, ${grouped(unchanged)} as they are`;
  return `Issues: ${grouped(opened)} opened, ${grouped(updated)} updated, ${grouped(closed)} closed, ${grouped(unchanged)} as they were`;
}
