import { describe, expect, it } from 'vitest';
import type { AttestationRecord, AttestationStatus } from '../../src/contract/index.ts';
import { decide, type OwnEvidence, type Policy, type Question, type RecordsAnswer } from '../../src/gate/index.ts';
import { unseenNames, rowsOf } from '../../src/gate/index.ts';
import { counts, nothingMore, own, question, record, row, run, sha, trail } from './build.ts';

const other = 'c0ffee0000000000000000000000000000000002';

interface Given {
  readonly row?: Partial<AttestationStatus>;
  readonly records?: readonly AttestationRecord[];
  readonly byId?: readonly AttestationRecord[];
  readonly answer?: RecordsAnswer;
  readonly question?: Partial<Question>;
  readonly policy?: Partial<Policy>;
  readonly own?: OwnEvidence;
}

/** The verdict on a trail with one green row, `unit`, whose record is `id-of-unit`. */
function judge({ records = [], byId = [], ...given }: Given): ReturnType<typeof decide> {
  return decide(
    {
      question: { ...question, ...given.question },
      answer: { kind: 'trail', trail: { ...trail([row('unit', given.row)]), name: given.question?.trail ?? sha } },
      records: new Map([['unit', given.answer ?? { kind: 'records', records, byId }]]),
      ...(given.own === undefined ? {} : { own: given.own }),
    },
    { ...nothingMore, ...given.policy },
  );
}

const ofUnit = (facts: Partial<AttestationRecord> = {}, isCompliant: boolean | null = true): AttestationRecord =>
  record('unit', isCompliant, { attestation_id: 'id-of-unit', ...facts });
const codes = ({ reasons }: ReturnType<typeof decide>): readonly string[] => reasons.map(({ code }) => code);

describe('a green row whose record the service shows nowhere', () => {
  it('is unknown where it is about test results, and says which record', () => {
    const verdict = judge({ records: [record('unit', true)] });
    expect(verdict.name).toBe('unknown');
    expect(verdict.reasons).toEqual([
      expect.objectContaining({ code: 'record-unseen', attestation: 'unit', message: expect.stringContaining('id-of-unit') }),
    ]);
    expect(verdict.rows[0]?.state).toBe('unknown');
  });

  it.each([
    ['is unknown where it does not tell its type', { attestation_type: null }, {}, 'unknown'],
    ['is unknown on a trail that is not named after the commit', { attestation_type: 'generic' }, { trail: 'release-1' }, 'unknown'],
    ['is unknown where no commit is asked about', { attestation_type: 'generic' }, { trail: 'release-1', commit: undefined }, 'unknown'],
    ['passes with a notice where it is of another type, on the trail of its commit', { attestation_type: 'generic' }, {}, 'compliant'],
  ])('%s', (_, facts, about, name) => {
    const verdict = judge({ row: facts, question: about });
    expect(verdict.name).toBe(name);
    if (name === 'compliant') expect(verdict.notices).toEqual([expect.stringContaining('id-of-unit')]);
  });

  it('is seen by either of its two records where it is overridden', () => {
    const overridden = { attestation_id: 'the-override', overridden_attestation_id: 'id-of-unit' };
    expect(judge({ row: overridden, records: [ofUnit({}, false)] }).name).toBe('compliant');
    expect(judge({ row: overridden, byId: [record('unit', true, { attestation_id: 'the-override' })] }).name).toBe('compliant');
    expect(judge({ row: overridden }).name).toBe('unknown');
  });

  it('that names no record needs one that the search finds', () => {
    expect(codes(judge({ row: { attestation_id: null } }))).toEqual(['record-unseen']);
    expect(codes(judge({ row: { attestation_id: null, attestation_type: 'generic' } }))).toEqual(['record-unseen']);
    expect(judge({ row: { attestation_id: null }, records: [record('unit', true)] }).name).toBe('compliant');
  });

  it('is asked for again, as is one whose search lags; one that cannot be read is not', () => {
    const names = (answer: RecordsAnswer | undefined, facts: Partial<AttestationStatus> = {}): readonly string[] =>
      unseenNames(rowsOf(trail([row('unit', facts)])), new Map(answer === undefined ? [] : [['unit', answer]]), question);
    const fault = { code: 'x', message: 'x' };
    expect(names({ kind: 'records', records: [] })).toEqual(['unit']);
    expect(names(undefined)).toEqual(['unit']);
    expect(names({ kind: 'lagging', fault })).toEqual(['unit']);
    expect(names({ kind: 'failed', fault })).toEqual([]);
    expect(names({ kind: 'records', records: [ofUnit()] })).toEqual([]);
    expect(names({ kind: 'lagging', fault }, { is_compliant: false })).toEqual([]);
  });

  it('gives no yes while its search lags', () => {
    const verdict = judge({ answer: { kind: 'lagging', fault: { code: 'incomplete-listing', message: 'it lacks one' } } });
    expect(verdict).toMatchObject({
      name: 'unknown',
      reasons: [{ code: 'records-failed', message: expect.stringContaining('it lacks one') }],
    });
  });
});

