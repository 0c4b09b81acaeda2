import { expect, onTestFinished } from 'vitest';
import type { GitHubAccess } from '../../../src/github/index.ts';
import { openGitHubApi, type GitHubApi, type GitHubApiOptions } from '../../support/github-api/open.ts';

/** A double of GitHub that is closed with the test, and the access of a token to it. */
export async function openDouble(options: GitHubApiOptions = {}): Promise<{ readonly api: GitHubApi; readonly access: GitHubAccess }> {
  const api = await openGitHubApi(options);
  onTestFinished(async () => {
    await api.close();
    expect(api.breaches).toEqual([]);
  });
  return { api, access: { token: 'ghs_token', apiUrl: api.url, repository: 'acme/shop', firstPause: 1 } };
}
