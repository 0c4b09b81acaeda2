import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ResponseError } from '../../../src/errors/index.ts';
import { secondsToWait } from '../../../src/github/api.ts';
import { openAuditPort, type AuditAccess } from '../../../src/github/audit/index.ts';
import { stringAt } from '../../../src/text/index.ts';
import { root } from '../../support/sources.ts';

/*
 * Each way in which GitHub may answer, or not: what the port of the audit tells then, what it asked, and what it reported while it
 * waited, compared with test/fixtures/audit/port.txt. `npx vitest run test/github/audit/answers.test.ts -u` writes it, look at what
 * changed.
 */

type Port = ReturnType<typeof openAuditPort>;

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

const branch = (port: Port): Promise<unknown> => port.defaultBranch();
const tags = (port: Port): Promise<unknown> => port.tags();
const updates = (port: Port): Promise<unknown> => port.branchUpdates('main', ...period);
const people = (port: Port): Promise<unknown> => port.accountsOf([sha('a'), sha('b'), sha('a')]);
const merged = (port: Port): Promise<unknown> => port.mergedCount('main', ...period);

const rows: readonly (readonly [string, (port: Port) => Promise<unknown>, readonly Answer[], Partial<AuditAccess>?])[] = [
  ['the branch and the number of the repository', async (port) => [await port.defaultBranch(), await port.repositoryId()], [repository]],
  ['a repository without a branch', branch, [{ body: { id: 7, default_branch: '' } }]],
  ['a repository without a number', branch, [{ body: { default_branch: 'trunk' } }]],
  [
    'a repository that is asked for again after a no',
    async (port) => [await port.defaultBranch().catch(String), await port.repositoryId()],
    [{ status: 404, body: integration }, repository],
  ],
  ['no tags', tags, [data(noTags)]],
  ['no answer of GraphQL', tags, [{ body: {} }]],
  ['an answer about no repository', tags, [data(null)]],
  ['an answer that is a text', tags, [{ body: 'text' }]],
  ['a repository that is not there', tags, [fault('NOT_FOUND', 'Could not resolve to a Repository', { path: ['repository'] })]],
  ['a part that is not there', tags, [fault('NOT_FOUND', 'Could not resolve', { path: ['repository', 'refs'] })]],
  ['a part that is forbidden', tags, [fault('FORBIDDEN', integration.message, { path: ['repository', 'refs'] })]],
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
  ['a GraphQL elsewhere', tags, [data(noTags)], { graphqlUrl: 'https://github.corp/elsewhere' }],
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
  ['one who is too much', (port) => port.accountsOf([sha('a')]), [{ status: 502, body: {} }]],
  ['the number of merged pull requests', merged, [{ body: { data: { search: { issueCount: 5 } } } }]],
  ['no number of merged pull requests', merged, [{ body: { data: { search: {} } } }]],
  ['a number that may not be seen', merged, [{ status: 403, body: integration }]],
  ['a number that cannot be read', merged, [{ body: { data: null } }]],
  ['a number behind a token that is not valid', merged, [{ status: 401, body: {} }]],
  ['a branch that cannot be searched', (port) => port.mergedCount('a "b"', ...period), []],
  ['a period of nothing', (port) => port.mergedCount('main', period[0], period[0]), []],
];

async function told([name, ask, answers, more]: (typeof rows)[number]): Promise<string> {
  const lines: string[] = [];
  let at = 0;
  const port = openAuditPort({
    token: 'ghs_token',
    apiUrl: 'https://api.github.example',
    repository: 'acme/app',
    firstPause: 0,
    timeLimit: 60_000,
    report: (what) => lines.push(what),
    fetch(url, init) {
      const { body, fails, headers, status = 200 } = answers[Math.min(at++, answers.length - 1)] ?? {};
      const [sent, method] = [stringAt(init, 'body'), stringAt(init, 'method')];
      lines.push(
        `${method} ${url}${
          sent === undefined
            ? ''
            : ` ${String(Object(JSON.parse(sent)).query)
                .trim()
                .replaceAll('\n', ' ')}`
        }`,
      );
      if (fails !== undefined) return Promise.reject(new TypeError(fails));
      return Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } }));
    },
    ...more,
  });
  try {
    lines.push(`= ${JSON.stringify(await ask(port))}`);
  } catch (error) {
    lines.push(`! ${String(error)}: ${Object(error).code}`, `  ${String(Object(error).fix).replaceAll('\n', '\n  ')}`);
  }
  const queries = port.queries().map((query) => `${query.text} (${query.times}, ${query.answered})`);
  return `# ${name}\n${lines.join('\n')}\n  ${queries.join('; ')}\n`;
}

test.each([0, 1, 2, 3, 4, 5])('each answer of GitHub is told as what it is (part %i)', async (part) => {
  const texts: string[] = [];
  for (const row of rows.filter((_, index) => index % 6 === part)) texts.push(await told(row));
  await expect(texts.join('\n')).toMatchFileSnapshot(join(root, `test/fixtures/audit/port-${part}.txt`));
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