describe('what the record of a green row says of itself', () => {
  it.each([
    ['another flow', { flow_name: 'till' }],
    ['another trail', { trail_name: 'release-7' }],
    ['another name', { attestation_name: 'lint' }],
  ])('is compared: one of %s is no yes', (_, facts) => {
    const verdict = judge({ byId: [ofUnit(facts)] });
    expect(verdict.name).toBe('unknown');
    expect(verdict.reasons).toContainEqual(
      expect.objectContaining({
        code: 'contradictory-answer',
        attestation: 'unit',
        message: expect.stringContaining(Object.values(facts)[0] ?? ''),
      }),
    );
  });

  it('contradicts nothing where it is absent or null, nor by its page', () => {
    expect(judge({ byId: [ofUnit({ flow_name: null, trail_name: null, html_url: 'https://elsewhere.example/x' })] }).name).toBe(
      'compliant',
    );
    const { flow_name: _, trail_name: __, ...bare } = ofUnit();
    expect(judge({ byId: [bare] }).name).toBe('compliant');
    expect(judge({ byId: [ofUnit({}, null)] }).name).toBe('compliant');
  });

  it('may be of another name where it is an override', () => {
    const overridden = { attestation_id: 'the-override', overridden_attestation_id: 'id-of-unit' };
    const override = record('override-of-unit', true, { attestation_id: 'the-override', junit_results: undefined });
    expect(judge({ row: overridden, byId: [override], records: [ofUnit({}, false)] }).name).toBe('compliant');
    expect(judge({ row: overridden, byId: [{ ...override, trail_name: 'another' }], records: [ofUnit({}, false)] }).name).toBe('unknown');
  });

  it('is a no where it says no, at this commit or elsewhere, in one of two readings or in both', () => {
    expect(judge({ byId: [ofUnit({}, false)] })).toMatchObject({
      name: 'non-compliant',
      reasons: [{ code: 'failing-elsewhere', message: expect.stringContaining('id-of-unit') }],
    });
    expect(judge({ records: [ofUnit({}, false)] }).name).toBe('non-compliant');
    const both = judge({ records: [ofUnit()], byId: [ofUnit({}, false)] });
    expect(both.name).toBe('non-compliant');
    expect(codes(both)).toContain('contradictory-answer');
    const another = judge({
      records: [ofUnit(), record('unit', true, { attestation_id: 'x' })],
      byId: [record('unit', false, { attestation_id: 'x', junit_results: counts() })],
    });
    expect(codes(another)).toEqual(['contradictory-answer']);
  });

  it('may stand on several artifacts with one id', () => {
    const of = (artifact: string): AttestationRecord => ofUnit({ target_artifacts: [artifact] });
    const image = { status: 'COMPLIANT', is_compliant: true, attestations_statuses: [row('unit')] };
    const verdict = decide(
      {
        question,
        answer: { kind: 'trail', trail: trail([], 'COMPLIANT', { artifacts_statuses: { image, chart: image } }) },
        records: new Map([['unit', { kind: 'records', records: [of('image'), of('chart')] }]]),
      },
      nothingMore,
    );
    expect(verdict.name).toBe('compliant');
  });
});

