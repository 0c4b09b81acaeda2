import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ResponseError } from '../../src/errors/index.ts';
import { secondsToWait } from '../../src/github/api.ts';
import { listOrganization, openAppTokens, openAuditPort, type AuditAccess } from '../../src/github/audit/index.ts';
import { artifactsOfRuns } from '../../src/github/previous-run.ts';
import { stringAt } from '../../src/text/index.ts';
import { privateKey } from '../support/app-key.ts';
import { root } from '../support/sources.ts';

/*
 * Each way in which GitHub may answer, or not: what is told then, what was asked, and what was reported while it waited, compared with
 * test/fixtures/answers. `npx vitest run test/github/answers.test.ts -u` writes it, look at what changed.
 */

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** There is no answer: why. */
  readonly fails?: string;
}

const sha = (letter: string): string => letter.repeat(40);
const integration = { message: 'Resource not accessible by integration' };
const data = (repository: unknown, more: object = {}) => ({ body: { data: { repository }, ...more } });
const noTags = { refs: { totalCount: 0, nodes: [], pageInfo: { hasNextPage: false, endCursor: null } } };
const fault = (type: string, message: string, more: object = {}) => ({ body: { data: null, errors: [{ type, message, ...more }] } });
const repository = { body: { id: 7, default_branch: 'trunk' } };
const git = (databaseId: number, login: string, id = `U_${databaseId}`) => ({
  name: login,
  email: `${login}@x.example`,
  user: { id, databaseId, login },
});
const signed = { isValid: true, wasSignedByGitHub: true };
const byGitHub = { name: 'GitHub', email: 'noreply@github.com', user: null };
const made = (letter: string, more: object = {}) => ({
  oid: sha(letter),
  author: git(1, 'ada'),
  committer: git(2, 'bob'),
  signature: null,
  ...more,
});
const period = ['2026-11-02T00:00:00Z', '2026-11-09T00:00:00Z'] as const;

const about = async (access: AuditAccess): Promise<unknown> => {
  const port = openAuditPort(access);
  return [await port.defaultBranch().catch(String), await port.repositoryId(), port.queries()];
};
/** The answer of a port, and its notes on its questions. */
const ported =
  (ask: (port: ReturnType<typeof openAuditPort>) => Promise<unknown>) =>
  async (access: AuditAccess): Promise<unknown> => {
    const port = openAuditPort(access);
    return [await ask(port), ...port.queries().map(({ answered, text, times }) => `${text} (${times}, ${answered})`)];
  };
const branch = ported((port) => port.defaultBranch());
const tags = ported((port) => port.tags());
const updates = ported((port) => port.branchUpdates('main', ...period));
const people = ported((port) => port.accountsOf([sha('a'), sha('b'), sha('a')]));
const merged = ported((port) => port.mergedCount('main', ...period));

