import { expect, onTestFinished, test } from 'vitest';
import type { GitHubAccess } from '../../src/github/index.ts';
import { keepComment } from '../../src/github/pull-requests.ts';
import { openGitHubApi, type GitHubApi, type GitHubApiOptions } from '../support/github-api/open.ts';

async function open(options: GitHubApiOptions = {}): Promise<{ api: GitHubApi; access: GitHubAccess }> {
  const api = await openGitHubApi(options);
  onTestFinished(async () => {
    await api.close();
    expect(api.breaches).toEqual([]);
  });
  return { api, access: { token: 'ghs_token', apiUrl: api.url, repository: 'acme/app', firstPause: 1 } };
}

const marker = '<!-- compliance-evidence: shop -->';
const bodies = ({ comments }: GitHubApi): readonly string[] => comments.map(({ author, body }) => `${author}: ${body}`);

test('the comment is written once, and then written anew', async () => {
  const { access, api } = await open();
  await keepComment(access, { pullRequest: 7, key: 'shop', body: 'first' });
  await keepComment(access, { pullRequest: 7, key: 'shop', body: 'second' });
  expect(bodies(api)).toEqual([`github-actions[bot]: ${marker}\nsecond`]);
});

test('each flow has a comment of its own', async () => {
  const { access, api } = await open();
  await keepComment(access, { pullRequest: 7, key: 'shop', body: 'a' });
  await keepComment(access, { pullRequest: 7, key: 'shop-2', body: 'b' });
  expect(bodies(api)).toHaveLength(2);
});

test.each([
  ['the marker in the comment of somebody else', 'mallory', `${marker}\nAll is well`],
  ['a comment of our own that only quotes the marker', 'github-actions[bot]', `> ${marker}\nAll is well`],
])('%s is left alone', async (_, author, body) => {
  const { access, api } = await open();
  api.comments.push({ id: 1, author, body });
  await keepComment(access, { pullRequest: 7, key: 'shop', body: 'ours' });
  expect(bodies(api)).toEqual([`${author}: ${body}`, `github-actions[bot]: ${marker}\nours`]);
});

test('the token of a person is asked who it is', async () => {
  const { access, api } = await open({ login: 'ada' });
  await keepComment(access, { pullRequest: 7, key: 'shop', body: 'first' });
  await keepComment(access, { pullRequest: 7, key: 'shop', body: 'second' });
  expect(bodies(api)).toEqual([`ada: ${marker}\nsecond`]);
});

test('the comment is found on a later page', async () => {
  const { access, api } = await open();
  for (let id = 1; id <= 250; id += 1) api.comments.push({ id, author: 'ada', body: 'hello' });
  api.comments.push({ id: 251, author: 'github-actions[bot]', body: `${marker}\nold` });
  await keepComment(access, { pullRequest: 7, key: 'shop', body: 'new' });
  expect(api.comments[250]?.body).toBe(`${marker}\nnew`);
  expect(api.comments).toHaveLength(251);
});

test('a comment that was deleted meanwhile is written again', async () => {
  const { access, api } = await open({ refuse: (request) => (request.startsWith('PATCH') ? { status: 404 } : undefined) });
  api.comments.push({ id: 9, author: 'github-actions[bot]', body: `${marker}\nold` });
  await keepComment(access, { pullRequest: 7, key: 'shop', body: 'new' });
  expect(api.comments.at(-1)?.body).toBe(`${marker}\nnew`);
});

test('a comment whose answer was lost is not written twice', async () => {
  const { access, api } = await open({ refuse: (request) => (request.startsWith('POST') ? { status: 502 } : undefined) });
  await expect(keepComment(access, { pullRequest: 7, key: 'shop', body: 'x' })).rejects.toMatchObject({ status: 502 });
  expect(api.asked.filter((request) => request.startsWith('POST'))).toHaveLength(1);
});

test('a missing permission is named with the line that grants it', async () => {
  const { access } = await open({ refuse: () => ({ status: 403 }) });
  await expect(keepComment(access, { pullRequest: 7, key: 'shop', body: 'x' })).rejects.toMatchObject({
    fix: expect.stringContaining('permissions:\n  pull-requests: write'),
  });
});
