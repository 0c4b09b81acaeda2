import { expect, onTestFinished, test } from 'vitest';
import type { GitHubAccess } from '../../src/github/index.ts';
import { postStatus } from '../../src/github/status.ts';
import { openGitHubApi, type GitHubApi, type GitHubApiOptions } from '../support/github-api/open.ts';

const sha = 'a'.repeat(40);
const status = {
  sha,
  context: 'compliance/shop',
  state: 'success',
  description: 'Compliant',
  targetUrl: 'https://evidence.example/t',
} as const;

async function open(options: GitHubApiOptions = {}): Promise<{ api: GitHubApi; access: GitHubAccess }> {
  const api = await openGitHubApi(options);
  onTestFinished(async () => {
    await api.close();
    expect(api.breaches).toEqual([]);
  });
  return { api, access: { token: 'ghs_token', apiUrl: api.url, repository: 'acme/app', firstPause: 1 } };
}

test('a status is set as it is given', async () => {
  const { access, api } = await open();
  await postStatus(access, status);
  expect(api.statuses).toEqual([
    { sha, context: 'compliance/shop', state: 'success', description: 'Compliant', target_url: 'https://evidence.example/t' },
  ]);
});

test('a description is one line of at most 140 characters, and no address but one of the web is passed on', async () => {
  const { access, api } = await open();
  await postStatus(access, { ...status, description: `a\n\u001b[31m${'é'.repeat(200)}`, targetUrl: 'javascript:alert(1)' });
  expect(api.statuses).toEqual([{ sha, context: 'compliance/shop', state: 'success', description: `a ⏎ ${'é'.repeat(135)}…` }]);
});

test('what fails for a moment is sent again', async () => {
  let failures = 2;
  const { access, api } = await open({ refuse: () => (failures-- > 0 ? { status: 502 } : undefined) });
  await postStatus(access, status);
  expect(api.statuses).toHaveLength(1);
  expect(api.asked).toHaveLength(3);
});

test('a rate limit that is soon over is waited for', async () => {
  let limits = 1;
  const { access, api } = await open({ refuse: () => (limits-- > 0 ? { status: 429, headers: { 'retry-after': '0' } } : undefined) });
  await postStatus(access, status);
  expect(api.statuses).toHaveLength(1);
});

test.each([403, 404])('%i names the line of YAML that grants the permission', async (code) => {
  const { access } = await open({ refuse: () => ({ status: code }) });
  await expect(postStatus(access, status)).rejects.toMatchObject({
    status: code,
    fix: expect.stringContaining('permissions:\n  statuses: write'),
  });
});
