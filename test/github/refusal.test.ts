import { expect, onTestFinished, test } from 'vitest';
import { ResponseError } from '../../src/errors/index.ts';
import { outage } from '../../src/github/api.ts';
import { fetchCommit, keepComment, openPullRequests, postStatus, type GitHubAccess } from '../../src/github/index.ts';
import type { Refusal } from '../support/github-api/answering.ts';
import { openGitHubApi, type GitHubApi } from '../support/github-api/open.ts';

const sha = 'a'.repeat(40);
const slot = { key: 'k', org: 'acme', flow: 'shop', label: 'push main', pullRequests: [], workflow: undefined } as const;
const mark = { slot, of: { run: '17', attempt: '1' }, by: undefined, word: 'yes' } as const;
const status = { sha, context: 'c', state: 'success', description: 'x', mark, page: undefined, runPage: undefined } as const;
const comment = { pullRequest: 7, key: 'shop', body: 'text' };
const marker = '<!-- compliance-evidence: shop -->';

interface Call {
  readonly name: string;
  /** The beginning of the request that is refused. */
  readonly refused: string;
  readonly permission: string;
  readonly work: (access: GitHubAccess) => Promise<unknown>;
}

/** Every request to GitHub, except `GET /user`, where a no is an answer. */
const calls: readonly Call[] = [
  { name: 'the commit', refused: 'GET /repos/acme/app/commits/', permission: 'contents: read', work: (access) => fetchCommit(access, sha) },
  {
    name: 'the status',
    refused: 'POST /repos/acme/app/statuses/',
    permission: 'statuses: write',
    work: (access) => postStatus(access, { ...status, context: 'compliance/shop' }),
  },
  {
    name: 'the list of comments',
    refused: 'GET /repos/acme/app/issues/7/comments',
    permission: 'pull-requests: write',
    work: (access) => keepComment(access, comment),
  },
  {
    name: 'a new comment',
    refused: 'POST /repos/acme/app/issues/7/comments',
    permission: 'pull-requests: write',
    work: (access) => keepComment(access, comment),
  },
  {
    name: 'a comment that is changed',
    refused: 'PATCH /repos/acme/app/issues/comments/1',
    permission: 'pull-requests: write',
    work: (access) => keepComment(access, comment),
  },
  {
    name: 'the pull requests of a branch',
    refused: 'GET /repos/acme/app/pulls',
    permission: 'pull-requests: write',
    work: (access) => openPullRequests(access, { sha, branch: 'topic', repository: 'acme/app' }, 'pull-requests: write'),
  },
];

async function open(refuse: (request: string) => Refusal | undefined): Promise<{ api: GitHubApi; access: GitHubAccess }> {
  const api = await openGitHubApi({ refuse });
  api.comments.push({ id: 1, author: 'github-actions[bot]', body: `${marker}\nold` });
  onTestFinished(() => api.close());
  return { api, access: { token: 'ghs_token', apiUrl: api.url, repository: 'acme/app', firstPause: 1, timeLimit: 5_000 } };
}

/** The error of a call that GitHub refuses so. */
async function refused({ refused: beginning, work }: Omit<Call, 'name'>, refusal: Refusal): Promise<ResponseError> {
  // If there is no comment yet, one is written. Otherwise it is changed.
  const { access, api } = await open((request) => (request.startsWith(beginning) ? refusal : undefined));
  if (beginning.startsWith('POST') && beginning.includes('/comments')) api.comments.length = 0;
  const error: unknown = await work(access).then(
    () => expect.fail('expected an error'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ResponseError)) throw new Error('expected a ResponseError', { cause: error });
  return error;
}

const integration = 'Resource not accessible by integration';

test.each(calls)('$name: 403 names the permission, as YAML, and what GitHub said', async (call) => {
  const error = await refused(call, { status: 403, message: integration });
  expect(error).toMatchObject({ code: 'forbidden', status: 403 });
  expect(error.fix).toMatch(new RegExp(`^permissions:\n  ${call.permission}$`, 'm'));
  const [method, path = ''] = call.refused.split(' ');
  expect(error.message).toMatch(new RegExp(`\\(403\\): ${method} http://127\\.0\\.0\\.1:\\d+${path}`));
  expect(error.message).toContain(integration);
});

