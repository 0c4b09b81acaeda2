import { describe, expect, it } from 'vitest';
import type { Reason } from '../../src/gate/index.ts';
import { decideOn, missing, own, row, trail } from './build.ts';

const absent = (name: string, facts: object = {}) => row(name, { ...missing, ...facts });
const reasonsOf = (...given: Parameters<typeof decideOn>): readonly Reason[] => decideOn(...given).reasons;
const named = (reasons: readonly Reason[]): readonly string[] =>
  reasons.map(({ code, attestation, artifact }) => `${code} ${attestation ?? artifact}`);

describe('a name that is missing', () => {
  it('is said with who demands it, and since when the trail waits', () => {
    const [byTemplate, byCaller] = reasonsOf(trail([absent('unit')], 'INCOMPLETE'), { policy: { required: ['lint'] } });
    expect(byTemplate).toMatchObject({ code: 'missing', attestation: 'unit', since: 1_700_000_000 });
    expect(byTemplate?.message).toContain("the flow's template demands it");
    expect(byCaller).toMatchObject({ code: 'missing', attestation: 'lint' });
    expect(byCaller?.message).toContain('required-attestations names it');
    const { created_at: _, ...ageless } = trail([absent('unit')], 'INCOMPLETE');
    expect(reasonsOf(ageless)[0]).not.toHaveProperty('since');
  });

  it('is missing where the caller alone demands it, though a row of it is there', () => {
    const rows = [row('lint'), absent('unit', { unexpected: true })];
    expect(named(reasonsOf(trail(rows)))).toEqual([]);
    expect(named(reasonsOf(trail(rows), { policy: { required: ['unit'] } }))).toEqual(['missing unit']);
    // A name that stands there twice is there only when both rows are.
    const twice = [row('unit'), absent('unit', { unexpected: true })];
    expect(named(reasonsOf(trail(twice), { policy: { required: ['unit'] } }))).toEqual(['missing unit']);
  });

  it('is said once, though template and caller demand it', () => {
    expect(named(reasonsOf(trail([absent('unit')], 'INCOMPLETE'), { policy: { required: ['unit'] } }))).toEqual(['missing unit']);
  });
});

describe('the fix for a name that is missing', () => {
  const fixes = (...given: Parameters<typeof decideOn>): readonly string[] =>
    reasonsOf(...given).map(({ fix }) => (fix.includes('Record every attestation in its own job') ? 'pipeline' : fix));

  it('is a pipeline of two kinds of job where this run did its part, with the names that are demanded', () => {
    const rows = [row('unit'), absent('lint'), row('extra', { unexpected: true })];
    const [reason] = reasonsOf(trail(rows, 'INCOMPLETE'), { own: own(), policy: { required: ['scan'] } });
    expect(reason?.fix).toMatch(/required-attestations: unit, lint, scan$/);
    expect(fixes(trail(rows, 'INCOMPLETE'), { own: own() })).toEqual(['pipeline']);
  });

  it('is the step that records it where no evidence of this run is sound, or it is the one that is missing', () => {
    const rows = [row('unit'), absent('lint')];
    const step = expect.stringContaining('attestation-name: lint');
    expect(fixes(trail(rows, 'INCOMPLETE'))).toEqual([step]);
    const problems = [{ code: 'no-files', message: 'nothing there' }] as const;
    expect(fixes(trail(rows, 'INCOMPLETE'), { own: own({ problems }) }).slice(1)).toEqual([step]);
    expect(fixes(trail(rows, 'INCOMPLETE'), { own: own({ name: 'lint', sending: { kind: 'withheld' } }) })).toEqual([step]);
    const both = [absent('unit'), absent('lint')];
    expect(fixes(trail(both, 'INCOMPLETE'), { own: own() })).toEqual([expect.stringContaining('attestation-name: unit'), step]);
  });

  it('knows its own name on an artifact, and no name that only ends like it', () => {
    const on = (name: string) =>
      fixes(
        trail([row('unit')], 'INCOMPLETE', {
          artifacts_statuses: { image: { status: 'INCOMPLETE', is_compliant: false, attestations_statuses: [absent(name)] } },
        }),
        { own: own() },
      );
    expect(on('unit')).toEqual([expect.stringContaining('target-artifacts: image')]);
    expect(on('my-unit')).toEqual(['pipeline']);
  });
});

describe('an artifact that nobody reported', () => {
  const withArtifact = (facts: object, others: object = {}) =>
    named(
      reasonsOf(
        trail([row('unit')], 'INCOMPLETE', {
          artifacts_statuses: { image: { status: 'MISSING', is_compliant: false, attestations_statuses: [], ...facts }, ...others },
        }),
      ),
    );

  it('is missing where the template names it', () => {
    expect(withArtifact({})).toEqual(['missing-artifact image']);
    expect(withArtifact({ unexpected: true })).toEqual(['trail-incomplete undefined']);
  });

  it('is not said beside a name that is missing on it; one whose name only begins alike is', () => {
    expect(withArtifact({ attestations_statuses: [absent('scan')] })).toEqual(['missing image.scan']);
    const chart = { status: 'INCOMPLETE', is_compliant: false, attestations_statuses: [absent('scan')] };
    expect(withArtifact({}, { 'image-arm': chart })).toEqual(['missing image-arm.scan', 'missing-artifact image']);
  });

  it('is told since when the trail waits', () => {
    const image = { status: 'MISSING', is_compliant: false, attestations_statuses: [] };
    const [reason] = reasonsOf(trail([row('unit')], 'INCOMPLETE', { artifacts_statuses: { image } }));
    expect(reason).toMatchObject({ artifact: 'image', since: 1_700_000_000, fix: expect.stringContaining('image') });
  });
});