const rows: readonly (readonly [string, (access: AuditAccess) => Promise<unknown>, readonly Answer[], Partial<AuditAccess>?])[] = [
  ['the branch and the number of the repository', about, [repository]],
  ['a repository without a branch', branch, [{ body: { id: 7, default_branch: '' } }]],
  ['a repository without a number', branch, [{ body: { default_branch: 'trunk' } }]],
  ['a repository that is asked for again after a no', about, [{ status: 404, body: integration }, repository]],
  ['no tags', tags, [data(noTags)]],
  ['no answer of GraphQL', tags, [{ body: {} }]],
  ['an answer about no repository', tags, [data(null)]],
  ['an answer that is a text', tags, [{ body: 'text' }]],
  ['a repository that is not there', tags, [fault('NOT_FOUND', 'Could not resolve to a Repository', { path: ['repository'] })]],
  ['a part that is not there', tags, [fault('NOT_FOUND', 'Could not resolve', { path: ['repository', 'refs'] })]],
  ['a part that is forbidden', tags, [fault('FORBIDDEN', integration.message, { path: ['repository', 'refs'] })]],
  ['a repository that is forbidden', tags, [fault('FORBIDDEN', integration.message, { path: ['repository'] })]],
  ['a part that is not there, and nobody says which', tags, [fault('NOT_FOUND', 'Could not resolve')]],
  ...[['repository', 'p0', 'checkSuites'], ['checkSuites', 'x'], []].map(
    (path) =>
      [
        `a field that is refused at ${path.join('.')}`,
        ported((port) => port.pullRequestsOf([sha('a')])),
        [data({ p0: null }, { errors: [{ type: 'FORBIDDEN', message: 'No', path }] })],
      ] as const,
  ),
  ['a scope that is missing', tags, [fault('INSUFFICIENT_SCOPES', 'Your token has not been granted the scopes')]],
  ['an error that nobody knows', tags, [data(noTags, { errors: [{ message: 'Nobody knows' }] })]],
  ['an error without a message', tags, [data(noTags, { errors: [{}] })]],
  ['a question that is too much', tags, [fault('RESOURCE_LIMITS_EXCEEDED', 'Resource limits for this query exceeded.')]],
  ['a limit of GraphQL', tags, [{ ...fault('RATE_LIMITED', 'API rate limit exceeded'), headers: { 'retry-after': '0.01' } }, data(noTags)]],
  [
    'a limit of GraphQL by its message alone',
    tags,
    [{ ...fault('', 'You have exceeded a secondary rate limit'), headers: { 'retry-after': '0.01' } }, data(noTags)],
  ],
  [
    'a limit that is longer than the time',
    tags,
    [{ ...fault('RATE_LIMIT', 'API rate limit exceeded'), headers: { 'retry-after': '3600' } }],
  ],
  ['a list', updates, [{ body: [] }]],
  ['a list that is none', updates, [{ body: { message: 'x' } }]],
  ['a list that is forbidden', updates, [{ status: 403, body: integration }]],
  [
    'a list that a personal token may not see',
    updates,
    [{ status: 403, body: { message: 'Resource not accessible by personal access token' } }],
  ],
  ['a list behind single sign-on', updates, [{ status: 403, headers: { 'x-github-sso': 'required' }, body: { message: 'SAML' } }]],
  ['a list that is not there, of a repository that is', updates, [{ status: 404, body: { message: 'Not Found' } }, repository]],
  [
    'a list of a repository that is not there',
    updates,
    [
      { status: 404, body: { message: 'Not Found' } },
      { status: 404, body: { message: 'Not Found' } },
    ],
  ],
  [
    'a list of a repository that may not be seen',
    updates,
    [
      { status: 404, body: { message: 'Not Found' } },
      { status: 403, body: integration },
    ],
  ],
  ['a token that is not valid', updates, [{ status: 401, body: { message: 'Bad credentials' } }]],
  ['a question that GitHub does not take', updates, [{ status: 422, body: { message: 'Validation Failed' } }]],
  ['a server that is broken', updates, [{ status: 500, body: { message: 'Server Error' } }]],
  ['an outage that ends', updates, [...Array.from({ length: 4 }, () => ({ status: 503, body: {} })), { body: [] }]],
  ['a server that is not there', updates, [{ fails: 'getaddrinfo ENOTFOUND' }]],
  [
    'a limit of REST',
    updates,
    [
      { status: 429, headers: { 'retry-after': '0.01' }, body: { message: 'Too Many Requests' } },
      { status: 429, headers: { 'retry-after': '0.01' }, body: {} },
      { body: [] },
    ],
  ],
  ['no time left', updates, [{ body: [] }], { timeLimit: 0 }],
  ['a server of one’s own', tags, [data(noTags)], { apiUrl: 'https://github.corp/api/v3/' }],
  ['who made commits', people, [data({ p0: made('a', { committer: byGitHub, signature: signed }), p1: null })]],
  [
    'bots that made commits',
    people,
    [
      data({
        p0: made('a', { author: git(3, 'x[bot]'), committer: git(4, 'y', 'BOT_4') }),
        p1: made('b', { author: git(5, 'z', 'MDM6Qm90NQ=='), committer: git(19_864_447, 'web-flow') }),
      }),
    ],
  ],
  [
    'a commit of GitHub without its signature',
    people,
    [
      data({
        p0: made('a', { committer: byGitHub, signature: { ...signed, isValid: false } }),
        p1: made('b', { committer: { ...byGitHub, email: 'x@y' }, signature: signed }),
      }),
    ],
  ],
  ['who made another commit', people, [data({ p0: made('c'), p1: made('b', { author: null }) })]],
  [
    'people who are too many at once',
    people,
    [{ status: 502, body: {} }, { status: 502, body: {} }, { status: 502, body: {} }, data({ p0: made('a') }), data({ p0: made('b') })],
  ],
  ['one who is too much', ported((port) => port.accountsOf([sha('a')])), [{ status: 502, body: {} }]],
  ['the number of merged pull requests', merged, [{ body: { data: { search: { issueCount: 5 } } } }]],
  ['no number of merged pull requests', merged, [{ body: { data: { search: {} } } }]],
  ['a number that may not be seen', merged, [{ status: 403, body: integration }]],
  ['a number that cannot be read', merged, [{ body: { data: null } }]],
  ['a number behind a token that is not valid', merged, [{ status: 401, body: {} }]],
  ['a branch that cannot be searched', ported((port) => port.mergedCount('a "b"', ...period)), []],
  ['a period of nothing', ported((port) => port.mergedCount('main', period[0], period[0])), []],
];

