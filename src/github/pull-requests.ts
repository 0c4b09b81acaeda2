import { ResponseError } from '../errors/index.ts';
import { countAt, stringAt, valueAt } from '../text/index.ts';
import { askGitHub, loginOf, type GitHubAccess } from './api.ts';

interface PullRequestComment {
  readonly pullRequest: number;
  /** Keeps the comments of several flows apart: letters, digits, `-`, `.`, `_`, `~`. */
  readonly key: string;
  /** Markdown of at most 65,000 characters: GitHub takes 65,536, our marker with them. */
  readonly body: string;
}

/** Comments are looked for among so many: 30 pages. */
const mostPages = 30;
const perPage = 100;
const permission = 'pull-requests: write';

/** It is known by its author and a marker, which anybody can write. Errors as of `askGitHub`. */
export async function keepComment(access: GitHubAccess, { body, key, pullRequest }: PullRequestComment): Promise<void> {
  const marker = `<!-- compliance-evidence: ${key} -->`;
  const text = `${marker}\n${body}`;
  const id = await findComment(access, pullRequest, marker);
  if (id !== undefined && (await editComment(access, id, text))) return;
  await askGitHub(access, {
    route: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
    parameters: { issue_number: pullRequest, body: text },
    purpose: `comment on pull request ${pullRequest}`,
    permission,
  });
}

async function findComment(access: GitHubAccess, pullRequest: number, marker: string): Promise<number | undefined> {
  const author = await loginOf(access, permission);
  for (let page = 1; page <= mostPages; page += 1) {
    const answer = await askGitHub(access, {
      route: 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
      parameters: { issue_number: pullRequest, per_page: perPage, page },
      purpose: `list the comments of pull request ${pullRequest}`,
      permission,
    });
    const comments: readonly unknown[] = Array.isArray(answer) ? answer : [];
    const ours = comments.find(
      (comment) => stringAt(comment, 'user', 'login') === author && stringAt(comment, 'body')?.startsWith(marker) === true,
    );
    const id = valueAt(ours, 'id');
    if (typeof id === 'number') return id;
    if (comments.length < perPage) return undefined;
  }
  return undefined;
}

async function editComment(access: GitHubAccess, id: number, body: string): Promise<boolean> {
  try {
    await askGitHub(access, {
      route: 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}',
      parameters: { comment_id: id, body },
      purpose: `change comment ${id}`,
      permission,
      repeatable: true,
    });
    return true;
  } catch (error) {
    if (error instanceof ResponseError && error.status === 404) return false;
    throw error;
  }
}

/** `GET /repos/{owner}/{repo}/commits/{ref}`, as it came: its shape is for the reader to check. Errors as those of `askGitHub`. */
export function fetchCommit(access: GitHubAccess, sha: string): Promise<unknown> {
  return askGitHub(access, {
    route: 'GET /repos/{owner}/{repo}/commits/{ref}',
    // Without `per_page` the answer carries the first 300 changed files with their patches.
    parameters: { ref: sha, per_page: 1 },
    purpose: 'tell about the commit',
    permission: 'contents: read',
    unprocessable: 'The repository has no such commit: a commit of a fork is known only through its pull request.',
  });
}

interface BranchHead {
  readonly sha: string;
  readonly branch: string;
  /** `owner/name` */
  readonly repository: string;
}

const mostPullPages = 10;
const pullsPerPage = 100;

/**
 * In the order of the answer. They are asked for by branch: by commit GitHub finds none of a fork. `permission` is the one to name where
 * GitHub refuses. Errors as those of `askGitHub`.
 */
export async function openPullRequests(
  access: GitHubAccess,
  { branch, repository, sha }: BranchHead,
  permission: string,
): Promise<readonly number[]> {
  const found: number[] = [];
  for (let page = 1; page <= mostPullPages; page += 1) {
    const answer = await askGitHub(access, {
      route: 'GET /repos/{owner}/{repo}/pulls',
      parameters: { state: 'open', head: `${repository.split('/')[0]}:${branch}`, per_page: pullsPerPage, page },
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
    if (pulls.length < pullsPerPage) break;
  }
  return found;
}
