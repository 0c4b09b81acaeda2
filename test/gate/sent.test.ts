import { describe, expect, it } from 'vitest';
import { decide, type RecordsAnswer } from '../../src/gate/index.ts';
import { decideOn, nothingMore, own, question, record, row, trail } from './build.ts';
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

describe('red tests that were just sent', () => {
  const red = own({ red: 2 });
  const messages = (verdict: ReturnType<typeof judge>): readonly string[] => verdict.reasons.map(({ message }) => message);

  it('are told with their number, and that they were sent or would be', () => {
    expect(messages(judge({ records: [ofUnit()], own: red }))).toEqual([
      'unit was just sent with 2 failed tests, and no override names it, although the trail calls it compliant',
    ]);
    expect(messages(judge({ records: [ofUnit()], own: own({ red: 1, sending: { kind: 'dry-run' } }) }))).toEqual([
      'unit would be sent with 1 failed test, and no override names it, although the trail calls it compliant',
    ]);
  });

  it('are those of their own name alone', () => {
    const verdict = decideOn(trail([row('unit'), row('lint')]), { own: red });
    expect(verdict.reasons.map(({ code, attestation }) => [code, attestation])).toEqual([['sent-failing', 'unit']]);
  });

  it('are overridden only where the record that was sent is known', () => {
    const { attestation_id: _, ...nameless } = row('unit', { overridden_attestation_id: 'x' });
    const sent = own({ red: 2, sending: { kind: 'accepted', id: undefined, evaluated: true } });
    expect(decideOn(trail([nameless]), { own: sent }).reasons).toContainEqual(expect.objectContaining({ code: 'sent-failing' }));
  });
});

describe('red tests of a dry run whose name is not on the trail', () => {
  const dry = own({ red: 2, sending: { kind: 'dry-run' } });
  const told = (verdict: ReturnType<typeof judge>): readonly string[] =>
    verdict.reasons.map(({ code, attestation = '' }) => `${code} ${attestation}`.trim());

  it('are told once, and as such', () => {
    const verdict = decide({ question, answer: { kind: 'no-trail' }, own: dry, records: new Map() }, nothingMore);
    expect(verdict.reasons[0]?.message).toBe('unit would be sent with 2 failed tests, and the trail has no record of it');
    expect(told(verdict)).toEqual(['sent-failing unit', 'trail-missing']);
  });

  it('are not told beside the problems of that evidence', () => {
    const unusable = own({ ...dry, problems: [{ code: 'no-files', message: 'nothing there' }] });
    const verdict = decide({ question, answer: { kind: 'no-trail' }, own: unusable, records: new Map() }, nothingMore);
    expect(told(verdict)).toEqual(['evidence-unusable unit', 'trail-missing']);
  });

  it('are told beside other names that are red, not beside their own, on the trail or on an artifact', () => {
    const red = { is_compliant: false };
    const on = (name: string): readonly string[] => told(decideOn(trail([row(name, red)], 'NON-COMPLIANT'), { own: dry }));
    expect(on('unit')).toEqual(['failing unit']);
    expect(on('lint')).toEqual(['failing lint', 'sent-failing unit']);
    expect(on('my-unit')).toEqual(['failing my-unit', 'sent-failing unit']);
    const image = { status: 'NON-COMPLIANT', is_compliant: false, attestations_statuses: [row('unit', red)] };
    const ofArtifact = decideOn(trail([], 'NON-COMPLIANT', { artifacts_statuses: { image } }), { own: dry });
    expect(told(ofArtifact)).not.toContain('sent-failing unit');
  });
});
