import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RawOptions } from '../../../src/options/index.ts';
import { listAt, stringAt, valueAt } from '../../../src/text/index.ts';
import { fault } from '../../support/fault-server.ts';
import { playNamed } from '../play-named.ts';
import { checkout, openStage, play, posted, type Stage } from '../setup.ts';

/* From files of JUnit XML over the record of the service to the list. */

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  await stage.flow('shop', ['unit']);
  const at = checkout();
  const failed = '<testcase name="pays"><failure message="no"/></testcase>';
  const retried = '<testcase name="sums"><flakyFailure message="late"/></testcase>';
  at.write('first.xml', `<testsuite name="cart">${failed}${retried}<testcase name="adds"/></testsuite>`);
  at.write('again.xml', `<testsuite name="cart">${failed}<testcase name="pays"/><testcase name="adds"/></testsuite>`);
  const attest = (raw: RawOptions, job: string, attempt = 1) =>
    play('attest', stage, at, raw, { github: { GITHUB_JOB: job, GITHUB_RUN_ATTEMPT: String(attempt) } });
  for (const leg of ['linux', 'mac']) await attest({ trail: 'one', leg, 'junit-paths': 'first.xml' }, 'unit');
  // This run of the leg takes the place of the one before it, and what failed there once counts once.
  await attest({ trail: 'one', leg: 'mac', 'junit-paths': 'first.xml' }, 'unit', 2);
  await attest({ trail: 'two', 'junit-paths': 'again.xml', 'merge-retries': 'last' }, 'unit');
  await attest({ trail: 'two', 'junit-paths': 'first.xml', 'attestation-name': 'e2e' }, 'e2e');
}, 60_000);
afterAll(() => stage.close());

const list = (raw: RawOptions = {}) =>
  playNamed('test list', { 'base-url': stage.url, 'api-token': stage.token, org: 'acme', flow: 'shop', ...raw });

describe('test list', () => {
  it('names the tests that fail most of all legs and attestations, and those that passed after a retry', async () => {
    const { events, result } = await list();
    const tests = listAt(result, 'json', 'tests') ?? [];
    expect(tests).toMatchObject([
      { name: 'cart › pays', attestation_name: 'unit', failed: 2, flaky: 1, trail_count: 2, trails: ['two', 'one'] },
      { name: 'cart › pays', attestation_name: 'e2e', failed: 1, flaky: 0, trails: ['two'] },
      { name: 'cart › sums', attestation_name: 'unit', failed: 0, flaky: 2, trails: ['one'] },
      { name: 'cart › sums', attestation_name: 'e2e', failed: 0, flaky: 1 },
    ]);
    expect(events).toEqual([]);
  });

  it('stops at a limit, has rows for programs, and asks for what was recorded since then', async () => {
    const { events, result } = await list({ limit: '1', format: 'csv', since: '2h' });
    expect(result).toMatchObject({ json: { tests: [{ name: 'cart › pays' }], more: null }, listed: { form: 'csv' } });
    expect(events).toMatchObject([{ kind: 'notice', message: 'There are more: --limit 0 lists all' }]);
    const asked = /\/flows\/acme\/shop\/tests\?since=(\d+)$/.exec(stage.server.requests.at(-1)?.url ?? '')?.[1];
    expect(Number(asked)).toBeCloseTo(Date.now() / 1000 - 7200, -2);
    expect(await list({ since: '2999-01-01' })).toMatchObject({ result: { json: { tests: [] } } });
  });

  it('says from when on records are counted, where these are fewer than was asked for', async () => {
    stage.script = () => fault.status(200, {}, { since: Date.now() / 1000, tests: [] });
    try {
      expect((await list()).events).toMatchObject([{ message: expect.stringMatching(/^Only the newest records are counted, from 20/) }]);
    } finally {
      stage.script = fault.pass;
    }
  });
});

it('a record names the first 20 flaky tests, with secrets hidden, and none where the results are unusable', async () => {
  const at = checkout();
  const secret = `ghp_${'a1'.repeat(18)}`;
  const retried = (name: string) => `<testcase name="${name}"><flakyFailure message="late"/></testcase>`;
  const cases = [secret, ...Array.from({ length: 30 }, (_, index) => `n${index}`)].map(retried);
  at.write('flaky.xml', `<testsuite name="cart">${cases.join('')}</testsuite>`);
  await play('attest', stage, at, { trail: 'three', 'junit-paths': 'flaky.xml' });
  await play('attest', stage, at, { trail: 'three', 'junit-paths': 'flaky.xml\nnone.xml', 'on-unusable': 'post-error' });
  const [named, unusable] = posted(stage.server).slice(-2);
  const ofRun = valueAt(named, 'user_data', 'compliance_evidence');
  expect(valueAt(ofRun, 'flaky')).toBe(31);
  expect(listAt(ofRun, 'flaky_tests')).toHaveLength(20);
  expect(stringAt(listAt(ofRun, 'flaky_tests'), '1')).toBe('cart › n0');
  expect(JSON.stringify(ofRun)).not.toContain(secret);
  expect(listAt(unusable, 'user_data', 'compliance_evidence', 'flaky_tests') ?? []).toEqual([]);
});
