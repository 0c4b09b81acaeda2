import { ResponseError } from '../errors/index.ts';
import { stringAt, valueAt } from '../text/index.ts';
import { askGitHub, loginOf, type GitHubAccess } from './api.ts';

/** The comment of a pull request that we keep up to date. */
export interface PullRequestComment {
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

/** Writes the comment, or writes it anew: known by its author and a marker, which anybody can write. Errors as of `askGitHub`. */
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

/** Whether the comment was still there. */
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
