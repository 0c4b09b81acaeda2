import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AttestationRecord } from '../../../src/contract/index.ts';
import { compareRuns } from '../../../src/gate/attempts.ts';
import { runs } from '../../support/runs.ts';
import { decideOn, record, row, run, trail } from '../build.ts';

const order = (one: readonly [string, string], other: readonly [string, string]): number | undefined => {
  const [a, b] = [one, other].map(([of, attempt]) => ({ run: of, attempt }));
  if (a === undefined || b === undefined) throw new Error('two are compared');
  const found = compareRuns(a, b);
  return found === undefined ? undefined : Math.sign(found);
};

describe('two runs', () => {
  it('are in the order of their numbers, then of their attempts', () => {
    expect(order(['2', '1'], ['1', '9'])).toBe(1);
    expect(order(['9', '1'], ['10', '1'])).toBe(-1);
    expect(order(['5', '10'], ['5', '9'])).toBe(1);
    expect(order(['5', '2'], ['5', '2'])).toBe(0);
  });

  it('are compared exactly, also past what a double can hold', () => {
    expect(order(['9007199254740993', '1'], ['9007199254740992', '2'])).toBe(1);
    const number = fc.bigInt({ min: 0n, max: 10n ** 30n });
    fc.assert(
      fc.property(number, number, (one, other) => {
        expect(order([String(one), '1'], [String(other), '1'])).toBe(one === other ? 0 : one > other ? 1 : -1);
      }),
      { numRuns: runs(500) },
    );
  });

  it.each(['', 'abc', '-1', '+1', '1.5', '1e3', '0x10', '007', ' 7', '７', 'Infinity'])('have no order where one is %j', (text) => {
    expect([order([text, '1'], ['1', '1']), order(['1', '1'], [text, '1']), order(['1', text], ['1', '1'])]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

/** A record of one job, made at a moment. */
function at(moment: number, isCompliant: boolean, facts: Readonly<Record<string, unknown>>): AttestationRecord {
  return record('unit', isCompliant, { created_at: moment, user_data: run(facts) });
}

const behind = (...records: readonly AttestationRecord[]): ReturnType<typeof decideOn> =>
  decideOn(trail([row('unit', { attestation_id: records.at(-1)?.attestation_id ?? null })]), { records: { unit: records } });

describe('an older run that is run again', () => {
  const newer = { run_id: '200' };
  const again = { run_id: '100', run_attempt: '2' };

  it('never outvotes a newer run of its group, and the reason names the run to repeat', () => {
    const verdict = behind(at(1, false, { run_id: '100' }), at(2, false, newer), at(3, true, again));
    expect(verdict.name).toBe('non-compliant');
    expect(verdict.reasons).toEqual([
      expect.objectContaining({
        code: 'failing-elsewhere',
        fix: expect.stringContaining('run 200 again: it is the newest, so that the later record of the older run 100 does not count'),
      }),
    ]);
  });

  it('is no reason against a yes of the newer run', () => {
    expect(behind(at(2, true, newer), at(3, false, again), at(4, true, newer)).name).toBe('compliant');
  });

  it('is named where its red record decides on the service', () => {
    const red = at(3, false, again);
    const verdict = decideOn(trail([row('unit', { attestation_id: red.attestation_id, is_compliant: false })], 'NON-COMPLIANT'), {
      records: { unit: [at(2, true, newer), red] },
    });
    expect(verdict.name).toBe('non-compliant');
    expect(verdict.reasons[0]?.fix).toContain('of the older run 100, and run 200 is newer: run that one again');
  });

  it('goes unmentioned where it recorded before the newer run', () => {
    const verdict = behind(at(1, false, { run_id: '100' }), at(2, true, again), at(3, false, newer));
    expect(verdict.reasons[0]?.fix).toBe('Fix that run and run it again.');
  });
});

describe('a run that is no number', () => {
  it.each([
    ['a word', { run_id: 'newest' }],
    ['a number with a zero before it', { run_id: '0300' }],
    ['a number that was rounded when it was read', { run_id: 2 ** 53 + 2 }],
    ['an attempt that is a word', { run_id: '1', run_attempt: 'last' }],
  ])('is replaced by no other: %s', (_, facts) => {
    const verdict = behind(at(1, false, facts), at(2, true, { run_id: '9'.repeat(20) }));
    expect(verdict.name).toBe('non-compliant');
    expect(verdict.reasons[0]?.fix).toContain('not the numbers of a run of GitHub');
  });

  it('replaces no other', () => {
    expect(behind(at(1, false, { run_id: '1' }), at(2, true, { run_id: 'newest' })).name).toBe('non-compliant');
  });
});

describe('records that name no run', () => {
  const away = { run_id: null, run_attempt: null };

  it('replace one another by time, and a yes says so where an earlier one was red', () => {
    const verdict = behind(at(1, false, away), at(2, true, away));
    expect(verdict.name).toBe('compliant');
    expect(verdict.notices).toEqual([expect.stringContaining('do not tell the number of their run')]);
    expect(behind(at(1, true, away), at(2, true, away)).notices).toEqual([]);
  });

  it('replace none that names its run, and are not replaced by one', () => {
    expect(behind(at(1, false, { run_id: '1' }), at(2, true, away)).name).toBe('non-compliant');
    expect(behind(at(1, false, away), at(2, true, { run_id: '1' })).name).toBe('non-compliant');
  });
});
