import { describe, expect, it } from 'vitest';
import type { AttestationRecord } from '../../../src/contract/index.ts';
import type { Reason } from '../../../src/gate/index.ts';
import { failedWords, reasonDetails } from '../../../src/presentation/index.ts';
import { counts, decideOn, record, row, run, trail } from '../build.ts';

/** The reason that a red record of `unit` gives. */
function reasonOf(facts: Partial<AttestationRecord> & { readonly origin_url?: string }, carried = true): Reason | undefined {
  const red = record('unit', false, { ...(carried ? { attestation_id: 'id-of-unit' } : {}), ...facts });
  return decideOn(trail([row('unit', { is_compliant: false })], 'NON-COMPLIANT'), { records: { unit: [red] } }).reasons[0];
}

const failing = (...names: readonly unknown[]) => ({ ...run({ failed_tests: names }) });

describe('a red record', () => {
  it('names the tests that failed, and how many', () => {
    const reason = reasonOf({
      junit_results: counts({ failures: 2, errors: 1, total: 5 }),
      user_data: failing('cart › adds', 'cart › pays'),
    });
    expect(reason).toMatchObject({
      message: 'unit is not compliant: 3 tests failed',
      failed: { count: 3, by: 'test', names: ['cart › adds', 'cart › pays'] },
    });
    expect(failedWords(reason ?? {})).toBe('Failed: cart › adds, cart › pays and 1 more');
  });

  it('names the suites with their counts where it does not name the tests', () => {
    const suite = (name: string, failures: number) => ({ ...Object(counts()[0]), name, failures });
    const reason = reasonOf({ junit_results: [suite('cart', 2), suite('green', 0), suite('pay', 1)] });
    expect(reason?.failed).toEqual({ count: 3, by: 'suite', names: ['cart (2)', 'pay (1)'] });
    expect(failedWords(reason ?? {})).toBe('Failed in: cart (2) and pay (1)');
  });

  it('names the run that made it, with its page', () => {
    const reason = reasonOf({ user_data: run({ workflow: 'ci.yml', job: 'test' }), origin_url: 'https://ci.example/7' });
    expect(reason?.run).toEqual({ label: 'push › ci.yml › test', job: 'test', url: 'https://ci.example/7' });
    expect(reasonDetails(reason ?? {}).at(-1)).toBe('Recorded by the run push › ci.yml › test: https://ci.example/7');
    expect(reasonDetails({ run: { label: '', url: 'https://ci.example/7' } })).toEqual([
      'Recorded by a run that does not say which: https://ci.example/7',
    ]);
  });

  it('names no blank test, and no more than ten suites', () => {
    const blank = reasonOf({ junit_results: counts({ failures: 3, total: 3 }), user_data: failing('', '  ', 'cart › pays') });
    expect(blank?.failed).toEqual({ count: 3, by: 'test', names: ['cart › pays'] });
    const suites = Array.from({ length: 12 }, (_, n) => ({ ...Object(counts()[0]), name: `s${n}`, failures: 1 }));
    expect(reasonOf({ junit_results: suites })?.failed).toMatchObject({ count: 12, by: 'suite', names: { length: 10 } });
  });

  it('counts a suite without a name, and tells the page of a run that does not say which', () => {
    const reason = reasonOf({ junit_results: [{ ...Object(counts()[0]), name: null, failures: 2 }], origin_url: 'https://ci.example/7' });
    expect(reason?.failed?.names).toEqual([' (2)']);
    expect(reason?.run).toEqual({ label: '', url: 'https://ci.example/7' });
  });

  it.each([
    ['no results', { junit_results: null }],
    ['results of another kind', { junit_results: 'none' }],
    ['no failed tests', { junit_results: counts() }],
  ])('tells of none with %s', (_, facts) => {
    const reason = reasonOf(facts);
    expect(reason?.message).toBe('unit is not compliant');
    expect(reason).not.toHaveProperty('failed');
    expect(reason).not.toHaveProperty('run');
    expect(reasonDetails(reason ?? {})).toEqual([]);
  });

  it('of another run tells nothing of the one that decides', () => {
    expect(reasonOf({ junit_results: counts({ failures: 1 }) }, false)).not.toHaveProperty('failed');
  });

  it('cannot make a reason long, break its line, or link to what a browser runs', () => {
    const names = Array.from({ length: 5_000 }, (_, n) => `${n}\n::error::${'x'.repeat(10_000)}`);
    const reason = reasonOf({
      junit_results: counts({ failures: 5_000, total: 5_000 }),
      user_data: { ...failing(...names, 7, null, '') },
      origin_url: 'javascript:alert(1)',
    });
    expect(reason?.failed?.names).toHaveLength(10);
    for (const name of reason?.failed?.names ?? []) {
      expect(name.length).toBeLessThanOrEqual(200);
      expect(name).not.toContain('\n');
    }
    expect(reason?.run).not.toHaveProperty('url');
    expect(failedWords(reason ?? {})).toMatch(/ and 4990 more$/);
  });
});

describe('a red record behind a green row', () => {
  const red = { junit_results: counts({ failures: 1 }), user_data: failing('cart › pays'), origin_url: 'https://ci.example/7' };
  it.each([
    ['that the row carries', { attestation_id: 'id-of-unit', is_compliant: false }],
    ['that calls itself green', { attestation_id: 'id-of-unit', is_compliant: true }],
    ['of another run', { attestation_id: 'other', is_compliant: false }],
  ])('%s tells the same', (_, facts) => {
    const records = [record('unit', facts.is_compliant, { ...red, ...facts })];
    const { reasons } = decideOn(trail([row('unit')]), { records: { unit: records } });
    expect(reasons).toMatchObject([
      { verdict: 'non-compliant', failed: { count: 1, names: ['cart › pays'] }, run: { url: 'https://ci.example/7' } },
    ]);
  });
});
