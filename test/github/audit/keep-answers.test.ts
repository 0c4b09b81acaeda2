import { createHash } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import type { AnswerFact } from '../../../src/audit/index.ts';
import { keepingAnswers } from '../../../src/github/audit/keep-answers.ts';
import { removeRepositories } from '../../support/git.ts';
import { deployment, pull, update } from '../../support/github-api/world/make.ts';
import { asking, history } from './world.ts';

afterAll(removeRepositories);

const secret = 'a-secret-of-this-run';
const token = `ghp_${'a1'.repeat(18)}`;

/** The answer that is kept of a response. */
async function kept(
  body: string,
  given: { readonly url?: string; readonly init?: object; readonly response?: ResponseInit } = {},
): Promise<AnswerFact> {
  const answers: AnswerFact[] = [];
  const keep = { secrets: [secret], add: async (answer: AnswerFact) => void answers.push(answer) };
  const fetch = keepingAnswers(
    () => Promise.resolve(new Response(body, given.response)),
    keep,
    () => new Date('2026-11-02T12:00:00Z'),
  );
  const response = await fetch(given.url ?? 'https://api.github.com/repos/acme/shop', given.init);
  expect(response instanceof Response && (await response.text())).toBe(body);
  const [answer] = answers;
  if (answer === undefined) throw new Error('No answer was kept');
  return answer;
}

test('an answer is kept as canonical JSON with its hash, and without what signs the request in', async () => {
  const answer = await kept('{ "b": 1.0,\n "a": "é" }', {
    url: 'https://api.github.com/repos/acme/shop/activity?ref=main&per_page=100',
    init: { method: 'GET', headers: { authorization: 'token x' } },
    response: {
      headers: { date: 'Mon, 02 Nov 2026 12:00:00 GMT', 'set-cookie': 'x=y', link: '<https://api.github.com/x?after=1>; rel="next"' },
    },
  });
  const body = '{"a":"é","b":1}';
  expect(answer).toEqual({
    kind: 'answer',
    at: '2026-11-02T12:00:00.000Z',
    request: { method: 'GET', path: '/repos/acme/shop/activity', query: 'ref=main&per_page=100' },
    status: 200,
    headers: { date: 'Mon, 02 Nov 2026 12:00:00 GMT', link: '<https://api.github.com/x?after=1>; rel="next"' },
    form: 'json',
    masked: false,
    sha256: createHash('sha256').update(body).digest('hex'),
    body,
  });
});

test.each([
  ['a token of GitHub', `{"a":"see ${token} there"}`, '{"a":"see *** there"}'],
  ['a secret of the run', `{"a":["${secret}"]}`, '{"a":["***"]}'],
  ['a user in an address', '{"a":"https://bob:pass@example.com/x"}', '{"a":"https://***@example.com/x"}'],
  [
    'an address that is signed',
    '{"a":"https://e.example/x?a=1&X-Amz-Signature=abc&b=2"}',
    '{"a":"https://e.example/x?a=1&X-Amz-Signature=***&b=2"}',
  ],
  ['text that is no JSON', `<p>${token}</p>`, '<p>***</p>'],
])('%s is hidden before the answer is hashed', async (_, body, shown) => {
  const answer = await kept(body);
  expect(answer).toMatchObject({ body: shown, masked: true, sha256: createHash('sha256').update(shown).digest('hex') });
});

test('what lies between two halves of a key stays', async () => {
  const answer = await kept('{"a":"-----BEGIN PRIVATE KEY-----","b":"kept","c":"-----END PRIVATE KEY-----"}');
  expect(answer).toMatchObject({ form: 'json', masked: false });
  expect(answer.body).toContain('"b":"kept"');
});

test('a no of GitHub is kept too, and a text that has no canonical form as it came', async () => {
  expect(await kept('{"message":"Forbidden"}', { response: { status: 403 } })).toMatchObject({
    status: 403,
    body: '{"message":"Forbidden"}',
  });
  expect(await kept('<html>502', { response: { status: 502 } })).toMatchObject({ status: 502, form: 'text', body: '<html>502' });
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  expect(await kept(deep)).toMatchObject({ form: 'text', body: deep });
  expect(await kept(String.raw`{"a":"\ud800"}`)).toMatchObject({ form: 'text', body: String.raw`{"a":"\ud800"}` });
});

test('an answer that is too long is there as its hash', async () => {
  const answer = await kept(JSON.stringify('x'.repeat(12 * 1024 * 1024)));
  expect(answer.body).toBeUndefined();
  expect(answer.sha256).toMatch(/^[0-9a-f]{64}$/);
});

test('every request of an audit is kept, in the place where requests go out, each retry by itself', async () => {
  const { gitDirectory, shas } = history(2);
  const head = shas[1] ?? '';
  const answers: AnswerFact[] = [];
  const { double, port } = await asking(
    {
      gitDirectory,
      pulls: [pull({ number: 1, head, commits: shas, landed: shas })],
      activity: [update({ at: '2026-11-03T00:00:00Z', before: null, after: head })],
      deployments: [deployment({ sha: head, at: '2026-11-03T00:00:00Z' })],
    },
    { keep: { secrets: ['ghs_token'], add: async (answer) => void answers.push(answer) } },
  );
  double.refuse('/activity', { status: 502 }, 1);
  const period = ['2026-11-02T00:00:00Z', '2026-11-09T00:00:00Z'] as const;
  await port.defaultBranch();
  await port.branchUpdates('main', ...period);
  await port.pullRequestsOf(shas);
  await port.deployments(...period);
  const asked = answers.map(({ request: { graphql, method, path, query } }) => {
    const name = graphql === undefined ? '' : ` ${/^query (\w+)/.exec(graphql)?.[1]}`;
    return `${method} ${path}${query === undefined ? '' : `?${query}`}${name}`;
  });
  expect(asked).toEqual(double.asked);
  expect(answers.filter(({ status }) => status === 502)).toHaveLength(1);
  expect(JSON.stringify(answers)).not.toMatch(/ghs_token|authorization/i);
});
