import { describe, expect, it } from 'vitest';
import type { AttestationRecord, AttestationStatus } from '../../../src/contract/index.ts';
import { decide, rowsOf, namesWithoutRecord, type RecordsAnswer } from '../../../src/gate/index.ts';
import { counts, nothingMore, question, record, row, trail } from '../build.ts';
import { codes, judge, ofUnit } from '../judge.ts';

describe('a green row whose records could not be read', () => {
  it.each(['failed', 'lagging'] as const)('is unknown, and that is all that is said: %s', (kind) => {
    const verdict = judge({ answer: { kind, fault: { code: 'x', message: 'no' } } });
    expect(verdict).toMatchObject({ name: 'unknown', reasons: [{ code: 'records-failed', verdict: 'unknown' }], rows: [{ groups: 0 }] });
    expect(verdict.notices).toEqual([]);
  });
});

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
    expect([...verdict.notices, ...verdict.reasons.map(({ message }) => message)]).toEqual([expect.stringContaining('id-of-unit')]);
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

  it('is told by its ids, or as one that names none', () => {
    const overridden = { attestation_id: 'the-override', overridden_attestation_id: 'id-of-unit' };
    expect(judge({ row: overridden }).reasons[0]?.message).toContain('its record the-override or id-of-unit is neither');
    expect(judge({ row: { attestation_id: null } }).reasons[0]?.message).toContain('names no record, and none was found');
  });

  it('is unknown where nobody asked for its records, or the answer holds none', () => {
    for (const facts of [{}, { attestation_id: null }]) {
      const about = { question, answer: { kind: 'trail', trail: trail([row('unit', facts)]) } } as const;
      expect(codes(decide({ ...about, records: new Map() }, nothingMore))).toEqual(['record-unseen']);
      expect(codes(judge({ row: facts, answer: { kind: 'records', records: [] } }))).toEqual(['record-unseen']);
    }
  });

  it('is asked for again, as is one whose search lags; one that cannot be read is not', () => {
    const names = (answer: RecordsAnswer | undefined, facts: Partial<AttestationStatus> = {}): readonly string[] =>
      namesWithoutRecord(rowsOf(trail([row('unit', facts)])), new Map(answer === undefined ? [] : [['unit', answer]]), question);
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
    const later = record('unit', true, { created_at: 1_800_000_000 });
    expect(judge({ records: [ofUnit({ junit_results: counts() }, false), later] }).name).toBe('non-compliant');
    const both = judge({ records: [ofUnit()], byId: [ofUnit({}, false)] });
    expect(both.name).toBe('non-compliant');
    expect(codes(both)).toContain('contradictory-answer');
    expect(both.reasons.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('the record id-of-unit is shown as compliant and as not compliant'),
    );
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

it('a green row counts a group of runs where an override stands next to what a run recorded', () => {
  const at = { created_at: 1_700_000_000 };
  const records = [ofUnit(at), record('unit', true, { ...at, attestation_type: 'override' })];
  expect(judge({ records }).rows[0]?.groups).toBe(1);
});