const member = { status: 403, body: { message: 'You must authenticate with an installation access token' } };
const acme = { body: { login: 'Acme', public_repos: 1, total_private_repos: 2 } };
const hosted = (id: number, more: object = {}) => ({
  id,
  full_name: `acme/r${id}`,
  archived: false,
  created_at: period[0],
  pushed_at: period[1],
  updated_at: null,
  size: 3,
  owner: { login: 'ACME' },
  ...more,
});
const three = { body: [hosted(1), hosted(2, { permissions: { pull: false } }), hosted(3, { size: 'x', permissions: { pull: true } })] };
const seen = (total_count: number, repository_selection: string, ...ids: readonly number[]) => ({
  body: { total_count, repository_selection, repositories: ids.map((id) => hosted(id)) },
});
const listing = (access: AuditAccess): Promise<unknown> => listOrganization('acme', { audit: access, other: undefined });
const withOther = (access: AuditAccess): Promise<unknown> =>
  listOrganization('acme', { audit: access, other: { ...access, token: 'other' } });
const full = Array.from({ length: 100 }, (_, index) => hosted(index + 1));

const ofAccount: typeof rows = [
  ['an organization', listing, [acme, three, member]],
  [
    'an organization of several pages',
    listing,
    [{ body: { ...acme.body, public_repos: 99 } }, { body: full }, { body: [hosted(101)] }, member],
  ],
  ['an organization that counts more', listing, [{ body: { ...acme.body, public_repos: 9 } }, three, member]],
  ['an organization that is not counted', listing, [{ body: { login: 'acme', public_repos: 3 } }, three, member]],
  ['a user', listing, [{ status: 404, body: {} }, acme, three, member]],
  ['another account', listing, [{ body: { login: 'eve' } }]],
  ['no account', listing, [{ status: 404, body: {} }]],
  ['an account that is hidden', listing, [{ status: 403, body: integration }]],
  ['an account behind a wrong token', listing, [{ status: 401, body: {} }]],
  ['no list of repositories', listing, [acme, { body: {} }]],
  ...[{ full_name: 'eve/r1' }, { id: 0 }, { full_name: 'acme/..' }, { full_name: 'acme/a/b' }, { full_name: 7 }, { archived: 'no' }].map(
    (more) => [`a repository with ${JSON.stringify(more)}`, listing, [acme, { body: [hosted(1, more)] }, member]] as const,
  ),
  ['an App on all', listing, [{ body: { login: 'acme' } }, three, seen(2, 'all', 1, 4)]],
  ['an App on some', listing, [{ body: { login: 'acme' } }, three, seen(1, 'selected', 1)]],
  ['an App on none', listing, [{ body: { login: 'acme' } }, three, seen(0, 'all')]],
  ['an App that sees more than it lists', listing, [acme, three, seen(3, 'all', 1, 1)]],
  [
    'an App that also sees another account',
    listing,
    [acme, three, { body: { total_count: 1, repositories: [hosted(9, { owner: { login: 'eve' } })] } }],
  ],
  ['an App without a list', listing, [acme, three, { body: {} }]],
  ['an App without a count', listing, [acme, three, { body: { repositories: [] } }]],
  ['a list of the App that is refused', listing, [acme, three, { status: 403, body: integration }]],
  ['another token that sees more', withOther, [acme, three, { body: { ...acme.body, public_repos: 2 } }, { body: [hosted(4)] }, member]],
  ...[401, 403, 404].map(
    (status) =>
      [
        `another token that is refused with ${status}`,
        withOther,
        [acme, three, { status, body: {} }, ...(status === 404 ? [{ status, body: {} }] : []), member],
      ] as const,
  ),
  ['another token that is not asked for', withOther, [acme, three, { status: 422, body: {} }]],
];

