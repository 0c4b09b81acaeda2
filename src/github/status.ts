import { oneLine, webAddress } from '../text/index.ts';
import { askGitHub, type GitHubAccess } from './api.ts';

/** What a commit status says. */
export interface CommitStatus {
  readonly sha: string;
  /** The name that a ruleset requires: `compliance/<flow>`. */
  readonly context: string;
  readonly state: 'pending' | 'success' | 'failure' | 'error';
  /** Cut to the 140 characters that GitHub takes. */
  readonly description: string;
  /** Left out where it is no web address. */
  readonly targetUrl: string | undefined;
}

/** docs.github.com/rest/commits/statuses: a longer description is refused with 422. */
const longestDescription = 140;

/** Sets a status of a commit. Errors as those of `askGitHub`. */
export async function postStatus(access: GitHubAccess, { context, description, sha, state, targetUrl }: CommitStatus): Promise<void> {
  const address = webAddress(targetUrl);
  await askGitHub(access, {
    route: 'POST /repos/{owner}/{repo}/statuses/{sha}',
    parameters: {
      sha,
      state,
      context,
      description: oneLine(description, longestDescription),
      ...(address === undefined ? {} : { target_url: address.href }),
    },
    purpose: `set the status ${context}`,
    permission: 'statuses: write',
    // The last one of a name counts: the same one twice changes nothing.
    repeatable: true,
    unprocessable: `Commit ${sha} is not one of this repository, or has 1,000 statuses of this name.`,
  });
}
