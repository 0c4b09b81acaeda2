import { describe, expect, it } from 'vitest';
import type { AttestationStatus, Trail } from '../../../src/contract/index.ts';
import type { OwnEvidence, Policy } from '../../../src/gate/index.ts';
import { complaintsAbout, yamlIn } from '../../support/advice.ts';
import { decideOn, missing, own, row, trail } from '../build.ts';

interface Said {
  readonly message: string;
  readonly fix: string;
}

/** The advice for each missing name. The verdict is `incomplete`, however similar another name is. */
function saidOf(about: Trail, policy: Partial<Policy>, mine?: OwnEvidence): readonly Said[] {
  const verdict = decideOn(about, { policy, ...(mine === undefined ? {} : { own: mine }) });
  expect(verdict.name).toBe('incomplete');
  return verdict.reasons.filter(({ code }) => code === 'missing');
}

/** The name that was probably meant by a missing one, or `undefined` if the gate says none. */
function meantOn(about: Trail, policy: Partial<Policy>, mine?: OwnEvidence): string | undefined {
  const [said] = saidOf(about, policy, mine);
  const meant = /; did you mean (.*)\?$/.exec(said?.message ?? '')?.[1];
  expect((said?.fix ?? '').startsWith('If so, ')).toBe(meant !== undefined);
  return meant;
}

const free = (name: string, facts: Partial<AttestationStatus> = {}): AttestationStatus => row(name, { unexpected: true, ...facts });
const onArtifact = (artifact: string, ...rows: readonly AttestationStatus[]): Trail =>
  trail([free('lint')], 'COMPLIANT', {
    artifacts_statuses: { [artifact]: { status: 'COMPLIANT', is_compliant: true, unexpected: true, attestations_statuses: [...rows] } },
  });

describe('a missing name', () => {
  it('is told the one that the trail has and nobody asks for', () => {
    expect(meantOn(trail([free('unit-tests'), free('lint')]), { required: ['unit-test'] })).toBe('unit-tests');
  });

  it('is told it also where that says no, and the no stays', () => {
    const red = trail([free('unit-tests', { is_compliant: false })], 'NON-COMPLIANT');
    const verdict = decideOn(red, { policy: { required: ['unit-test'] } });
    expect(verdict.name).toBe('non-compliant');
    expect(verdict.reasons.find(({ code }) => code === 'missing')?.message).toMatch(/; did you mean unit-tests\?$/);
  });

  it('is told the one that this run recorded, or would have', () => {
    const mine = own({ name: 'unit-tests', sending: { kind: 'dry-run' } });
    expect(meantOn(trail([free('lint')]), { required: ['unit-test'] }, mine)).toBe('unit-tests');
  });

  it('may be written in the step that recorded the other one', () => {
    const about = trail([free('unit-test'), free('lint')]);
    const fixOf = (recorded: string): string | undefined =>
      saidOf(about, { required: ['unit-tests'] }, own({ name: recorded, sending: { kind: 'dry-run' } }))[0]?.fix;
    const change = 'If so, write:\n\n  required-attestations: unit-test';
    expect(fixOf('unit-test')?.startsWith(`${change}\n\nOr in this step:\n\n  attestation-name: unit-tests\n\nOtherwise: `)).toBe(true);
    expect(fixOf('lint')?.startsWith(`${change}\n\nOtherwise: `)).toBe(true);
  });

  it('that a space made two is told so', () => {
    const fixes = saidOf(trail([free('unit-tests'), row('lint')]), { required: ['unit', 'tests', 'lint'] }).map(({ fix }) => fix);
    expect(fixes).toHaveLength(2);
    for (const fix of fixes)
      expect(fix).toMatch(
        /^A space or a comma parts names: unit and tests are 2\. If so, write:\n\n {2}required-attestations: unit-tests, lint\n\nOtherwise: /,
      );
  });

  it('is told the one of an artifact, and of the type that is asked for', () => {
    expect(meantOn(onArtifact('app', free('unit-tests')), { required: ['unit-tests'] })).toBe('app.unit-tests');
    expect(meantOn(onArtifact('app', free('scan')), { required: ['ap.scan'] })).toBe('app.scan');
    const typed = { required: ['unit-test'], requiredTypes: new Map([['unit-test', 'junit']]) };
    expect(meantOn(trail([free('unit-tests')]), typed)).toBe('unit-tests');
    expect(meantOn(trail([free('unit-tests', { attestation_type: 'snyk' })]), typed)).toBeUndefined();
  });

  it('is told none that somebody asks for, that is missing too, or that is not near', () => {
    expect(meantOn(trail([row('unit-tests')]), { required: ['unit-test'] })).toBeUndefined();
    expect(meantOn(trail([row('unit-tests'), free('lint')]), { required: ['unit-test'] })).toBeUndefined();
    expect(meantOn(trail([free('unit-tests')]), { required: ['unit-test', 'unit-tests'] })).toBeUndefined();
    expect(meantOn(trail([free('lint'), free('unit-tests', missing)]), { required: ['unit-test'] })).toBeUndefined();
    expect(meantOn(trail([free('lint'), free('node-22')]), { required: ['node-20'] })).toBeUndefined();
  });

  it('is told the row of an artifact, and not what this run recorded, where that may be the same', () => {
    const about = onArtifact('app', free('unit-tests'));
    expect(meantOn(about, { required: ['unit-test'] }, own({ name: 'unit-tests', sending: { kind: 'dry-run' } }))).toBeUndefined();
  });

  it('is told none that is not written as names are', () => {
    expect(meantOn(trail([free('unit\n-tests')]), { required: ['unit-tests'] })).toBeUndefined();
    expect(meantOn(trail([free('unit tests')]), { required: ['unit-tests'] })).toBeUndefined();
  });
});

