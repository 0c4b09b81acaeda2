import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RawOptions } from '../../../src/options/index.ts';
import { checkout, openStage, play, type Checkout, type Stage } from '../setup.ts';

let stage: Stage;
let at: Checkout;
beforeAll(async () => {
  stage = await openStage();
  await stage.flow('shop', ['unit']);
});
afterAll(() => stage.close());
beforeEach(() => {
  at = checkout();
});

describe('a judgement', () => {
  it('lets every verdict through until the day of enforce-from, and says that it would have failed', async () => {
    const judge = async (raw: RawOptions): Promise<unknown> => (await play('gate', stage, at, raw)).result;
    expect(await judge({ 'enforce-from': '2999-01-01' })).toMatchObject({
      fails: false,
      letThrough: { verdict: 'incomplete', by: 'enforce-from', from: '2999-01-01T00:00:00.000Z' },
    });
    expect(await judge({ 'enforce-from': '2999-01-01', 'fail-on': 'none' })).toMatchObject({ letThrough: { by: 'fail-on' } });
    expect(await judge({ 'enforce-from': '2020-01-01' })).toMatchObject({ fails: true, letThrough: undefined });
    await play('attest', stage, at, {});
    expect(await judge({ 'enforce-from': '2999-01-01' })).toMatchObject({ fails: false, letThrough: undefined });
  });

  it('says incomplete where a job before it did not end well, however green the trail is', async () => {
    await play('attest', stage, at, {});
    const needs = JSON.stringify({ unit: { result: 'success' }, scan: { result: 'failure' } });
    expect((await play('gate', stage, at, { jobs: needs })).result).toMatchObject({
      fails: true,
      verdict: { name: 'incomplete', reasons: [{ code: 'job-ended', message: 'Job scan failed' }] },
    });
    const skipped = JSON.stringify({ unit: { result: 'success' }, docs: { result: 'skipped' } });
    expect((await play('gate', stage, at, { jobs: skipped, 'allowed-skips': 'docs' })).result.verdict.name).toBe('compliant');
  });
});
