import { countAt, stringAt } from '../text/index.ts';
import { askGitHub, type GitHubAccess } from './api.ts';

/** A commit as the head of a branch, of this repository or of a fork. */
export interface BranchHead {
  readonly sha: string;
  readonly branch: string;
  /** `owner/name` of the repository that the branch is in. */
  readonly repository: string;
}

const mostPages = 10;
const perPage = 100;

/**
 * Numbers of the open pull requests that have this head, in the order of the answer. They are asked for by branch: by commit
 * GitHub finds none of a fork. `permission` is the one to name where GitHub refuses. Errors as those of `askGitHub`.
 */
export async function openPullRequests(
  access: GitHubAccess,
  { branch, repository, sha }: BranchHead,
  permission: string,
): Promise<readonly number[]> {
  const found: number[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const answer = await askGitHub(access, {
      route: 'GET /repos/{owner}/{repo}/pulls',
      parameters: { state: 'open', head: `${repository.split('/')[0]}:${branch}`, per_page: perPage, page },
      purpose: `list the pull requests of ${repository}:${branch}`,
      permission,
    });
    const pulls: readonly unknown[] = Array.isArray(answer) ? answer : [];
    // A filter that GitHub does not understand it leaves out.
    const ofHead = pulls.filter(
      (pull) =>
        stringAt(pull, 'head', 'sha') === sha && stringAt(pull, 'head', 'repo', 'full_name')?.toLowerCase() === repository.toLowerCase(),
    );
    found.push(...ofHead.flatMap((pull) => countAt(pull, 'number') ?? []));
    if (pulls.length < perPage) break;
  }
  return found;
}
