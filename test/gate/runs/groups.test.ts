import { describe, expect, it } from 'vitest';
import type { AttestationRecord } from '../../../src/contract/index.ts';
import { decide, groupRecords } from '../../../src/gate/index.ts';
import { decideOn, nothingMore, question, record, row, run, trail } from '../build.ts';

/** The trail calls `unit` compliant; what do the records behind the name say? */
function behind(...records: readonly AttestationRecord[]): ReturnType<typeof decideOn> {
  return decideOn(trail([row('unit', { attestation_id: records.at(-1)?.attestation_id ?? null })]), { records: { unit: records } });
}

const leg = (os: string, facts: object = {}): object => run({ matrix: { os, node: 24 }, ...facts });
const unit = (isCompliant: boolean | null, userData?: unknown): AttestationRecord =>
  record('unit', isCompliant, userData === undefined ? {} : { user_data: userData });

describe('the records behind a green name', () => {
  it('show a red leg of a matrix that a later green leg hides', () => {
    const verdict = behind(unit(false, leg('windows')), unit(true, leg('linux')));
    expect(verdict.name).toBe('non-compliant');
    expect(verdict.reasons).toEqual([expect.objectContaining({ code: 'failing-elsewhere', attestation: 'unit' })]);
    expect(verdict.reasons[0]?.fix).toMatch(/attestation-name: unit-\$\{\{ matrix\.os \}\}$/);
    expect(verdict.rows[0]?.state).toBe('non-compliant');
  });

  it('let a re-run replace its own leg, and that leg alone', () => {
    const windows = unit(false, leg('windows'));
    const linux = unit(false, leg('linux'));
    const again = unit(true, leg('windows', { run_attempt: '2' }));
    expect(behind(windows, again).name).toBe('compliant');
    expect(behind(linux, windows, again).name).toBe('non-compliant');
    expect(behind(linux, windows, again, unit(true, leg('linux', { run_attempt: 2 }))).name).toBe('compliant');
  });

  it('count by the number of the attempt within one run, whatever the clock says', () => {
    const at = (moment: number, isCompliant: boolean, facts: object): AttestationRecord =>
      record('unit', isCompliant, { created_at: moment, user_data: leg('linux', facts) });
    const late = at(1_800_000_010, true, { run_attempt: '9' });
    const red = at(1_800_000_000, false, { run_attempt: '10' });
    expect([behind(red, late).name, behind(late, red).name]).toEqual(['non-compliant', 'non-compliant']);
  });

  it('are all asked of the newest attempt: one red is enough', () => {
    expect(behind(unit(false, leg('linux')), unit(true, leg('linux'))).name).toBe('non-compliant');
  });

  it('turn red again when the newest run is red', () => {
    expect(behind(unit(true, leg('linux')), unit(false, leg('linux', { run_id: '2' }))).name).toBe('non-compliant');
  });

  it.each([
    ['event', { event: 'pull_request' }],
    ['workflow', { workflow: 'nightly' }],
    ['job', { job: 'integration' }],
    ['matrix', { matrix: { os: 'macos' } }],
  ])('keep runs apart by their %s', (_, facts) => {
    const verdict = behind(unit(false, run({ ...facts, run_id: '1' })), unit(true, run({ run_id: '2' })));
    expect(verdict.name).toBe('non-compliant');
  });

  it('keep runs apart whose names only look alike when written in a row', () => {
    const red = unit(false, run({ event: 'push › ci', workflow: 'test', job: 'a' }));
    const green = unit(true, run({ event: 'push', workflow: 'ci › test', job: 'a', run_id: '2' }));
    expect(behind(red, green).name).toBe('non-compliant');
  });

  it('see one leg whichever way its matrix is written', () => {
    const red = unit(false, run({ matrix: { os: 'linux', node: 24 } }));
    const green = unit(true, run({ matrix: { node: 24, os: 'linux' }, run_attempt: '2' }));
    expect(behind(red, green).name).toBe('compliant');
  });

  it('see a matrix without a key as none', () => {
    const red = unit(false, run({ matrix: {} }));
    const green = unit(true, run({ matrix: null, run_attempt: '2' }));
    expect(behind(red, green).name).toBe('compliant');
    expect(behind(green, red).name).toBe('non-compliant');
    expect(behind(unit(false, run({ matrix: { os: 'linux' } })), green).name).toBe('non-compliant');
  });

  it('keep legs apart away from GitHub, where a label alone names them', () => {
    const elsewhere = { event: null, workflow: null, job: null, run_id: null, run_attempt: null };
    const red = unit(false, run({ ...elsewhere, matrix: 'windows' }));
    const green = unit(true, run({ ...elsewhere, matrix: 'linux' }));
    expect(behind(red, green).name).toBe('non-compliant');
    expect(behind(red, green, unit(true, run({ ...elsewhere, matrix: 'windows' }))).name).toBe('compliant');
  });

  it('count by the newest alone where they do not say which run made them', () => {
    expect(behind(unit(false), unit(true)).name).toBe('compliant');
    expect(behind(unit(true, { other: 1 }), unit(false)).name).toBe('non-compliant');
    expect(behind(unit(false), unit(true, leg('linux'))).name).toBe('non-compliant');
  });

  it('say neither yes nor no with null, which is no yes', () => {
    expect(behind(unit(null, leg('windows')), unit(true, leg('linux'))).name).toBe('non-compliant');
  });

  it('of two groups are worth a notice', () => {
    const verdict = behind(unit(true, run({ matrix: { os: 'linux' } })), unit(true, run({ matrix: { os: 'windows' } })));
    expect(verdict.name).toBe('compliant');
    expect(verdict.notices).toEqual([expect.stringContaining('stand behind unit (2), and each must be compliant')]);
    expect(verdict.rows[0]?.groups).toBe(2);
  });

  it('are overridden one by one: only the record that the override names', () => {
    const red = unit(false, leg('windows'));
    const green = unit(true, leg('linux'));
    const overridden = (id: string): ReturnType<typeof decideOn> =>
      decideOn(trail([row('unit', { attestation_id: 'the-override', overridden_attestation_id: id })]), {
        records: { unit: [red, green] },
      });
    expect(overridden(red.attestation_id).name).toBe('compliant');
    expect(overridden(green.attestation_id).name).toBe('non-compliant');
  });

  it('belong to another trail of the same commit where they say so', () => {
    const elsewhere = record('unit', false, { trail_name: 'release-7', user_data: leg('windows') });
    expect(behind(elsewhere, unit(true, leg('linux'))).name).toBe('compliant');
  });

  it('give no yes when they could not be read', () => {
    const failed = { kind: 'failed', fault: { code: 'timeout', message: 'No answer in time' } } as const;
    const answer = { kind: 'trail', trail: trail([row('unit')]) } as const;
    const verdict = decide({ question, answer, records: new Map([['unit', failed]]) }, nothingMore);
    expect(verdict.name).toBe('unknown');
    expect(verdict.reasons[0]).toMatchObject({ code: 'records-failed', attestation: 'unit' });
  });

  it('say red of two that were made in the same moment, whichever comes first', () => {
    const at = { created_at: 1_800_000_000 };
    const red = record('unit', false, at);
    const green = record('unit', true, at);
    expect([behind(red, green).name, behind(green, red).name]).toEqual(['non-compliant', 'non-compliant']);
  });
});