describe('the tests behind a green row', () => {
  it('are at least one, unless the caller asks for more or for none', () => {
    const none = [ofUnit({ junit_results: [] })];
    const skipped = [ofUnit({ junit_results: counts({ total: 3, skipped: 3 }) })];
    for (const records of [none, skipped]) {
      const verdict = judge({ records });
      expect(verdict.name).toBe('non-compliant');
      expect(verdict.reasons).toEqual([
        expect.objectContaining({ code: 'too-few-tests', attestation: 'unit', message: expect.stringContaining('no test ran') }),
      ]);
      expect(judge({ records, policy: { minTests: 0 } }).name).toBe('compliant');
    }
    const two = [ofUnit({ junit_results: [...counts(), ...counts()] })];
    expect(judge({ records: two, policy: { minTests: 2 } }).name).toBe('compliant');
    expect(judge({ records: two, policy: { minTests: 3 } }).reasons[0]?.message).toContain('only 2 tests ran');
  });

  it('are added up over the groups of the row: one leg may skip all of its own', () => {
    const leg = (os: string, facts: object): AttestationRecord =>
      ofUnit({ user_data: run({ matrix: { os } }), attestation_id: os, ...facts });
    const records = [leg('linux', {}), leg('windows', { junit_results: counts({ skipped: 1 }) })];
    expect(judge({ row: { attestation_id: 'windows' }, records }).name).toBe('compliant');
    expect(judge({ row: { attestation_id: 'windows' }, records, policy: { minTests: 2 } }).name).toBe('non-compliant');
  });

  it('are not those of an older attempt', () => {
    const attempt = (number: string, facts: object): AttestationRecord =>
      ofUnit({ user_data: run({ run_attempt: number }), attestation_id: number, ...facts });
    const records = [attempt('1', {}), attempt('2', { junit_results: [] })];
    expect(codes(judge({ row: { attestation_id: '2' }, records }))).toEqual(['too-few-tests']);
  });

  it('are those of the record that the row carries where nothing is of this commit', () => {
    const elsewhere = (facts: object): Given => ({
      question: { trail: 'release' },
      byId: [ofUnit({ trail_name: 'release', git_commit_info: { sha1: other }, ...facts })],
    });
    expect(judge(elsewhere({})).name).toBe('compliant');
    expect(codes(judge(elsewhere({ junit_results: [] })))).toEqual(['too-few-tests']);
  });

  it('are not asked of other types, nor of an overridden row', () => {
    const none = { junit_results: [] };
    expect(judge({ row: { attestation_type: 'generic' }, records: [ofUnit(none)] }).name).toBe('compliant');
    const overridden = { overridden_attestation_id: 'id-of-unit' };
    expect(judge({ row: overridden, records: [ofUnit(none)] }).name).toBe('compliant');
    expect(judge({ row: overridden, records: [ofUnit({}, false)] }).name).toBe('compliant');
  });

  it('are asked where the record says that it is of test results, or carries some and tells no type', () => {
    const none = { junit_results: [] };
    expect(codes(judge({ row: { attestation_type: 'generic' }, records: [ofUnit({ ...none, attestation_type: 'junit' })] }))).toEqual([
      'too-few-tests',
    ]);
    expect(codes(judge({ row: { attestation_type: null }, records: [ofUnit(none)] }))).toEqual(['too-few-tests']);
    expect(judge({ row: { attestation_type: null }, records: [ofUnit({ junit_results: null })] }).name).toBe('compliant');
  });

  it.each([
    ['absent', undefined],
    ['null', null],
    ['no list', { total: 1 }],
    ['a list of something else', ['x']],
    ['not counted in whole numbers', counts({ total: 1.5 })],
    ['counted below zero', counts({ skipped: -1 })],
    ['counted as text', [{ failures: 0, errors: 0, skipped: 0, total: '1' }]],
  ])('are unknown where they are %s', (_, results) => {
    const verdict = judge({ records: [ofUnit({ junit_results: results })] });
    expect(verdict.name).toBe('unknown');
    expect(verdict.reasons).toEqual([expect.objectContaining({ code: 'tests-untold', attestation: 'unit' })]);
    expect(judge({ records: [ofUnit({ junit_results: results })], policy: { minTests: 0 } }).name).toBe('compliant');
  });

  it('are known from a second reading of the record by its id', () => {
    expect(judge({ records: [ofUnit({ junit_results: undefined })], byId: [ofUnit()] }).name).toBe('compliant');
    expect(codes(judge({ records: [ofUnit()], byId: [ofUnit({ junit_results: [] })] }))).toEqual(['too-few-tests']);
  });

  it.each([
    ['failed', { failures: 2 }],
    ['ended in an error', { errors: 2 }],
  ])('are a no where some %s, although the record calls itself compliant', (_, facts) => {
    const records = [ofUnit({ junit_results: [...counts(), ...counts(facts)] })];
    for (const minTests of [0, 1]) {
      const verdict = judge({ records, policy: { minTests } });
      expect(verdict.name).toBe('non-compliant');
      expect(verdict.reasons).toEqual([
        expect.objectContaining({ code: 'record-failing', attestation: 'unit', message: expect.stringContaining('holds 2 failed tests') }),
      ]);
    }
  });
});