describe('the fix', () => {
  it('requires what is recorded, with the rest of the list, and else what it always says', () => {
    const policy = { required: ['unit-test', 'lint', 'scan-app'], requiredTypes: new Map([['unit-test', 'junit']]) };
    const about = trail([free('unit-tests'), free('lint'), free('app-scan')]);
    const said = saidOf(about, policy);
    expect(said).toHaveLength(2);
    for (const { fix } of said) {
      expect(yamlIn(fix)[0]).toEqual({ 'required-attestations': 'unit-tests:junit, lint, app-scan' });
      expect(fix).toContain('Otherwise: Let the jobs that record them run before this one');
      expect(complaintsAbout(fix)).toEqual([]);
    }
  });

  it('parts no names of which each was meant as another one', () => {
    const fixes = saidOf(trail([free('unit-test'), free('scans')]), { required: ['unit-tests', 'scan'] }).map(({ fix }) => fix);
    expect(fixes).toHaveLength(2);
    for (const fix of fixes) expect(fix).toMatch(/^If so, write:\n\n {2}required-attestations: unit-test, scans\n/);
  });

  it('is none of this step, where it records two names in one, or where an artifact is asked for', () => {
    const mine = own({ name: 'unit-tests', sending: { kind: 'dry-run' } });
    const inStep = (...required: readonly string[]): readonly boolean[] =>
      saidOf(trail([free('lint')]), { required }, mine).map(({ fix, message }) => {
        expect(message).toMatch(/; did you mean unit-tests\?$/);
        return fix.includes('Or in this step');
      });
    expect(inStep('unit-test')).toEqual([true]);
    expect(inStep('unit', 'tests')).toEqual([false, false]);
    expect(inStep('app.unit-tests')).toEqual([false]);
  });

  it('records under the name that the template has, where the template asks', () => {
    const [said] = saidOf(trail([row('unit', missing), free('Unit')], 'INCOMPLETE'), {});
    expect(yamlIn(said?.fix ?? '')[0]).toEqual({ 'attestation-name': 'unit' });
    const about = trail([free('scan')], 'INCOMPLETE', {
      artifacts_statuses: { app: { status: 'MISSING', is_compliant: false, attestations_statuses: [row('scan', missing)] } },
    });
    expect(yamlIn(saidOf(about, {})[0]?.fix ?? '')[0]).toEqual({ 'attestation-name': 'scan', 'target-artifacts': 'app' });
  });
});

describe('legs of a missing name', () => {
  const legs = [free('unit-tests-1'), free('unit-tests-2'), free('lint')];

  it('are named where the template asks for the name, with the name that all of them may have', () => {
    const [said] = saidOf(trail([row('unit-tests', missing), ...legs], 'INCOMPLETE'), {});
    expect(said?.message).toMatch(/; it holds unit-tests-1 and unit-tests-2, which nobody requires: did you mean those\?$/);
    expect(yamlIn(said?.fix ?? '')[0]).toEqual({ 'attestation-name': 'unit-tests' });
    expect(complaintsAbout(said?.fix ?? '')).toEqual([]);
  });

  it('take its place where the caller asks for it, with its type', () => {
    const [said] = saidOf(trail(legs), { required: ['unit-tests', 'lint'], requiredTypes: new Map([['unit-tests', 'junit']]) });
    expect(yamlIn(said?.fix ?? '')[0]).toEqual({ 'required-attestations': 'unit-tests-1:junit, unit-tests-2:junit, lint' });
  });

  it('are none that somebody asks for, that are missing, or that only begin alike', () => {
    const asked = trail(
      [row('unit-tests', missing), row('unit-tests-1'), free('unit-testsuite'), row('unit-tests-9', missing)],
      'INCOMPLETE',
    );
    expect(saidOf(asked, {})[0]?.message).not.toContain('it holds');
  });
});
