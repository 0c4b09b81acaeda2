import { expect, onTestFinished, test } from 'vitest';
import type { StatusMark } from '../../../src/gate/index.ts';
import { markOf, postStatus } from '../../../src/github/commit-status.ts';
import type { GitHubAccess } from '../../../src/github/index.ts';
import { openGitHubApi, type GitHubApi, type GitHubApiOptions } from '../../support/github-api/open.ts';

const sha = 'a'.repeat(40);
const mark: StatusMark = {
  slot: {
    key: 'abcdefghijklmnopqrstuv',
    org: 'acme',
    flow: 'shop',
    label: 'pull_request #7 › ci.yml › gate',
    pullRequests: [7],
    workflow: { path: '.github/workflows/ci.yml', ref: 'refs/pull/7/merge' },
  },
  of: { run: '16588214930', attempt: '2' },
  by: undefined,
  word: 'yes',
};
const runPage = 'https://github.com/acme/app/actions/runs/16588214930';
const status = {
  sha,
  context: 'compliance/shop',
  state: 'success',
  description: 'Compliant',
  mark,
  page: 'https://evidence.example/t',
  runPage,
} as const;

async function open(options: GitHubApiOptions = {}): Promise<{ api: GitHubApi; access: GitHubAccess }> {
  const api = await openGitHubApi(options);
  onTestFinished(async () => {
    await api.close();
    expect(api.breaches).toEqual([]);
  });
  return { api, access: { token: 'ghs_token', apiUrl: api.url, repository: 'acme/app', firstPause: 1 } };
}

test('a status is set as it is given, and whose it is stands in its link', async () => {
  const { access, api } = await open({ account: 'release-bot' });
  expect(await postStatus(access, status)).toBe('release-bot');
  const [posted] = api.statuses;
  expect(posted).toMatchObject({ sha, context: 'compliance/shop', state: 'success', description: 'Compliant' });
  const link = String(posted?.['target_url']);
  expect(link).toMatch(/^https:\/\/evidence\.example\/t#evidence=1&word=yes&run=16588214930\.2&/);
  expect(link.length).toBeLessThan(300);
  expect(markOf(link)).toEqual(mark);
});

test('a description is one line of at most 140 characters, and an address that is none of the web gives way to the run', async () => {
  const { access, api } = await open();
  await postStatus(access, { ...status, description: `a\n\u001b[31m${'é'.repeat(200)}`, page: 'javascript:alert(1)' });
  expect(api.statuses).toMatchObject([{ description: `a ⏎ ${'é'.repeat(135)}…`, target_url: expect.stringMatching(`^${runPage}#`) }]);
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
