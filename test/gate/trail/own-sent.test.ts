import { describe, expect, it } from 'vitest';
import { decide, type RecordsAnswer } from '../../../src/gate/index.ts';
import { sentReasons } from '../../../src/gate/rows.ts';
import { missing, nothingMore, own, question, reason, record, row, trail } from '../build.ts';
import { codes, judge, ofUnit } from '../judge.ts';

describe('a dry run with failing tests', () => {
  const red = own({ failed: 2, sending: { kind: 'dry-run' } });
  const answers = {
    'no trail': { kind: 'no-trail' },
    'a trail without the name': { kind: 'trail', trail: trail([row('lint')]) },
    'a trail that requires nothing': { kind: 'trail', trail: trail([]) },
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

describe('what is said of failing tests', () => {
  const message = (evidence: ReturnType<typeof own>, records = [ofUnit()]): string | undefined =>
    judge({ records, own: evidence }).reasons.find(({ code }) => code === 'sent-failing')?.message;

  it('names how many, and whether they were sent', () => {
    expect(message(own({ failed: 1 }))).toBe(
      'unit was just sent with 1 failed test, and no override names it, although the trail calls it compliant',
    );
    expect(message(own({ failed: 2, sending: { kind: 'dry-run' } }))).toMatch(/^unit would be sent with 2 failed tests, and no override/);
    expect(message(own({ failed: 0 }))).toBeUndefined();
    expect(message(own({ failed: 2, name: 'lint' }))).toBeUndefined();
    expect(message(own({ failed: 2, problems: [{ code: 'no-files', message: 'x' }] }))).toBeUndefined();
  });

  it('is nothing where an override names that very record, and something where it names another', () => {
    const overridden = { attestation_id: 'the-override', overridden_attestation_id: 'id-of-unit' };
    const said = (sending: ReturnType<typeof own>['sending']): readonly string[] =>
      codes(judge({ row: overridden, records: [ofUnit({}, false)], own: own({ failed: 2, sending }) }));
    expect(said({ kind: 'accepted', id: 'id-of-unit', evaluated: true })).toEqual([]);
    expect(said({ kind: 'accepted', id: 'another', evaluated: true })).toEqual(['sent-failing']);
    expect(said({ kind: 'accepted', id: undefined, evaluated: true })).toEqual(['sent-failing']);
    expect(said({ kind: 'dry-run' })).toEqual(['sent-failing']);
  });

  it('is not taken back by an override that names no record', () => {
    const rows = [{ attestation_name: 'unit', attestation_type: 'junit', overridden_attestation_id: 'another', is_compliant: true }];
    const records = new Map([['unit', { kind: 'records', records: [ofUnit({ attestation_id: 'another' })] } as const]]);
    for (const sending of [{ kind: 'dry-run' }, { kind: 'accepted', id: undefined, evaluated: true }] as const) {
      const answer = { kind: 'trail', trail: trail(rows) } as const;
      expect(codes(decide({ question, answer, own: own({ failed: 2, sending }), records }, nothingMore))).toContain('sent-failing');
    }
  });

  it('on a dry run counts the row of an artifact as its own, and no other row that is red', () => {
    const dry = own({ failed: 1, name: 'scan', sending: { kind: 'dry-run' } });
    const image = { status: 'NON-COMPLIANT', is_compliant: false, attestations_statuses: [row('scan', { is_compliant: false })] };
    const on = (about: ReturnType<typeof trail>): readonly string[] =>
      codes(decide({ question, answer: { kind: 'trail', trail: about }, own: dry, records: new Map() }, nothingMore));
    expect(on(trail([], 'NON-COMPLIANT', { artifacts_statuses: { image } }))).not.toContain('sent-failing');
    expect(on(trail([row('lint', { is_compliant: false })], 'NON-COMPLIANT'))).toContain('sent-failing');
    expect(on(trail([row('scan.lint', { is_compliant: false })], 'NON-COMPLIANT'))).toContain('sent-failing');
  });

  it('is nothing more where the evidence is unusable', () => {
    const withheld = own({ failed: 1, problems: [{ code: 'no-files', message: 'x' }], sending: { kind: 'withheld' } });
    expect(codes(decide({ question, answer: { kind: 'no-trail' }, own: withheld, records: new Map() }, nothingMore))).toEqual([
      'evidence-unusable',
      'trail-missing',
    ]);
  });

  it('names the tests that nobody lists', () => {
    const dry = own({ failed: 1, sending: { kind: 'dry-run' } });
    const [reason] = decide({ question, answer: { kind: 'no-trail' }, own: dry, records: new Map() }, nothingMore).reasons;
    expect(reason?.message).toBe('unit would be sent with 1 failed test, and the trail has no record of it');
  });
});

describe('one of several pieces of evidence with failing tests', () => {
  const sent = own({ failed: 2 });
  const rowsSaid = (about: ReturnType<typeof row>, found: Parameters<typeof sentReasons>[2] = []): readonly unknown[] =>
    sentReasons(sent, { kind: 'trail', trail: trail([about]) }, found).map(({ attestation }) => attestation);

  it('is a no on a green row of its name alone', () => {
    expect(rowsSaid(row('unit'))).toEqual(['unit']);
    expect(rowsSaid(row('unit', missing))).toEqual([]);
    expect(rowsSaid(row('unit', { is_compliant: false }))).toEqual([]);
  });

  it('is said once, and only where the no is about it', () => {
    expect(rowsSaid(row('unit'), [{ ...reason('non-compliant'), attestation: 'unit' }])).toEqual([]);
    expect(rowsSaid(row('unit'), [{ ...reason('non-compliant'), attestation: 'lint' }])).toEqual(['unit']);
    expect(rowsSaid(row('unit'), [{ ...reason('incomplete'), attestation: 'unit' }])).toEqual(['unit']);
  });
});
