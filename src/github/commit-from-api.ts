import { askGitHub, type GitHubAccess } from './api.ts';

/**
 * GitHub's answer to `GET /repos/{owner}/{repo}/commits/{ref}`, as it came: its shape is for the reader to check.
 *
 * @throws {ResponseError} when GitHub says no; on 403 and 404 with the permission to add.
 * @throws {TransportError} when nobody answers in time, or the signal is aborted.
 */
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
