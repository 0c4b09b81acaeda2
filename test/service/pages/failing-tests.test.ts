import { expect, test } from 'vitest';
import { createToken } from '../../../src/service/index.ts';
import { attest, field, green, putFlow, red, sha, world, type World } from '../support.ts';
import { bearer, linksOf, open, textOf } from './reader.ts';

interface Told {
  readonly failed?: readonly unknown[];
  readonly flaky?: readonly unknown[];
  readonly os?: string;
  readonly attempt?: number;
  readonly name?: string;
  readonly flow?: string;
}

/** A record as the action makes it: of one leg of a matrix, in one attempt of a run. */
async function record(it: World, trail: string, { attempt = 1, failed = [], flaky = [], flow = 'f', name = 'unit', os = 'linux' }: Told) {
  const run = { event: 'push', workflow: 'CI', job: name, matrix: { os }, run_id: 1, run_attempt: attempt };
  const told = {
    ...run,
    ...(failed.length > 0 && { failed_tests: failed }),
    ...(flaky.length > 0 && { flaky: flaky.length, flaky_tests: flaky }),
  };
  const answer = await attest(it, `${flow}/${trail}`, {
    attestation_name: name,
    junit_results: [failed.length === 0 ? green : { ...red, failures: failed.length, total: failed.length + 1 }],
    git_commit_info: { sha1: sha },
    user_data: { compliance_evidence: told },
  });
  expect(answer.status).toBe(201);
}

const listed = async (it: World, query = '', flow = 'f') => (await it.get(`/flows/acme/${flow}/tests${query}`)).body;

/** Name, attestation, failed, flaky, and trails of each test. */
async function rows(it: World) {
  const tests: unknown = field(await listed(it), 'tests');
  if (!Array.isArray(tests)) throw new Error('There is no list.');
  return tests.map((each) => ['name', 'attestation_name', 'failed', 'flaky', 'trails'].map((name) => field(each, name)));
}

const words = async (it: World) => textOf((await open(it, '/acme/flows/f/tests')).text);

test('the tests that fail most come first, each with the attestation, and with the trails, the latest first', async () => {
  const it = await world();
  await record(it, 'one', { failed: ['pays', 'rounds'] });
  await record(it, 'two', { failed: ['pays'] });
  await record(it, 'two', { failed: ['pays'], name: 'e2e' });
  await record(it, 'three', { flaky: ['sums'] });
  await record(it, 'four', {});
  expect(await rows(it)).toEqual([
    ['pays', 'unit', 2, 0, ['two', 'one']],
    ['pays', 'e2e', 1, 0, ['two']],
    ['rounds', 'unit', 1, 0, ['one']],
    ['sums', 'unit', 0, 1, ['three']],
  ]);
  const shown = await words(it);
  expect(shown).toContain('4 tests named by records since 20');
  expect(shown).toMatch(
    /failed 2 times, flaky 0 times pays unit, in 2 trails, last seen [\d :-]+ UTC in the first of two one failed 1 time, /,
  );
  expect(linksOf((await open(it, '/acme/flows/f/tests')).text)).toContain('/acme/flows/f/trails/one');
  expect(linksOf((await open(it, '/acme/flows/f')).text)).toContain('/acme/flows/f/tests');
});

test('each leg of a matrix counts, and however often it is run again it counts once: as failed where one attempt was', async () => {
  const it = await world();
  for (const os of ['linux', 'mac']) await record(it, 't', { os, failed: ['pays'] });
  await record(it, 't', { os: 'mac', attempt: 2, failed: ['pays'] });
  await record(it, 't', { os: 'linux', attempt: 2, flaky: ['pays', 'sums'] });
  await record(it, 't', { os: 'linux', attempt: 3, flaky: ['sums'] });
  await record(it, 't', { os: 'windows', flaky: ['pays'] });
  expect(await rows(it)).toEqual([
    ['pays', 'unit', 2, 1, ['t']],
    ['sums', 'unit', 0, 1, ['t']],
  ]);
});

test('a flow whose records name no such test says so', async () => {
  const it = await world();
  await putFlow(it, 'f', 'version: 1\n');
  expect(await words(it)).toContain('No test is named that failed or was flaky.');
  await attest(it, 'f/t', { junit_results: [red] });
  await it.form('POST', '/attestations/acme/f/trail/t/generic', {
    attestation_name: 'unit',
    is_compliant: false,
    user_data: { compliance_evidence: { failed_tests: ['not of results'] } },
  });
  await record(it, 'other', { flow: 'other', failed: ['of another flow'] });
  expect(await words(it)).toMatch(/0 tests named by .* No test is named that failed or was flaky\. /);
});

