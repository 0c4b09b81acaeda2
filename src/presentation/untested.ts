import { count, list } from '../text/index.ts';

/** The rules of an audit, or of several, in numbers. */
export interface RuleNumbers {
  /** Rules that were tested on anything. */
  readonly tested: number;
  /** Rules that were not tested because an answer, a right or a permission lacked. */
  readonly untested: number;
  /** Among these, the rules that were tested, but not everywhere. */
  readonly partly: number;
}

/** The number of rules that say nothing, or not about everything; `undefined` where there are none. */
export function untestedWords({ partly, untested }: Pick<RuleNumbers, 'partly' | 'untested'>): string | undefined {
  const parts = [
    ...(untested === 0 ? [] : [`${count(untested, 'rule')} not tested`]),
    ...(partly === 0 ? [] : [`${count(partly, 'rule')} not tested everywhere`]),
  ];
  return parts.length === 0 ? undefined : list(parts);
}

/** The thing that a rule lacked; the room of the audit says what each is. */
type Lack = 'answer' | 'before' | 'head' | 'never';

/** How a rule ended. */
export interface RuleFacts {
  readonly rule: string;
  readonly result: string;
  /** Subjects that it judged. */
  readonly tested: number;
  readonly why: string | null;
  /** The thing that it lacked; left out in reports of earlier versions: then an answer may have lacked. */
  readonly lack?: Lack | null;
}

/** A rule that was not tested, or not everywhere. */
export interface UntestedRule {
  readonly rule: string;
  /** It was tested, but not everywhere. */
  readonly isPartly: boolean;
  readonly why: string;
  readonly lack: Lack;
}

/** The rules that were not tested, or not everywhere. */
export function untestedRules(rules: readonly RuleFacts[]): readonly UntestedRule[] {
  return rules
    .filter(({ result, why }) => result === 'not tested' || (result === 'tested' && why !== null))
    .map(({ lack, rule, tested, why }) => ({ rule, isPartly: tested > 0, why: why ?? 'nobody says why', lack: lack ?? 'answer' }));
}

/** How many rules were tested, and how many lacked an answer, a right or a permission; of several audits each rule once. */
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

/** The rules that nothing could be held against, and where no right and no answer would change that: a line a reason. They make no verdict worse. */
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
  return [...lines('before', () => unaskedWords.before), ...lines('head', () => unaskedWords.head), ...lines('never', ({ why }) => why)];
}

/** The heading of these lines. */
export const unaskedHeading = 'Nothing to compare with';

const unaskedWords = {
  before: 'no audit before this one saw it',
  head: 'the service’s log was held against no head that somebody kept',
} as const;

/** The reasons why rules lacked what they need, each with the rules that it blocks. */
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
