import { isUnsettled, type MergeAnswer } from '../../gate/index.ts';
import { isTestMerge, parentsFromApi, parentsIn, subjectOf } from '../../git/index.ts';
import { fetchCommit } from '../../github/index.ts';
import type { RunContext } from '../run/context.ts';
import { faultFacts } from '../run/fault.ts';
import { withGitHub } from '../run/connect.ts';

/** Tells whether a commit was made from another one, so that its tests count as tests of that one. */
export type AskMerge = (sha: string, commit: string) => Promise<MergeAnswer>;

/** Asks the event, then git in the checkout, then GitHub where there is a token for it; each question once. */
export function askMerges(githubToken: string | undefined, context: RunContext): AskMerge {
  const answers = new Map<string, Promise<MergeAnswer>>();
  return (sha, commit) => {
    const key = `${sha} ${commit}`;
    const answer = answers.get(key) ?? ask(sha, commit, githubToken, context);
    answers.set(key, answer);
    return answer;
  };
}

/** The same of two commits where either may be made of the other. */
export async function askEitherWay(askMerge: AskMerge, one: string, other: string): Promise<MergeAnswer> {
  const answers = [await askMerge(one, other), await askMerge(other, one)];
  return answers.find(({ kind }) => kind === 'of-this') ?? answers.find(isUnsettled) ?? { kind: 'another' };
}

async function ask(sha: string, commit: string, githubToken: string | undefined, context: RunContext): Promise<MergeAnswer> {
  if (isOwnMerge(sha, commit, context)) return { kind: 'of-this' };
  const known = await parentsIn(context.directory, sha);
  if (known !== undefined) return answerBy(known, commit);
  const { repository } = context.event;
  if (githubToken === undefined || repository === undefined) return { kind: 'unasked' };
  try {
    const found = await withGitHub(githubToken, repository, context, (access) =>
      fetchCommit({ ...access, signal: context.interrupt }, sha),
    );
    const parents = parentsFromApi(found, sha);
    return parents === undefined ? { kind: 'another' } : answerBy(parents, commit);
  } catch (error) {
    return { kind: 'another', fault: faultFacts(error) };
  }
}

/** In a run for a pull request `GITHUB_SHA` is the merge of its head; elsewhere it may be the tip of the default branch. */
function isOwnMerge(sha: string, commit: string, { event }: RunContext): boolean {
  const isOfPull = event.eventName.startsWith('pull_request') && event.eventName !== 'pull_request_target';
  return isOfPull && sha === event.sha && (subjectOf(event).sha ?? commit) === commit;
}

function answerBy(parents: readonly string[], commit: string): MergeAnswer {
  return { kind: isTestMerge(parents, commit) ? 'of-this' : 'another' };
}
