import { list, oneLine } from '../text/index.ts';
import { isAbout, isSameRepository, repositoriesIn, type Predicate, type Statement, type Subject } from './contract.ts';
import { levels, ownField, summaryType, testResultType } from './words.ts';

export interface Demands {
  /** By default either of ours. */
  readonly predicateType?: Predicate['predicateType'] | undefined;
  readonly subject: readonly [algorithm: keyof Subject['digest'], digest: string];
  /** Its page, without what follows the name. */
  readonly repository: string;
  /** `verifier.id` and `policy.uri` of a verdict. */
  readonly verifier?: string | undefined;
  readonly policy?: string | undefined;
  /** Those that are a yes, as `answerOf` gives them. */
  readonly answers: readonly string[];
}

/** Whether it is signed, and by whom, is another question. A sentence, without its full stop, for each demand that it does not meet. */
export function objectionsTo(statement: Statement, demands: Demands): readonly string[] {
  const { predicateType: type, subject: all } = statement;
  const { policy, predicateType = type, repository, subject, verifier } = demands;
  const named = repositoriesIn(statement);
  const others = named.filter((uri) => !isSameRepository(uri, `git+${repository}`));
  const digests = all.flatMap(({ digest }) => Object.values(digest));
  // As `actions/attest` names it, which takes no SHA-1.
  const isByBytes = subject[0] === 'gitCommit' && all.every(({ digest }) => digest.gitCommit === undefined);
  const advice = isByBytes ? `, and names no commit: compare the file that git cat-file commit ${subject[1]} writes` : '';
  const [judge, by] =
    statement.predicateType === summaryType ? [statement.predicate.verifier.id, statement.predicate.policy.uri] : ['nobody', 'none'];
  const unmet = (isMet: boolean, sentence: string): readonly string[] => (isMet ? [] : [oneLine(sentence, 500)]);
  return [
    ...unmet(type === predicateType, `It is of the type ${type}, and ${predicateType} was demanded`),
    ...unmet(isAbout(statement, ...subject), `It is not about ${subject[1]}, but about ${list(digests.slice(0, 3))}${advice}`),
    ...unmet(named.length > 0 && others.length === 0, `It is about ${others[0] ?? 'no repository'}, and not about ${repository}`),
    ...unmet(demands.answers.includes(answerOf(statement)), `It says ${answerOf(statement)}: that is no yes to ${list(demands.answers)}`),
    ...unmet(policy === undefined || by === policy, `The verdict is by the policy ${by}, and not by ${policy}`),
    ...unmet(verifier === undefined || judge === verifier, `The verdict is of ${judge}, and not of ${verifier}`),
  ];
}

/** The word of a verdict, or the result of tests. */
export function answerOf(statement: Statement): string {
  if (statement.predicateType === testResultType) return statement.predicate.result;
  const { verificationResult, verifiedLevels: said } = statement.predicate;
  if (verificationResult === 'FAILED') return levels.failed;
  return Object.values(levels).find((word) => said.includes(word)) ?? 'PASSED without a word of ours';
}

/** Those with the same key answer the same question: the newest counts. */
export function questionOf(statement: Statement): string {
  if (statement.predicateType === testResultType) return `tests ${statement.predicate.configuration[0]?.name}`;
  return `verdict ${statement.predicate.verifier.id} ${statement.predicate.policy.uri}`;
}

/** As its signer claims, in Unix seconds. */
export function claimedTime(statement: Statement): number | undefined {
  const text = statement.predicateType === summaryType ? statement.predicate.timeVerified : statement.predicate[ownField]?.timeCreated;
  return text === undefined ? undefined : Date.parse(text) / 1000;
}
