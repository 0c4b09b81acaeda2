import { ResponseError } from '../errors/index.ts';
import { stringAt } from '../text/index.ts';
import { askGitHub, type GitHubAccess } from './api.ts';

/** The account that `github.token` writes as; it may not ask who it is. */
const usualAuthor = 'github-actions[bot]';

/** The login that the token writes as. A token of a person may ask; that of a job may not. Errors as those of `askGitHub`. */
export async function ownLogin(access: GitHubAccess, permission: string): Promise<string> {
  try {
    const answer = await askGitHub(access, {
      route: 'GET /user',
      parameters: {},
      purpose: 'say whose token this is',
      permission,
      repeatable: true,
    });
    return stringAt(answer, 'login') ?? usualAuthor;
  } catch (error) {
    // Not a limit of requests: taken for a no, it would lead to a second comment or issue.
    if (error instanceof ResponseError && (error.code === 'forbidden' || error.code === 'not-found')) return usualAuthor;
    throw error;
  }
}
