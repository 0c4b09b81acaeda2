import { describe, expect, it } from 'vitest';
import type { AttestationStatus, Trail } from '../../../src/contract/index.ts';
import type { Policy, Reason } from '../../../src/gate/index.ts';
import { decideOn, missing, own, row, trail } from '../build.ts';

const typed = (required: readonly string[], type: string, name = 'unit'): Partial<Policy> => ({
  required,
  requiredTypes: new Map([[name, type]]),
});

function missingOn(about: Trail, policy: Partial<Policy> = {}): readonly Reason[] {
  return decideOn(about, { policy }).reasons.filter(({ code }) => code === 'missing' || code === 'missing-artifact');
}

const messagesOn = (about: Trail, policy?: Partial<Policy>): readonly string[] => missingOn(about, policy).map(({ message }) => message);
const incomplete = (rows: readonly AttestationStatus[]): Trail => trail(rows, 'INCOMPLETE');

describe('the message of what is missing says who asks for it, and what the trail has', () => {
  it.each<readonly [what: string, about: Trail, policy: Partial<Policy>, message: string]>([
    [
      'the template',
      incomplete([row('unit', missing)]),
      {},
      "unit is missing: the flow's template requires it, and the trail has no record of it",
    ],
    [
      'the caller',
      trail([row('lint')]),
      { required: ['unit'] },
      'unit is missing: required-attestations names it, and the trail has no record of it',
    ],
    [
      'the caller with a type',
      trail([row('lint')]),
      typed(['unit'], 'snyk'),
      'unit is missing: required-attestations names it with the type snyk, and the trail has no record of it',
    ],
    [
      'the caller, where another type is there',
      trail([row('lint', { attestation_type: 'generic' }), row('unit', { attestation_type: 'junit' })]),
      typed(['unit'], 'snyk'),
      'unit is missing: required-attestations names it with the type snyk, and the trail has a record of junit under that name',
    ],
    [
      'the caller, where a type is there that is not told',
      trail([row('unit', { attestation_type: null })]),
      typed(['unit'], 'snyk'),
      'unit is missing: required-attestations names it with the type snyk, and the trail has a record of a type that the service does not tell under that name',
    ],
    [
      'the caller, where the row of another type is missing too',
      incomplete([row('unit', { ...missing, attestation_type: 'junit', unexpected: true })]),
      typed(['unit'], 'snyk'),
      'unit is missing: required-attestations names it with the type snyk, and the trail has no record of it',
    ],
  ])('%s', (_, about, policy, message) => {
    expect(messagesOn(about, policy)).toEqual([message]);
  });

  it('names the template where what the caller asks for is there', () => {
    const about = incomplete([row('unit', { ...missing, attestation_type: 'snyk' }), row('unit', { attestation_type: 'junit' })]);
    expect(messagesOn(about, typed(['unit'], 'junit'))).toEqual([expect.stringContaining("the flow's template requires it")]);
  });

  it('proposes the type that the caller asks for, else that of the row', () => {
    const [byRow] = missingOn(incomplete([row('unit', { ...missing, attestation_type: 'snyk' })]));
    expect(byRow?.fix).toContain('attestation-type: snyk');
    const [byCaller] = missingOn(trail([row('unit', { attestation_type: null })]), typed(['unit'], 'pull_request'));
    expect(byCaller?.fix).toContain('attestation-type: pull_request');
  });

  it('proposes to ask for the type that is there, and no record of the same name', () => {
    const about = trail([row('unit', { attestation_type: 'junit' }), row('lint')]);
    const policy = { required: ['unit', 'lint'], requiredTypes: new Map([['unit', 'generic']]) };
    expect(missingOn(about, policy).map(({ fix }) => fix)).toEqual([
      'If that is the evidence, write:\n\n  required-attestations: unit:junit, lint\n\nOtherwise record the generic one under another name, and require that',
    ]);
    const [foreign] = missingOn(trail([row('unit', { attestation_type: 'a\n- run: x' })]), policy);
    expect(foreign?.fix).toContain('required-attestations: <its name>');
  });
});

describe('a trail with a template of its own', () => {
  const image = { status: 'MISSING', is_compliant: false, attestations_statuses: [] };
  const wayOut = "allow-own-template: true lets the trail's own template decide alone";
  const now = (rows: readonly AttestationStatus[], artifacts = {}): Trail['compliance_status'] => ({
    ...incomplete(rows).compliance_status,
    artifacts_statuses: artifacts,
  });

  function ownTrail(decided: Trail, current: Trail['compliance_status']): Trail {
    return { ...decided, own_template: true, template_version: null, current: { ...current, template_version: 2 } };
  }

  it('says of each name which template asks for it, and the way out where the flow alone does', () => {
    const decided = incomplete([row('both', missing), row('extra', { ...missing, unexpected: true }), row('there')]);
    const current = now([row('both', missing), row('extra', missing), row('flow', missing), row('there')]);
    const reasons = missingOn(ownTrail(decided, current));
    expect(
      reasons.map(({ attestation, fix, message }) => [attestation, /: (.*), and the trail/.exec(message)?.[1], fix.endsWith(wayOut)]),
    ).toEqual([
      ['both', "the trail's own template requires it", false],
      ['extra', "the flow's template requires it, the trail's own template does not", true],
      ['flow', "the flow's template requires it, the trail's own template does not", true],
    ]);
  });

  it.each<readonly [what: string, decided: Record<string, typeof image> | null, words: string, isAlone: boolean]>([
    ['both ask', { image }, "the trail's own template requires it", false],
    ['the flow alone asks', {}, "the flow's template requires it, the trail's own template does not", true],
    ['none is told', null, "the flow's template requires it, the trail's own template does not", true],
    [
      'it is there',
      { image: { ...image, status: 'COMPLIANT', is_compliant: true } },
      "the flow's template requires it, the trail's own template does not",
      true,
    ],
  ])('says of an artifact who asks for it where %s', (_, artifacts, words, isAlone) => {
    const withArtifacts = trail([row('unit')], 'INCOMPLETE', { artifacts_statuses: artifacts });
    const [reason] = missingOn(ownTrail(withArtifacts, now([row('unit')], { image }))).filter(({ code }) => code === 'missing-artifact');
    expect(reason?.message).toBe(`The artifact image is missing: ${words}, and none was reported on the trail`);
    expect(reason?.fix.endsWith(wayOut)).toBe(isAlone);
  });
});

describe('two kinds of job are proposed', () => {
  const about = incomplete([row('unit'), row('lint', missing), row('scan', missing)]);
  const fixOf = (name: string): string => decideOn(about, { own: own({ name }) }).reasons.find(({ code }) => code === 'missing')?.fix ?? '';

  it('only where nothing that is missing is of this run', () => {
    expect(fixOf('unit')).toContain('needs: [');
    expect(fixOf('lint')).not.toContain('needs: [');
    expect(fixOf('scan')).not.toContain('needs: [');
  });
});