describe('a known no', () => {
  it('stays one, whatever else could not be read', () => {
    const failed: RecordsAnswer = { kind: 'failed', fault: { code: 'timeout', message: 'late' } };
    const verdict = decide(
      {
        question,
        answer: { kind: 'trail', trail: trail([row('unit'), row('lint', { is_compliant: false })], 'NON-COMPLIANT') },
        records: new Map([['unit', failed]]),
      },
      nothingMore,
    );
    expect(verdict.name).toBe('non-compliant');
    expect(codes(verdict)).toEqual(expect.arrayContaining(['records-failed', 'failing']));
  });
});

describe('a dry run with failing tests', () => {
  const red = own({ red: 2, sending: { kind: 'dry-run' } });
  const answers = {
    'no trail': { kind: 'no-trail' },
    'a trail without the name': { kind: 'trail', trail: trail([row('lint')]) },
    'a trail that demands nothing': { kind: 'trail', trail: trail([]) },
    'a trail where the name is missing': {
      kind: 'trail',
      trail: trail([row('unit', { attestation_id: null, status: 'MISSING', is_compliant: false })], 'INCOMPLETE'),
    },
  } as const;

  it.each(Object.entries(answers))('is a no on %s', (_, answer) => {
    const lint: RecordsAnswer = { kind: 'records', records: [record('lint', true, { attestation_id: 'id-of-lint' })] };
    const verdict = decide(
      { question, answer, own: red, records: new Map([['lint', lint]]) },
      { ...nothingMore, allowEmptyTemplate: true },
    );
    expect(verdict.name).toBe('non-compliant');
    expect(verdict.reasons).toContainEqual(
      expect.objectContaining({ code: 'sent-failing', attestation: 'unit', message: expect.stringContaining('2 failed tests') }),
    );
  });

  it('says so once where the trail has the name', () => {
    expect(codes(judge({ records: [ofUnit()], own: red }))).toEqual(['sent-failing']);
  });

  it('with green tests is as good as what the trail holds', () => {
    expect(judge({ records: [ofUnit()], own: own({ sending: { kind: 'dry-run' } }) }).name).toBe('compliant');
  });
});
