import { describe, expect, it } from 'vitest';
import type { RecordsAnswer } from '../../src/gate/index.ts';
import { decideOn, missing, own, record, row, trail } from './build.ts';
import { judge, ofUnit } from './judge.ts';

const page = 'https://evidence.example/acme/flows/shop/trails/c0ffee';
const problems = [{ code: 'no-files', message: 'nothing there' }] as const;

describe('the line of a row', () => {
  it('tells its type, whether it is demanded, and since when and where by its own record', () => {
    const of = ofUnit({ created_at: 1234, html_url: 'https://evidence.example/record' });
    const other = record('unit', true, { created_at: 99, html_url: 'https://evidence.example/other' });
    expect(judge({ records: [other, of] }).rows).toStrictEqual([
      {
        attestation: 'unit',
        type: 'junit',
        state: 'compliant',
        demanded: true,
        groups: 1,
        since: 1234,
        url: 'https://evidence.example/record',
      },
    ]);
  });

  it.each([
    ['unknown', { status: 'PENDING' }, 'unknown'],
    ['non-compliant', { is_compliant: false }, 'non-compliant'],
    ['missing', missing, 'missing'],
  ] as const)('of a row that is %s tells no groups, and the page of the trail', (_, facts, state) => {
    expect(judge({ row: { ...facts, unexpected: true } }).rows).toStrictEqual([
      { attestation: 'unit', type: 'junit', state, demanded: false, groups: 0, since: undefined, url: page },
    ]);
    expect(judge({ row: facts }).notices).toEqual([]);
    expect(judge({ row: { ...facts, unexpected: true }, policy: { required: ['unit'] } }).rows[0]?.demanded).toBe(true);
  });

  it('tells no type where the trail does not', () => {
    for (const attestation_type of [null, undefined]) expect(judge({ row: { attestation_type } as object }).rows[0]?.type).toBeUndefined();
  });

  it('is unknown, and tells no notice, where its records could not be read', () => {
    const answer: RecordsAnswer = { kind: 'failed', fault: { code: 'timeout', message: 'late' } };
    const verdict = judge({ answer });
    expect(verdict.rows).toStrictEqual([
      { attestation: 'unit', type: 'junit', state: 'unknown', demanded: true, groups: 0, since: undefined, url: page },
    ]);
    expect(verdict.notices).toEqual([]);
    expect(verdict.reasons[0]?.fix).toContain('Run the job again');
  });
});

describe('the reason of a row', () => {
  it('carries since when and where, and neither where nobody tells', () => {
    const red = ofUnit({ created_at: 1234, html_url: 'https://evidence.example/record' }, false);
    expect(judge({ row: { is_compliant: false }, records: [red] }).reasons).toEqual([
      expect.objectContaining({ code: 'failing', attestation: 'unit', since: 1234, url: 'https://evidence.example/record' }),
    ]);
    const { html_url: _, ...bare } = trail([row('unit', { is_compliant: false })], 'NON-COMPLIANT');
    const [nowhere] = decideOn(bare).reasons;
    expect(nowhere).not.toHaveProperty('url');
    expect(nowhere).not.toHaveProperty('since');
    expect(decideOn({ ...bare, html_url: null }).reasons[0]).not.toHaveProperty('url');
  });

  it.each([
    [{ status: null, is_compliant: null }, 'status null, is_compliant null'],
    [{ status: 'PENDING', is_compliant: true }, 'status PENDING, is_compliant true'],
    [{ status: 'COMPLETE', is_compliant: null }, 'status COMPLETE, is_compliant null'],
  ])('shows the state that nobody knows: %o', (facts, shown) => {
    expect(judge({ row: facts }).reasons[0]).toMatchObject({
      code: 'unknown-state',
      verdict: 'unknown',
      attestation: 'unit',
      message: expect.stringContaining(`unit is in a state that is neither compliant nor not: ${shown}`),
    });
  });

  it('shows as absent what is not there', () => {
    const { status: _, is_compliant: __, ...bare } = row('unit');
    expect(decideOn(trail([bare])).reasons[0]?.message).toContain('status absent, is_compliant absent');
  });

  const failing = (facts: object, options: Parameters<typeof decideOn>[1] = {}) =>
    decideOn(trail([row('unit', { is_compliant: false, ...facts }), row('lint')], 'NON-COMPLIANT'), options).reasons;

  it('says how many tests failed in this run, if it is of this run', () => {
    expect(failing({})[0]?.message).toBe('unit is not compliant');
    expect(failing({}, { own: own({ red: 2 }) })[0]?.message).toBe('unit is not compliant: 2 tests failed in this run');
    expect(failing({}, { own: own({ red: 1 }) })[0]?.message).toBe('unit is not compliant: 1 test failed in this run');
    expect(failing({}, { own: own({ red: 0 }) })[0]?.message).toBe('unit is not compliant');
    expect(failing({}, { own: own({ red: 2, name: 'lint', sending: { kind: 'withheld' } }) })[0]?.message).toBe('unit is not compliant');
  });

  it('says that a row was overridden to a no', () => {
    expect(failing({ overridden_attestation_id: 'x' })[0]?.message).toBe('unit is overridden as non-compliant');
  });

  it('has a fix that fits its type', () => {
    expect(failing({})[0]?.fix).toContain('Fix the failing tests');
    expect(failing({ attestation_type: 'snyk' })[0]?.fix).toContain('Fix what unit found');
  });

  it('is not told beside the problems of our own evidence for the same name; that of another name is', () => {
    const codes = (name: string): readonly string[] =>
      failing({}, { own: own({ name, problems, sending: { kind: 'withheld' } }) }).map(({ code }) => code);
    expect(codes('unit')).toEqual(['evidence-unusable']);
    expect(codes('lint')).toEqual(['evidence-unusable', 'failing']);
    expect(failing({}, { own: own() }).map(({ code }) => code)).toEqual(['failing']);
  });
});
