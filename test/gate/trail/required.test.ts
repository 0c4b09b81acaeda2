import { describe, expect, it } from 'vitest';
import type { AttestationStatus } from '../../../src/contract/index.ts';
import { missingNames, rowsOf } from '../../../src/gate/index.ts';
import { decideOn, missing, nothingMore, own, row, trail } from '../build.ts';

/** The verdict when `unit` is required with a type. */
function asked(type: string, rows: readonly AttestationStatus[]): ReturnType<typeof decideOn> {
  return decideOn(trail(rows), { policy: { required: ['unit'], requiredTypes: new Map([['unit', type]]) } });
}

const typed = (type: string | null, facts: Partial<AttestationStatus> = {}): AttestationStatus =>
  row('unit', { attestation_type: type, unexpected: true, ...facts });

describe('evidence that is required with its type', () => {
  it.each([
    ['snyk', 'snyk'],
    ['junit', 'JUnit'],
    ['*', 'generic'],
    ['decision', 'system:decision'],
    ['system:decision', 'decision'],
    ['custom:coverage', 'custom:coverage'],
  ])('as %s is there as %s', (type, has) => {
    expect(asked(type, [typed(has)]).name).toBe('compliant');
  });

  it.each([
    ['snyk', 'generic'],
    ['custom:coverage', 'custom:Coverage'],
    ['custom:coverage', 'generic'],
    ['junit', 'custom:junit'],
    ['xdecision', 'xsystem:decision'],
    ['junit', null],
  ])('as %s is missing where it is there as %s', (type, has) => {
    const verdict = asked(type, [typed(has)]);
    expect(verdict.name).toBe('incomplete');
    expect(verdict.reasons).toEqual([
      expect.objectContaining({
        code: 'missing',
        attestation: 'unit',
        message: expect.stringContaining(`names it with the type ${type}, and`),
      }),
    ]);
    expect(verdict.rows).toEqual([
      expect.objectContaining({ state: 'compliant', requiredBy: [] }),
      expect.objectContaining({ state: 'missing', type, requiredBy: ['required-attestations'] }),
    ]);
  });

  it('is waited for, and the fix has its step and its name with the type', () => {
    const policy = { ...nothingMore, required: ['unit', 'app.scan'], requiredTypes: new Map([['app.scan', 'snyk']]) };
    const about = trail([row('unit')]);
    expect(missingNames(rowsOf(about), policy)).toEqual(['app.scan']);
    const fix = decideOn(about, { own: own(), policy }).reasons[0]?.fix;
    expect(fix).toContain('required-attestations: unit, app.scan:snyk\n');
    expect(fix).toContain('attestation-type: snyk');
    expect(fix).toContain('target-artifacts: app');
  });

  it('does not make good what the template asks for under the same name', () => {
    const verdict = asked('generic', [row('unit', { ...missing, attestation_type: 'snyk' }), typed('generic')]);
    expect(verdict.name).toBe('incomplete');
    expect(verdict.reasons[0]?.message).toContain("the flow's template requires it");
  });

  it('says no where it is red, whatever its type', () => {
    expect(asked('snyk', [typed('generic', { is_compliant: false })]).name).toBe('non-compliant');
  });
});

describe('a number of tests', () => {
  const decided = (rows: readonly AttestationStatus[], policy: object = {}, options: object = {}): ReturnType<typeof decideOn> =>
    decideOn(trail(rows), { policy: { minTests: 2, ...policy }, ...options });
  const generic = row('lint', { attestation_type: 'generic' });
  const codes = ({ reasons }: ReturnType<typeof decideOn>): readonly string[] => reasons.map(({ code }) => code);

  it('is not held by a trail on which no test results are required', () => {
    const verdict = decided([generic]);
    expect(verdict.name).toBe('incomplete');
    expect(codes(verdict)).toEqual(['tests-not-required']);
    expect(codes(decided([generic, row('unit', { unexpected: true })]))).toContain('tests-not-required');
    expect(codes(decided([], { allowEmptyTemplate: true }))).toEqual(['tests-not-required']);
  });

  it('of one, which is the default, asks nothing of such a trail', () => {
    expect(decided([generic], { minTests: 1 }).name).toBe('compliant');
    expect(decided([generic], { minTests: 0 }).name).toBe('compliant');
  });

  it('is held by test results that the template, the caller or this run asks for', () => {
    expect(codes(decided([generic, row('unit')]))).toEqual(['too-few-tests']);
    expect(codes(decided([generic, row('unit', { unexpected: true })], { required: ['unit'] }))).toEqual(['too-few-tests']);
    expect(codes(decided([generic], { required: ['unit'], requiredTypes: new Map([['unit', 'junit']]) }))).toEqual(['missing']);
    expect(codes(decided([generic], {}, { own: own({ name: 'lint', sending: { kind: 'dry-run' } }) }))).toEqual([]);
  });

  it('is held by an entry for any type once test results answer it, and by none that is open', () => {
    const any = row('any', { ...missing, attestation_type: '*' });
    expect(codes(decided([any]))).toEqual(['missing', 'tests-not-required']);
    expect(codes(decided([row('any', { attestation_type: 'JUNIT' })]))).toEqual(['too-few-tests']);
    expect(codes(decided([generic], { required: ['unit'] }))).toEqual(['missing']);
  });

  it('is no second reason where nothing at all is required', () => {
    expect(codes(decided([]))).toEqual(['nothing-required']);
  });
});