const token = async (access: AuditAccess): Promise<unknown> => {
  const hidden: string[] = [];
  const tokens = openAppTokens({
    ...access,
    id: '7',
    privateKey,
    account: 'acme',
    hide: (secret) => hidden.push(secret),
    now: () => 1_800_000_000_000,
  });
  const [first, again] = [await tokens.current(), await tokens.validFor(60 * 60_000)];
  const claims = hidden.filter((one) => one.includes('.')).map((one) => Buffer.from(one.split('.')[1] ?? '', 'base64url').toString());
  return [first, again, await tokens.validFor(60 * 60_000 + 1), await tokens.instead('ghs_other'), ...new Set(claims), hidden.length];
};
const left = async (access: AuditAccess): Promise<unknown> => {
  const found: string[] = [];
  const looked = { workflow: '.github/workflows/audit.yml', runId: '9', name: 'audit', largest: 10 };
  for await (const { url, zip } of artifactsOfRuns(access, looked)) found.push(`${url} ${zip.toString()}`);
  return found;
};
const runOf = (id: unknown, more: object = {}) => ({
  id,
  path: '.github/workflows/audit.yml@main',
  head_branch: 'trunk',
  event: 'push',
  head_repository: { id: 7 },
  html_url: `run ${String(id)}`,
  ...more,
});
const artifact = (id: number, run: number, more: object = {}) => ({
  id,
  name: 'audit',
  expired: false,
  size_in_bytes: 10,
  workflow_run: { id: run },
  ...more,
});
const zip: Answer = { headers: { 'content-type': 'application/zip' }, body: 'zip' };
const runs = {
  body: {
    workflow_runs: [runOf('x'), runOf(3), runOf(5, { html_url: null }), runOf(9), runOf(4, { path: null }), runOf(8, { event: null })],
  },
};
const ofFive = { body: { artifacts: [artifact(50, 5), artifact(51, 5), artifact(52, 4), artifact(53, 5, { expired: null })] } };
const ofThree = { body: { artifacts: [artifact(30, 3)] } };

const ofTokens: typeof rows = [
  ['a token of the App', token, [{ body: { id: 9 } }, { body: { token: 'ghs_1' } }, { body: { token: 'ghs_2' } }]],
  ['a token of the App on a user', token, [{ status: 404, body: {} }, { body: { id: 9 } }, { body: { token: 'ghs_1' } }]],
  ['no installation', token, [{ status: 404, body: {} }]],
  ['an App that is suspended', token, [{ status: 403, body: { message: 'This installation has been suspended' } }]],
  ['an App that is not known', token, [{ status: 401, body: { message: 'A JSON web token could not be decoded' } }]],
  [
    'an App that is not known for users',
    token,
    [
      { status: 404, body: {} },
      { status: 401, body: {} },
    ],
  ],
  ['a server that does not tell the installation', token, [{ status: 500, body: {} }]],
  ['an installation of no number', token, [{ body: { id: 0 } }]],
  ['no token', token, [{ body: { id: 9 } }, { body: {} }]],
  ['a token of two words', token, [{ body: { id: 9 } }, { body: { token: 'a b' } }]],
  ['reports of earlier runs', left, [repository, runs, ofFive, zip, ofThree, zip]],
  ['a report that is no file', left, [repository, runs, ofFive, { body: 'text' }]],
  [
    'a report that GitHub tells otherwise',
    left,
    [repository, runs, { body: { artifacts: [artifact(50, 5, { digest: 'sha256:00' })] } }, zip],
  ],
  ['reports without a size', left, [repository, runs, { body: { artifacts: [artifact(50, 5, { size_in_bytes: null })] } }, ofThree, zip]],
  ['no reports', left, [repository, runs, { body: { artifacts: [] } }]],
  ['no list of runs', left, [repository, { body: {} }]],
  ['no list of reports', left, [repository, runs, { body: {} }]],
];

