import { expect, onTestFinished, test } from 'vitest';
import { openPullRequests } from '../../src/github/index.ts';
import { openGitHubApi, type GitHubApi, type GitHubApiOptions } from '../support/github-api/open.ts';

const sha = 'a'.repeat(40);
const topic = { sha, branch: 'topic', repository: 'mallory/app' };

async function ask(options: GitHubApiOptions, head = topic): Promise<{ api: GitHubApi; numbers: Promise<readonly number[]> }> {
  const api = await openGitHubApi(options);
  onTestFinished(async () => {
    await api.close();
    expect(api.breaches).toEqual([]);
  });
  const access = { token: 'ghs_token', apiUrl: api.url, repository: 'acme/app', firstPause: 1 };
  return { api, numbers: openPullRequests(access, head, 'pull-requests: read') };
}

test('the pull request of a fork is found by its branch', async () => {
  const { api, numbers } = await ask({ pullRequests: [{ number: 7, ...topic }] });
  expect(await numbers).toEqual([7]);
  expect(api.asked).toEqual(['GET /repos/acme/app/pulls?state=open&head=mallory%3Atopic&per_page=100&page=1']);
});

test('all that have the head are found, on whatever page', async () => {
  const others = Array.from({ length: 150 }, (_, index) => ({ number: 100 + index, ...topic, sha: 'b'.repeat(40) }));
  const { numbers } = await ask({ pullRequests: [{ number: 7, ...topic }, ...others, { number: 9, ...topic }] });
  expect(await numbers).toEqual([7, 9]);
});

test.each([
  ['closed', { number: 7, ...topic, state: 'closed' as const }],
  ['of another commit', { number: 7, ...topic, sha: 'b'.repeat(40) }],
  ['of another repository of the same owner', { number: 7, ...topic, repository: 'mallory/other' }],
  ['of a repository that is gone', { number: 7, ...topic, repository: null }],
])('one that is %s is not', async (_, pullRequest) => {
  const { numbers } = await ask({ pullRequests: [pullRequest] });
  expect(await numbers).toEqual([]);
});

test.each([
  ['a branch with what an address is made of', 'a&state=closed#?:b'],
  ['a branch with an emoji', 'fix/🍵'],
])('%s is asked for as it is', async (_, branch) => {
  const { numbers } = await ask({ pullRequests: [{ number: 7, ...topic, branch }] }, { ...topic, branch });
  expect(await numbers).toEqual([7]);
});

test('where GitHub refuses, the permission is named', async () => {
  const { numbers } = await ask({ refuse: () => ({ status: 403 }) });
  await expect(numbers).rejects.toMatchObject({ fix: expect.stringContaining('permissions:\n  pull-requests: read') });
});