test('only records since a moment are counted, and the answer says from when', async () => {
  const it = await world();
  await record(it, 'one', { failed: ['pays'] });
  const after = Math.floor(Date.now() / 1000) + 100;
  expect(await listed(it, `?since=${after}`)).toEqual({ since: after, tests: [] });
  expect(field(await listed(it, '?since=0'), 'since')).toBe(0);
  expect(field(await listed(it), 'since')).toBeCloseTo(Date.now() / 1000 - 30 * 86_400, -2);
  expect((await it.get('/flows/acme/f/tests?since=soon')).status).toBe(400);
});

test('where there is much, the newest 500 records are read, and the answer says from when all are counted', async () => {
  const it = await world();
  await record(it, 'first', { failed: ['long ago'] });
  for (let begin = 0; begin < 500; begin += 50)
    await Promise.all(Array.from({ length: 50 }, (_, index) => record(it, `t${begin + index}`, { failed: ['pays'] })));
  expect((await rows(it)).map(([name, , failed]) => [name, failed])).toEqual([['pays', 500]]);
  const all = (await it.get('/attestations/acme?per_page=100&page=5')).body;
  expect(field(await listed(it), 'since')).toBe(field(all, 'data.99.created_at'));
  expect(await words(it)).toMatch(/in 500 trails, .* and 496 more/);
  // Large records are read up to 10 MB together.
  const large = { annotations: { a: 'x'.repeat(900_000) } };
  const told = { compliance_evidence: { failed_tests: ['large'], job: 'large' } };
  for (let index = 0; index < 13; index += 1)
    expect((await attest(it, `f/large${index}`, { ...large, junit_results: [red], user_data: told })).status).toBe(201);
  expect(await rows(it)).toEqual([['large', 'unit', 11, 0, expect.anything()]]);
});

test('names are foreign text: escaped, cut, on one line, and 20 of a record', async () => {
  const it = await world();
  const hostile = ['"><script>alert(1)</script>', 'two\nlines\u001B[31m', 'W'.repeat(100_000), '', 7, { a: 1 }];
  await record(it, 't', { failed: [...hostile, ...Array.from({ length: 30 }, (_, index) => `n${index}`)] });
  const { text } = await open(it, '/acme/flows/f/tests');
  expect(text).not.toContain('<script>');
  expect(textOf(text)).toContain('"><script>alert(1)</script> unit');
  expect(textOf(text)).toContain('two ⏎ lines');
  expect(text).not.toContain('\u001B');
  expect(text).not.toContain('W'.repeat(201));
  const names = (await rows(it)).map(([name]) => name);
  expect(names).toHaveLength(18);
  expect(names).toContain('(no name)');
});

test('the page stays below 100 KB, whatever the number of tests and trails, and the length of their names', async () => {
  const it = await world();
  const flow = 'f'.repeat(200);
  const failed = Array.from({ length: 20 }, (_, index) => `${'語'.repeat(190)}${index}`);
  for (const name of ['n'.repeat(200), 'unit'])
    for (let index = 0; index < 6; index += 1) await record(it, `${'t'.repeat(200)}${index}`, { flow, name, failed });
  const { status, text } = await open(it, `/acme/flows/${flow}/tests`);
  expect([status, textOf(text).includes('40 tests named'), Buffer.byteLength(text) < 100_000]).toEqual([200, true, true]);
  expect(text.match(/failed 6 times/g)).toHaveLength(25);
});

test('who is narrowed to flows is told of these alone', async () => {
  const it = await world();
  for (const flow of ['f', 'other']) await record(it, 't', { flow, failed: [`covert in ${flow}`] });
  await createToken({ dataDir: it.dataDir, user: 'narrow', orgs: ['acme'], role: 'reader', flows: ['f'], token: 'narrow-token' });
  const narrow = it.as('narrow-token');
  expect(field((await narrow.get('/flows/acme/f/tests')).body, 'tests.0.name')).toBe('covert in f');
  expect((await narrow.get('/flows/acme/other/tests')).status).toBe(403);
  const page = await open(it, '/acme/flows/other/tests', bearer('narrow-token'));
  expect([page.status, page.text.includes('covert')]).toEqual([403, false]);
  expect((await it.get('/flows/acme/none/tests')).status).toBe(404);
});