async function told([name, ask, answers, more]: (typeof rows)[number]): Promise<string> {
  const lines: string[] = [];
  let at = 0;
  const access: AuditAccess = {
    token: 'ghs_token',
    apiUrl: 'https://api.github.example',
    repository: 'acme/app',
    firstPause: 0,
    timeLimit: 60_000,
    report: (what) => lines.push(what),
    fetch(url, init) {
      const { body, fails, headers, status = 200 } = answers[Math.min(at++, answers.length - 1)] ?? {};
      const [sent, method] = [stringAt(init, 'body'), stringAt(init, 'method')];
      const said = sent === undefined ? '' : ` ${(stringAt(JSON.parse(sent), 'query') ?? sent).trim().replaceAll('\n', ' ')}`;
      lines.push(`${method} ${url}${said}`);
      if (fails !== undefined) return Promise.reject(new TypeError(fails));
      return Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } }));
    },
    ...more,
  };
  try {
    lines.push(
      `= ${JSON.stringify(await ask(access), (_, value: unknown) => (value instanceof Set || value instanceof Map ? [...value] : value))}`,
    );
  } catch (error) {
    lines.push(`! ${String(error)}: ${Object(error).code}`, `  ${String(Object(error).fix).replaceAll('\n', '\n  ')}`);
  }
  return `# ${name}\n${lines.join('\n')}\n`;
}

const all = { port: rows, account: ofAccount, tokens: ofTokens };
const parts = Object.entries(all).flatMap(([about, some]) =>
  Array.from({ length: Math.ceil(some.length / 9) }, (_, part) => [`${about}-${part + 1}`, some.slice(9 * part, 9 * part + 9)] as const),
);

test.each(parts)('each answer of GitHub is told as what it is: %s', async (name, some) => {
  const texts: string[] = [];
  for (const row of some) texts.push(await told(row));
  await expect(texts.join('\n')).toMatchFileSnapshot(join(root, `test/fixtures/answers/${name}.txt`));
});

test.each([
  [{ 'retry-after': '7' }, '', 7],
  [{ 'retry-after': '86400' }, '', 86_400],
  [{ 'retry-after': '86401' }, '', 60],
  [{ 'retry-after': '0' }, 'secondary', 60],
  [{ 'x-ratelimit-reset': '1' }, '', 1],
  [{ 'x-ratelimit-reset': '100000000000' }, '', 60],
  [{ 'x-ratelimit-reset': '0' }, '', 60],
  [{ 'x-ratelimit-reset': '1' }, 'a secondary rate limit', 60],
  [{ 'x-ratelimit-reset': '1', 'x-ratelimit-remaining': '0' }, 'abuse', 1],
  [{}, '', 60],
])('a limit with %j is waited for as long as it says: %s', (headers, serverMessage, seconds) => {
  const error = new ResponseError('rate-limited', 'm', { status: 429, request: 'r', serverMessage, cause: { response: { headers } } });
  expect(secondsToWait(error)).toBe(seconds);
});

test('a limit is waited for until a second after it ends', () => {
  const reset = String(Math.floor(Date.now() / 1000) + 100);
  const wait = secondsToWait(
    new ResponseError('rate-limited', 'm', { status: 403, request: 'r', cause: { response: { headers: { 'x-ratelimit-reset': reset } } } }),
  );
  expect(wait).toBeGreaterThanOrEqual(100);
  expect(wait).toBeLessThanOrEqual(102);
});