describe('what tells runs apart', () => {
  const nested = (depth: number, leaf: string): unknown => (depth === 0 ? leaf : { a: nested(depth - 1, leaf) });

  it('is a matrix down to twenty levels', () => {
    const apart = (depth: number): string =>
      behind(unit(false, run({ matrix: nested(depth, 'x') })), unit(true, run({ matrix: nested(depth, 'y'), run_attempt: '2' }))).name;
    expect([apart(1), apart(20), apart(21)]).toEqual(['non-compliant', 'non-compliant', 'compliant']);
  });

  it('is a list that is none of the object that looks like it, and null that is none of any word', () => {
    expect(behind(unit(false, run({ matrix: ['a'] })), unit(true, run({ matrix: { 0: 'a' }, run_attempt: '2' }))).name).toBe(
      'non-compliant',
    );
    expect(behind(unit(false, run({ matrix: { os: null } })), unit(true, run({ matrix: { os: 'null' }, run_attempt: '2' }))).name).toBe(
      'non-compliant',
    );
    expect(behind(unit(false, run({ matrix: { os: null } })), unit(true, run({ matrix: { os: null }, run_attempt: '2' }))).name).toBe(
      'compliant',
    );
  });

  const unnamed = { event: null, workflow: null, job: null };

  it('is nothing where a run tells only its number: then the newest record alone counts', () => {
    expect(behind(unit(false, run(unnamed)), unit(true, run(unnamed))).name).toBe('compliant');
  });

  it.each([['run_id'], ['run_attempt']])('is no attempt where %s is not told: then the newest record alone counts', (fact) => {
    expect(behind(unit(false, run({ [fact]: null })), unit(true, run({ [fact]: null }))).name).toBe('compliant');
  });
});

describe('the records of one name', () => {
  const of = (facts: object): AttestationRecord => unit(true, run({ ...facts }));
  const groups = (...facts: readonly object[]): number => groupRecords(facts.map(of)).length;

  it('are of two groups where two files hold a workflow of one name', () => {
    expect(groups({ workflow_file: 'a.yml' }, { workflow_file: 'b.yml' })).toBe(2);
    expect(groups({ workflow_file: 'a.yml' }, { workflow_file: 'a.yml' })).toBe(1);
  });

  it('are of two groups where their runs may be for one of several pull requests, and only there', () => {
    const twoRuns = (pulls: readonly number[]): number =>
      groups({ pull_requests: pulls, run_id: '1' }, { pull_requests: pulls, run_id: '2' });
    expect([[], [1], [1, 2]].map(twoRuns)).toEqual([1, 1, 2]);
  });

  it('are told by every key of their leg', () => {
    expect(groupRecords([of({ matrix: { os: 'linux', node: 24 } })])[0]?.label).toBe('push › ci › test › node 24, os linux');
  });

  it('are of different runs where a number was rounded', () => {
    const [group] = groupRecords([of({ run_id: 2 ** 60 })]);
    expect(group).toMatchObject({ deciding: undefined, unordered: [{ run: 'about 1152921504606847000' }] });
  });
});
