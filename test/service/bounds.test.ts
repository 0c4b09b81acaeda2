import { Agent, request as send } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { limits } from '../../src/contract/index.ts';
import { attest, field, green, putFlow, sha, world } from './support.ts';

const post = '/attestations/acme/f/trail/t/junit';

describe('what is said twice', () => {
  test.each([
    ['in the record', '{"attestation_name":"unit","junit_results":[],"junit_results":[]}', 'junit_results'],
    [
      'in a row',
      '{"attestation_name":"unit","junit_results":[{"name":"s","failures":1,"failures":0,"errors":0,"skipped":0,"total":1,"duration":1}]}',
      'junit_results[0].failures',
    ],
    ['deep inside', '{"attestation_name":"unit","junit_results":[],"user_data":{"a":[{"b":1,"\\u0062":2}]}}', 'user_data.a[0].b'],
  ])('%s is refused, and nothing is recorded', async (_, json, path) => {
    const it = await world();
    const answer = await it.form('POST', post, json);
    expect(answer).toMatchObject({
      status: 400,
      body: { message: `data_json is not taken: ${path} is there twice: say it once.`, errors: { [path]: 'is there twice: say it once.' } },
    });
    expect((await it.get('/flows/acme/f')).status).toBe(404);
  });

  test('is refused of a trail and of a flow as well', async () => {
    const it = await world();
    expect((await it.form('PUT', '/flows/acme/template_file', '{"name":"f","name":"g"}')).status).toBe(400);
    await putFlow(it, 'f', '');
    expect((await it.form('PUT', '/trails/acme/f', '{"name":"t","user_data":{"a":1,"a":2}}')).status).toBe(400);
    expect((await it.get('/trails/acme/f/t')).status).toBe(404);
  });

  test('in a body that is no form is not even read', async () => {
    const it = await world();
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      const answer = await fetch(`${it.service.url}/api/v2${post}`, {
        method: 'POST',
        headers: { authorization: 'Bearer a-token-for-tests-only', 'content-type': type },
        body: '{"a":1,"a":',
      });
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('This operation takes multipart/form-data.')]);
    }
  });
});

describe('an honest record', () => {
  test('of as many rows as there may be passes, with user data beside them', async () => {
    const it = await world();
    const rows = Array.from({ length: limits.junitRows }, (_, index) => ({ ...green, name: `suite ${index}`, timestamp: 1_767_323_045 }));
    const user_data = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [`test number ${index}`, { duration: 0.25, owner: 'team-a', tags: ['slow', 'db'] }]),
    );
    const answer = await attest(it, 'f/t', { junit_results: rows, user_data, git_commit_info: { sha1: sha } });
    expect(answer.status).toBe(201);
    expect(JSON.stringify(user_data).length).toBeGreaterThan(300_000);
    const { body } = await it.get('/attestations/acme');
    expect(field(body, 'data.0.junit_results')).toEqual(rows);
    expect(field(body, 'data.0.user_data')).toEqual(user_data);
  });

  test('under a template of 900 attestations passes', async () => {
    const it = await world();
    const entries = Array.from({ length: 900 }, (_, index) => `    - name: check-${index}\n      type: junit # of team ${index}\n`);
    expect((await putFlow(it, 'f', `# The checks\nversion: 1\ntrail:\n  attestations:\n${entries.join('')}`)).status).toBe(201);
    expect((await attest(it, 'f/t', { attestation_name: 'check-899' })).status).toBe(201);
    expect((await it.get('/trails/acme/f/t')).body).toMatchObject({ compliance_state: 'INCOMPLETE' });
  });
});

describe('a refusal', () => {
  test('of many unknown fields names the first of them, and stays short', async () => {
    const it = await world();
    const unknown = Object.fromEntries(Array.from({ length: 15_000 }, (_, index) => [`field${index}`, 0]));
    const answer = await attest(it, 'f/t', unknown);
    expect(answer.status).toBe(400);
    expect(field(answer.body, 'errors.field0')).toBe('is not a field of this operation: take it out.');
    expect(Object.keys(Object(field(answer.body, 'errors')))).toHaveLength(32);
  });

  test('shows no more than the start of what was sent', async () => {
    const it = await world();
    const answer = await attest(it, 'f/t', { junit_results: [{ ...green, name: Array.from({ length: 1000 }, () => 'x'.repeat(1000)) }] });
    expect(answer.status).toBe(400);
    const deep = await attest(it, 'f/t', { junit_results: [{ ...green, name: [[[[['shown no more']]]]] }] });
    expect(String(Object.values(Object(field(deep.body, 'errors'))))).toBe('must be a string. [input: [[[[["…"]]]]]]');
    expect(JSON.stringify(answer.body)).toMatch(/must be a string\. \[input: \[\\"x{70,80}…\]/);
  });
});

describe('a template', () => {
  test.each([
    ['nested too deep', '['.repeat(1000), 'line 1', /deeper than 16/],
    ['nested too deep in blocks', '- '.repeat(1000), 'line 1', /deeper than 16/],
    ['of two documents', 'version: 1\n---\nversion: 1\n', 'line 2', /second document/],
    ['of too many mistakes', '}\n'.repeat(1000), 'line 33', /where reading ended/],
    [
      'of a name twice, far apart',
      `trail:\n  artifacts: []\n${'# \n'.repeat(500)}  artifacts: []\n`,
      'line 503',
      /says artifacts a second time/,
    ],
    ['of a number twice', '1: a\n1: b\n', 'line 2', /says 1 a second time/],
  ])('%s is refused in its line', async (_, content, line, sentence) => {
    const it = await world();
    const { status, body } = await putFlow(it, 'f', content);
    expect(status).toBe(400);
    expect(new Map(Object.entries(Object(field(body, 'errors')))).get(line)).toMatch(sentence);
    expect(Object.keys(Object(field(body, 'errors'))).length).toBeLessThanOrEqual(32);
  });

  test('of a name twice among its entries is told where the first is', async () => {
    const it = await world();
    const { body } = await putFlow(
      it,
      'f',
      'trail: {attestations: [{name: a, type: junit}, {name: b, type: junit}, {name: a, type: junit}]}',
    );
    expect(Object.values(Object(field(body, 'errors')))).toEqual(['is the same as trail.attestations[0].name: give each entry its own.']);
  });
});

test('a body of JSON that is too large is read to its end, and its connection goes on', async () => {
  const it = await world();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const status = (method: string, path: string, body?: string) =>
    new Promise<readonly [number | undefined, boolean]>((resolve, reject) => {
      const headers = { authorization: 'Bearer a-token-for-tests-only', 'content-type': 'application/json' };
      const sent = send(`${it.service.url}/api/v2${path}`, { method, agent, headers }, (answer) => {
        answer.resume().on('end', () => resolve([answer.statusCode, sent.reusedSocket]));
      });
      sent.on('error', reject).end(body);
    });
  const [refused] = await status('POST', '/artifacts/acme/f', `"${'x'.repeat(9 * 1024 * 1024)}"`);
  expect(refused).toBe(413);
  expect(await status('GET', '/flows/acme')).toEqual([200, true]);
});
