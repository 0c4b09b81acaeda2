import { describe, expect, it } from 'vitest';
import type { AttestationRecord } from '../../../src/contract/index.ts';
import { groupRecords } from '../../../src/gate/index.ts';
import { runInstead } from '../../../src/gate/row.ts';
import { record, run } from '../build.ts';
import { judge, ofUnit } from '../judge.ts';

const leg = (matrix: unknown, isCompliant: boolean, facts: object = {}): AttestationRecord =>
  record('unit', isCompliant, { user_data: run({ matrix, ...facts }) });
const green = ofUnit({ user_data: run({ leg: 'last' }), created_at: 1_900_000_000 });
const messages = (...records: readonly AttestationRecord[]): readonly string[] =>
  judge({ records: [...records, green] }).reasons.map(({ message }) => message);
const fixes = (...records: readonly AttestationRecord[]): readonly string[] =>
  judge({ records: [...records, green] }).reasons.map(({ fix }) => fix);

describe('a red run that a green one hides', () => {
  it('is told by all that is known of it', () => {
    expect(messages(leg({ os: 'linux' }, false, { event: 'pull_request', pull_request: 7, leg: 'nightly' }))).toEqual([
      expect.stringContaining('in the run pull_request › ci › test › #7 › os linux › nightly at this commit'),
    ]);
    expect(messages(leg(['a', 1, null], false))).toEqual([expect.stringContaining('push › ci › test › ["a",1,null]')]);
  });

  it('is told without what lies deeper than any matrix', () => {
    const deep = (levels: number): unknown => (levels === 0 ? 'inside' : { a: deep(levels - 1) });
    expect(messages(leg(deep(20), false))[0]).toContain('"inside"');
    expect(messages(leg(deep(21), false))[0]).toContain('{"a":"…"}');
    expect(messages(leg(deep(21), false))[0]).not.toContain('"inside"');
  });

  it('is told as one that does not say which where nothing is known', () => {
    expect(messages(record('unit', false))).toEqual([expect.stringContaining('in a run that does not say which at this commit')]);
  });

  it('is told since when, and where', () => {
    const red = record('unit', false, { created_at: 1234, html_url: 'https://evidence.example/red' });
    expect(judge({ records: [red, green] }).reasons).toEqual([
      expect.objectContaining({ since: 1234, url: 'https://evidence.example/red' }),
    ]);
    expect(judge({ records: [{ ...red, html_url: null }, green] }).reasons[0]?.url).not.toBeNull();
  });
});

describe('the name that keeps runs apart', () => {
  it('is made of the keys of the matrix that can be written so, and of five at most', () => {
    const matrix = { os: 'l', 'node-version': 1, _a: 1, 'two words': 1, '1st': 1, 'a.b': 1, b2: 1, z: 1, zz: 1 };
    expect(fixes(leg(matrix, false))).toEqual([
      expect.stringMatching(
        /attestation-name: unit-\$\{\{ matrix\._a \}\}-\$\{\{ matrix\.b2 \}\}-\$\{\{ matrix\.node-version \}\}-\$\{\{ matrix\.os \}\}-\$\{\{ matrix\.z \}\}$/,
      ),
    ]);
  });

  it.each([[null], ['windows'], [['a']], [{ 'two words': 1 }]])('is that of the job where the matrix has none: %j', (matrix) => {
    expect(fixes(leg(matrix, false, { job: 'other' }))).toEqual([expect.stringContaining('attestation-name: unit-${{ github.job }}')]);
  });

  it('is told for an older attempt that nothing replaces, too', () => {
    const call = (attempt: string, nonce: string, isCompliant: boolean): AttestationRecord =>
      leg({ os: 'linux' }, isCompliant, { run_attempt: attempt, nonce });
    const records = [call('1', 'a', false), call('1', 'b', true), call('2', 'c', true)];
    expect(fixes(...records)).toEqual([expect.stringContaining('leg: ${{ inputs.leg }}')]);
    expect(messages(...records)).toEqual([expect.stringContaining('attempt 1 made 2 records')]);
  });
});

describe('the run to repeat', () => {
  it('is the red one, and the name that keeps it apart comes after that', () => {
    expect(fixes(leg({ os: 'linux' }, false))[0]).toMatch(/^Fix that run and run it again\. To see them apart, give each its own name/);
  });

  it('is told as the record names it, where that is no number', () => {
    expect(fixes(leg(null, false, { run_id: 'abc', run_attempt: '1' }))[0]).toMatch(/^Its record names run abc, attempt 1: these are not/);
  });

  it('is the newest one for each record of older runs that recorded later, and for no other', () => {
    const [newest, first, second] = [3, 2, 1].map((number, index) => ({
      ...leg(null, false, { run_id: String(number), nonce: `n${number}` }),
      created_at: 1_800_000_000 + index,
    }));
    const groups = groupRecords([newest, first, second].filter((one) => one !== undefined));
    const instead = 'The record is of the older run 2 and 1, and run 3 is newer: run that one again, so that its record is the latest';
    expect([first, second, newest].map((one) => runInstead(one, groups))).toEqual([instead, instead, undefined]);
    expect(runInstead(undefined, groups)).toBeUndefined();
  });
});
