import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { replayAnswers, type ReplayedAnswers } from '../../../src/audit/recompute/replay-answers.ts';

const sha = (digit: string): string => digit.repeat(40);
const pulls = (of: string, fields: string): string =>
  `object(oid: "${of}") { ... on Commit { oid associatedPullRequests(first: 5) { totalCount nodes { ${fields} } } } }`;
const question = (...parts: readonly string[]): string =>
  `query Some { repository(owner: "acme", name: "shop") { ${parts.map((part, index) => `p${index}: ${part}`).join('\n')} } }\n`;

/** An answer to a question of GraphQL, as a package keeps it. */
const answer = (graphql: string, body: object): object => ({
  request: { graphql },
  status: 200,
  form: 'json',
  masked: false,
  body: JSON.stringify(body),
});

async function replaying(...lines: readonly object[]): Promise<ReplayedAnswers> {
  const folder = mkdtempSync(join(tmpdir(), 'answers-'));
  const file = join(folder, 'github.ndjson');
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const answers = await replayAnswers(file);
  onTestFinished(async () => {
    await answers.close();
    rmSync(folder, { recursive: true });
  });
  return answers;
}

async function ask(answers: ReplayedAnswers, query: string): Promise<unknown> {
  const init = { method: 'POST', body: JSON.stringify({ query }) };
  return (await answers.fetch('https://replayed.invalid/graphql', init)).json();
}

test('each part of a question is answered by itself, in whatever question it was asked', async () => {
  const [one, other, third] = ['a', 'b', 'c'].map((digit) => pulls(sha(digit), '...P'));
  const answers = await replaying(
    answer(question(one ?? '', other ?? ''), { data: { repository: { p0: { oid: 'one' }, p1: { oid: 'other' } } } }),
    answer(question(third ?? ''), { data: { repository: { p0: { oid: 'third' } } } }),
  );
  const all = await ask(answers, question(third ?? '', other ?? ''));
  expect(all).toEqual({ data: { repository: { p0: { oid: 'third' }, p1: { oid: 'other' } } } });
  expect([answers.has('associatedPullRequests', sha('a')), answers.has('author', sha('a'))]).toEqual([true, false]);
  expect(answers.take()).toEqual({ missing: [], unsure: [], masked: false });
});

test('the checks of a commit are found however many were asked for, a suite at the root, and a question without parts', async () => {
  const checks = (first: number): string =>
    `object(oid: "${sha('a')}") { ... on Commit { oid checkSuites(first: ${first}) { nodes { ...S } } } }`;
  const suite = 'node(id: "S1") { ... on CheckSuite { checkRuns(first: 60, after: "c") { totalCount } } }';
  const ofBranch = 'query ProtectionOfBranch { repository(owner: "acme", name: "shop") { ref(qualifiedName: "x") { refUpdateRule } } }\n';
  const root = (part: string): string => `query RestOfCheckRuns { p0: ${part} }\n`;
  const answers = await replaying(
    answer(`${question(checks(20))}fragment S on CheckSuite { id } }\n`, { data: { repository: { p0: { oid: sha('a') } } } }),
    answer(root(suite), { data: { p0: { id: 'S1' } }, errors: [{ type: 'SOME', path: ['p0', 'x'] }] }),
    answer(ofBranch, { data: { repository: { ref: null } } }),
  );
  expect(await ask(answers, question(suite, checks(40)))).toMatchObject({ data: { repository: { p1: { oid: sha('a') } } } });
  expect(answers.has('checkSuites', sha('a'))).toBe(true);
  expect(answers.take()).toEqual({ missing: [], unsure: [suite], masked: false });
  expect(await ask(answers, root(suite))).toEqual({ data: { p0: { id: 'S1' } }, errors: [{ type: 'SOME', path: ['p0', 'x'] }] });
  expect(await ask(answers, ofBranch)).toEqual({ data: { repository: { ref: null } } });
});

test('a part without an answer is null, and named as missing once', async () => {
  const answers = await replaying(answer(question(pulls(sha('a'), '...P')), { data: { repository: { p0: null } } }));
  expect(await ask(answers, question(pulls(sha('b'), '...P')))).toEqual({ data: { repository: { p0: null } } });
  expect([answers.take().missing, answers.take().missing]).toEqual([[pulls(sha('b'), '...P')], []]);
});

test('a pull request that many commits share was asked for by its number, and stands in the answer about each', async () => {
  const list = {
    totalCount: 2,
    nodes: [
      { number: 7, merged: true },
      { number: 8, merged: false },
    ],
  };
  const answers = await replaying(
    answer(question(pulls(sha('a'), 'number merged')), { data: { repository: { p0: { oid: sha('a'), associatedPullRequests: list } } } }),
    answer(question('pullRequest(number: 7) { ...P }'), { data: { repository: { p0: { number: 7, title: 'Seven' } } } }),
  );
  const nodes = [
    { number: 7, title: 'Seven' },
    { number: 8, merged: false },
  ];
  expect(await ask(answers, question(pulls(sha('a'), '...P')))).toEqual({
    data: { repository: { p0: { oid: sha('a'), associatedPullRequests: { totalCount: 2, nodes } } } },
  });
});

test('an error about one part goes with it, and an answer that failed as a whole is none', async () => {
  const [one, other] = [pulls(sha('a'), '...P'), pulls(sha('b'), '...P')];
  const refused = { type: 'FORBIDDEN', path: ['repository', 'p1', 'checkSuites'] };
  const answers = await replaying(
    answer(question(one, other), { data: { repository: { p0: { oid: 'one' }, p1: { oid: 'other' } } }, errors: [refused] }),
    answer(question(other, one), { data: null, errors: [{ message: 'Something went wrong' }] }),
  );
  expect(await ask(answers, question(other))).toEqual({
    data: { repository: { p0: { oid: 'other' } } },
    errors: [{ type: 'FORBIDDEN', path: ['repository', 'p0', 'checkSuites'] }],
  });
  expect(await ask(answers, question(one))).toEqual({ data: { repository: { p0: { oid: 'one' } } } });
});

test('of several answers to a request of REST the last one that is no failure counts, below any path of an API', async () => {
  const updates = (status: number, body: object, masked = false): object => {
    const request = { method: 'GET', path: '/api/v3/repos/acme/shop/activity', query: 'per_page=100' };
    return { request, status, headers: { link: '<https://x.example>; rel="next"' }, form: 'json', masked, body: JSON.stringify(body) };
  };
  const answers = await replaying(updates(200, ['first']), updates(200, ['last'], true), updates(502, {}));
  const said = await answers.fetch('https://replayed.invalid/repos/acme/shop/activity?per_page=100');
  expect([said.status, said.headers.get('link'), await said.json()]).toEqual([200, '<https://x.example>; rel="next"', ['last']]);
  expect(answers.take()).toEqual({ missing: [], unsure: [], masked: true });
  expect((await answers.fetch('https://replayed.invalid/repos/acme/shop/activity?per_page=50')).status).toBe(404);
  expect(answers.take().missing).toEqual(['GET /repos/acme/shop/activity?per_page=50']);
});
