import { describe, expect, it } from 'vitest';
import type { ArtifactStatus } from '../../../src/contract/index.ts';
import { missingNames, rowsOf } from '../../../src/gate/index.ts';
import { decideOn, missing, nothingMore, own, record, row, run, trail } from '../build.ts';

const names = (about: ReturnType<typeof trail>, required: readonly string[] = []): readonly string[] =>
  missingNames(rowsOf(about), { ...nothingMore, required });

describe('what is missing', () => {
  it('is what the template requires and is not there, once', () => {
    expect(names(trail([row('unit'), row('lint', missing), row('extra', { ...missing, unexpected: true })]), ['lint'])).toEqual(['lint']);
  });

  it('is what the caller requires and no row has, or one of its rows is missing', () => {
    expect(names(trail([row('unit')]), ['unit', 'scan'])).toEqual(['scan']);
    expect(names(trail([row('extra', { ...missing, unexpected: true })]), ['extra'])).toEqual(['extra']);
    expect(names(trail([row('twice'), row('twice', { ...missing, unexpected: true })]), ['twice'])).toEqual(['twice']);
  });

  it('says who requires it, and since when the trail is there', () => {
    const about = trail([row('unit', missing)], 'INCOMPLETE');
    expect(decideOn(about).reasons).toEqual([
      expect.objectContaining({
        code: 'missing',
        verdict: 'incomplete',
        attestation: 'unit',
        since: 1_700_000_000,
        message: expect.stringContaining("the flow's template requires it"),
      }),
    ]);
    const named = decideOn(about, { policy: { required: ['unit'] } }).reasons[0];
    expect(named?.message).toContain('required-attestations names it');
    const { created_at: _, ...young } = about;
    expect(decideOn(young).reasons[0]).not.toHaveProperty('since');
    expect(decideOn({ ...about, created_at: null }).reasons[0]).not.toHaveProperty('since');
  });

  it('wants two kinds of job where this run did its part, and only then', () => {
    const about = trail([row('unit'), row('lint', missing)], 'INCOMPLETE');
    const fixOf = (options: Parameters<typeof decideOn>[1]): string => decideOn(about, options).reasons.at(-1)?.fix ?? '';
    expect(fixOf({ own: own() })).toContain('needs: [<this job>, <the job that records lint>]');
    expect(fixOf({})).toContain('Let the job that records it run before this one');
    expect(fixOf({ own: own({ problems: [{ code: 'no-files', message: 'x' }] }) })).toContain(
      'Let the job that records it run before this one',
    );
    expect(fixOf({ own: own({ name: 'lint' }) })).toContain('Let the job that records it run before this one');
    const more = trail([row('unit'), row('extra', { unexpected: true }), row('lint', missing)], 'INCOMPLETE');
    const known = { unit: [record('unit', true, { attestation_id: 'id-of-unit', user_data: run({ job: 'test' }) })] };
    expect(decideOn(more, { own: own(), records: known }).reasons.at(-1)?.fix).toContain('needs: [test, <the job that records lint>]');
    const image = { status: 'INCOMPLETE', is_compliant: false, attestations_statuses: [row('scan', missing)] };
    const ofImage = decideOn(trail([], 'INCOMPLETE', { artifacts_statuses: { image } }), { own: own({ name: 'scan' }) });
    expect(ofImage.reasons.find(({ code }) => code === 'missing')?.fix).toContain('Let the job that records it run before this one');
  });

  it('names an artifact that nobody reported, unless an attestation of it says so already', () => {
    const artifact = (facts: Partial<ArtifactStatus>): ReturnType<typeof decideOn> =>
      decideOn(
        trail([row('unit')], 'INCOMPLETE', {
          artifacts_statuses: { image: { status: 'MISSING', is_compliant: false, attestations_statuses: [], ...facts } },
        }),
      );
    expect(artifact({}).reasons).toEqual([
      expect.objectContaining({ code: 'missing-artifact', artifact: 'image', since: 1_700_000_000, verdict: 'incomplete' }),
    ]);
    expect(artifact({ attestations_statuses: [row('scan', missing)] }).reasons.map(({ code }) => code)).toEqual(['missing']);
    expect(artifact({ unexpected: true }).reasons.map(({ code }) => code)).not.toContain('missing-artifact');
    const alike = decideOn(
      trail([row('images', missing)], 'INCOMPLETE', {
        artifacts_statuses: { image: { status: 'MISSING', is_compliant: false, attestations_statuses: [] } },
      }),
    );
    expect(alike.reasons.map(({ code }) => code)).toEqual(['missing', 'missing-artifact']);
  });
});

it('a name that the caller alone requires is a row of its own, next to those that are there', () => {
  const { rows } = decideOn(trail([row('unit')]), { policy: { required: ['unit', 'scan'] } });
  expect(rows.map(({ attestation, state }) => [attestation, state])).toEqual([
    ['unit', 'compliant'],
    ['scan', 'missing'],
  ]);
});

it('an artifact that nobody reported is required by the template of the flow', () => {
  const image = { status: 'MISSING', is_compliant: false, attestations_statuses: [] };
  const { reasons } = decideOn(trail([row('unit')], 'INCOMPLETE', { artifacts_statuses: { image } }));
  expect(reasons[0]?.message).toBe("The artifact image is missing: the flow's template requires it, and none was reported on the trail");
});
