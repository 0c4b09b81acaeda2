import type { StatusMark, StatusState } from '../../gate/index.ts';
import { given, oneLine, stringAt } from '../../text/index.ts';
import { askGitHub, type GitHubAccess } from '../api.ts';
import { markedLink } from './mark.ts';

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
