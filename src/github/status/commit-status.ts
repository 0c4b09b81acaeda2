import type { PostedStatus, StatusMark, StatusState } from '../../gate/index.ts';
import { given, oneLine, stringAt } from '../../text/index.ts';
import { askGitHub, askGitHubPage, type GitHubAccess } from '../api.ts';
import { markedLink, markOf } from './mark.ts';
import { ContractError } from '../../errors/index.ts';

/** The content of a commit status. */
export interface CommitStatus {
  readonly sha: string;
  /** The name that a ruleset requires: `compliance/<flow>`. */
  readonly context: string;
  readonly state: StatusState;
  /** Goes into the link. */
  readonly mark: StatusMark;
  /** Cut to the 140 characters that GitHub takes. */
  readonly description: string;
  /** The page that it leads to; left out where it is no web address. */
  readonly page: string | undefined;
  /** The page of the run, where the other one has no room for the mark. */
  readonly runPage: string | undefined;
}

/** docs.github.com/rest/commits/statuses: a longer description is refused with 422. */
export const longestDescription = 140;

/** Sets a status of a commit, and tells the account of the token where GitHub does. Errors as those of `askGitHub`. */
export async function postStatus(access: GitHubAccess, status: CommitStatus): Promise<string | undefined> {
  const { context, description, mark, page, runPage, sha, state } = status;
  const link = markedLink(mark, page, runPage);
  const reply = await askGitHub(access, {
    route: 'POST /repos/{owner}/{repo}/statuses/{sha}',
    parameters: {
      sha,
      state,
      context,
      description: oneLine(description, longestDescription),
      ...given({ target_url: link }),
    },
    purpose: `set the status ${context}`,
    permission: 'statuses: write',
    // The last one of a name counts: the same one twice changes nothing.
    repeatable: true,
    unprocessable: `Commit ${sha} is not one of this repository, or has 1,000 statuses of this name: push a new commit.`,
  });
  return stringAt(reply, 'creator', 'login');
}

const perPage = 100;
/** GitHub takes 1,000 statuses of one name at a commit; so many pages are full with ten names. */
const mostPages = 100;
const states: readonly string[] = ['success', 'failure', 'error', 'pending'] satisfies readonly StatusState[];

/**
 * The statuses of a commit in one context, newest first: all pages, because one that is left out may say no. Contexts that differ
 * by case alone are one to GitHub (docs.github.com/rest/commits/statuses), and so are they here.
 *
 * @throws {ContractError} where the answer is no list of statuses, or has no end. Else errors as those of `askGitHub`.
 */
export async function readStatuses(access: GitHubAccess, sha: string, context: string): Promise<readonly PostedStatus[]> {
  const found: PostedStatus[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const { data: answer, hasNext } = await askGitHubPage(access, {
      route: 'GET /repos/{owner}/{repo}/commits/{ref}/statuses',
      parameters: { ref: sha, per_page: perPage, page },
      purpose: `list the statuses of commit ${sha.slice(0, 12)}`,
      permission: 'statuses: write',
    });
    if (!Array.isArray(answer)) throw strange('GitHub answered with no list of statuses', 'a list of statuses');
    found.push(...answer.flatMap((status: unknown) => statusIn(status, context)));
    if (answer.length < perPage && !hasNext) return found;
  }
  throw strange(`Commit ${sha} has more than ${mostPages * perPage} statuses`, 'an end of the list');
}

function statusIn(status: unknown, asked: string): readonly PostedStatus[] {
  const [state, context] = [stringAt(status, 'state'), stringAt(status, 'context')];
  if (state === undefined || context === undefined || !isState(state)) throw strange('GitHub told a status of no known form', 'a status');
  if (context.toLowerCase() !== asked.toLowerCase()) return [];
  return [{ state, context, account: stringAt(status, 'creator', 'login'), mark: markOf(stringAt(status, 'target_url')) }];
}

function isState(state: string): state is StatusState {
  return states.includes(state);
}

function strange(message: string, expected: string): ContractError {
  return new ContractError('wrong-shape', message, { expected, fix: 'Run the job again; if it happens again, report it with the log' });
}