// A comment that is not there any more is written again.
test.each(calls.filter(({ name }) => name !== 'a comment that is changed'))(
  '$name: so does 404, which GitHub answers instead',
  async (call) => {
    const error = await refused(call, { status: 404, message: 'Not Found' });
    expect(error).toMatchObject({ code: 'not-found', status: 404 });
    expect(error.fix).toMatch(new RegExp(`^permissions:\n  ${call.permission}$`, 'm'));
  },
);

const inAnHour = String(Math.floor(Date.UTC(2037, 0, 2, 3, 4) / 1000));
const limits: readonly (readonly [string, Refusal, RegExp])[] = [
  [
    'the limit of an hour',
    { status: 403, message: 'API rate limit exceeded', headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': inAnHour } },
    /after 2037-01-02 03:04 UTC: the token has used up/,
  ],
  [
    'the same, told by the header alone',
    { status: 403, message: 'Forbidden', headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': inAnHour } },
    /after 2037-01-02 03:04 UTC: the token has used up/,
  ],
  [
    'a limit on many requests at once',
    { status: 403, message: 'You have exceeded a secondary rate limit', headers: { 'retry-after': '120' } },
    /in 2 min: GitHub takes no more/,
  ],
  [
    'the same, without a time',
    { status: 403, message: 'You have exceeded a secondary rate limit' },
    /in a few minutes: GitHub takes no more/,
  ],
  ['429', { status: 429, message: 'Too Many Requests', headers: { 'retry-after': '3600' } }, /in 60 min/],
  [
    '429 with a time that is none',
    { status: 429, message: 'Too Many Requests', headers: { 'retry-after': 'soon', 'x-ratelimit-reset': '9e99' } },
    /again later/,
  ],
];

test.each(limits)('%s is no matter of permissions, and says when to ask again', async (_, refusal, fix) => {
  for (const call of calls) {
    const error = await refused(call, refusal);
    expect([call.name, error.code]).toEqual([call.name, 'rate-limited']);
    expect(error.fix).toMatch(fix);
    expect(error.fix).not.toContain('permissions:');
  }
});

test('a limit that is over in time is waited for, as long as GitHub says', async () => {
  let refusals = 1;
  const { access, api } = await open(() =>
    refusals-- > 0 ? { status: 403, message: 'You have exceeded a secondary rate limit', headers: { 'retry-after': '1' } } : undefined,
  );
  const early = new Promise((fulfil) => void setTimeout(fulfil, 950, 'waiting'));
  const posted = postStatus(access, status);
  expect(await Promise.race([posted, early])).toBe('waiting');
  await posted;
  expect(api.statuses).toHaveLength(1);
});

test('one that is not over in time is not: the answer is the limit, and not the time', async () => {
  const { access, api } = await open(() => ({
    status: 403,
    message: 'You have exceeded a secondary rate limit',
    headers: { 'retry-after': '6' },
  }));
  await expect(fetchCommit(access, sha)).rejects.toMatchObject({ code: 'rate-limited' });
  expect(api.asked).toHaveLength(1);
});

test('a limit when we ask who we are is no answer to that: no second comment is written', async () => {
  const { access, api } = await open((request) =>
    request === 'GET /user' ? { status: 403, message: 'API rate limit exceeded' } : undefined,
  );
  await expect(keepComment(access, comment)).rejects.toMatchObject({ code: 'rate-limited' });
  expect(api.comments).toHaveLength(1);
});

test('a personal token is told of its own permission, and of single sign-on', async () => {
  const [call] = calls;
  if (call === undefined) throw new Error('there are calls');
  const personal = await refused(call, { status: 403, message: 'Resource not accessible by personal access token' });
  expect(personal.fix).toContain('Give the personal access token the permission `contents: read`');
  const sso = await refused(call, {
    status: 403,
    message: 'Resource protected by organization SAML enforcement',
    headers: { 'x-github-sso': 'required; url=https://github.com/x' },
  });
  expect(sso.fix).toContain('single sign-on');
});

test('the status page of github.com is for github.com alone', () => {
  expect(outage('https://api.github.com')).toContain('githubstatus.com');
  expect(outage('https://github.corp/api/v3')).not.toContain('githubstatus.com');
});
