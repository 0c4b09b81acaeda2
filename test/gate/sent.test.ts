import { describe, expect, it } from 'vitest';
import { decide, type RecordsAnswer } from '../../src/gate/index.ts';
import { nothingMore, own, question, record, row, trail } from './build.ts';
import { codes, judge, ofUnit } from './judge.ts';

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
