import { describe, expect, it } from 'vitest';
import type { ArtifactStatus, Trail } from '../../../src/contract/index.ts';
import type { Reason } from '../../../src/gate/index.ts';
import { decideOn, missing, row, trail } from '../build.ts';

const green = [row('unit')];

/** The reasons for a trail of one green row. */
function reasonsOf(status: string, facts: Partial<Trail> = {}, ofStatus: Partial<Trail['compliance_status']> = {}): readonly Reason[] {
  const { is_compliant: _, compliance_state: __, ...bare } = trail(green);
  return decideOn({ ...bare, ...facts, compliance_status: { status, attestations_statuses: green, ...ofStatus } }).reasons;
}

const told = (reasons: readonly Reason[]): readonly string[] =>
  reasons.map(({ code, verdict, artifact }) => [code, verdict, ...(artifact === undefined ? [] : [artifact])].join(' '));

describe('the fields of a trail', () => {
  it('that are absent contradict nothing', () => {
    expect(reasonsOf('COMPLIANT')).toEqual([]);
    expect(reasonsOf('COMPLIANT', { compliance_state: null })).toEqual([]);
  });

  it.each(['NON-COMPLIANT', 'INCOMPLETE'])('agree about %s with a flag that is false or null', (status) => {
    for (const flag of [false, null]) {
      const [reason, ...more] = reasonsOf(status, { is_compliant: flag, compliance_state: status }, { is_compliant: flag });
      expect(more).toEqual([]);
      expect(reason?.code).not.toBe('contradictory-answer');
    }
  });

  it.each([
    [
      'status',
      () => reasonsOf('COMPLIANT', { is_compliant: false }),
      'compliance_status.status says compliant, is_compliant says non-compliant',
    ],
    [
      'flag',
      () => reasonsOf('NON-COMPLIANT', {}, { is_compliant: true }),
      'compliance_status.status says non-compliant, compliance_status.is_compliant says compliant',
    ],
    [
      'state',
      () => reasonsOf('COMPLIANT', { compliance_state: 'INCOMPLETE' }),
      'compliance_status.status says compliant, compliance_state says incomplete',
    ],
  ])('that contradict each other are named, with what each says: %s', (_, reasonsNow, message) => {
    const reasons = reasonsNow();
    expect(told(reasons)).toEqual(['contradictory-answer unknown']);
    expect(reasons[0]?.message).toContain(message);
  });

  it('in a state that we do not know are named, with the state', () => {
    const status = reasonsOf('PENDING', { compliance_state: 'COMPLIANT' });
    expect(told(status)).toEqual(['unknown-state unknown']);
    expect(status[0]?.message).toContain('compliance_status.status is "PENDING"');
    const state = reasonsOf('COMPLIANT', { compliance_state: 'HELD' });
    expect(told(state)).toEqual(['unknown-state unknown']);
    expect(state[0]?.message).toContain('compliance_state is "HELD"');
  });

  it('say no without a row that does, and not once more beside a row that does', () => {
    const silent = reasonsOf('NON-COMPLIANT');
    expect(told(silent)).toEqual(['trail-non-compliant non-compliant']);
    expect(silent[0]?.message).toContain('none of its rows says why');
    const red = trail([row('unit', { is_compliant: false })], 'NON-COMPLIANT');
    expect(told(decideOn(red).reasons)).toEqual(['failing non-compliant']);
    // A name that is missing is no reason for a red trail.
    const absent = trail([row('unit', missing)], 'NON-COMPLIANT');
    expect(told(decideOn(absent).reasons)).toEqual(['missing incomplete', 'trail-non-compliant non-compliant']);
  });

  it('say incomplete without a row that does, and not once more beside any reason', () => {
    const silent = reasonsOf('INCOMPLETE');
    expect(told(silent)).toEqual(['trail-incomplete incomplete']);
    expect(silent[0]?.message).toContain('none of its rows says what is missing');
    expect(told(decideOn(trail([row('unit', missing)], 'INCOMPLETE')).reasons)).toEqual(['missing incomplete']);
  });
});

it('a trail that was decided as a no, and is a yes by what is asked now, contradicts itself', () => {
  const current = { ...trail(green).compliance_status, template_version: 2 };
  const [reason] = reasonsOf('NON-COMPLIANT', { current, template_version: 1 }).filter(({ code }) => code === 'contradictory-answer');
  expect(reason?.message).toBe('The trail contradicts itself: it was decided as non-compliant, and is compliant by what is asked now');
});

describe('the fields of an artifact', () => {
  const image = (facts: Partial<ArtifactStatus>): { artifacts_statuses: { image: ArtifactStatus } } => ({
    artifacts_statuses: { image: { status: 'COMPLIANT', is_compliant: true, attestations_statuses: [row('scan')], ...facts } },
  });

  it('that say yes, or leave the flag out, give no reason', () => {
    expect(reasonsOf('COMPLIANT', {}, image({}))).toEqual([]);
    const withoutFlag = { status: 'COMPLIANT', attestations_statuses: [row('scan')] };
    expect(reasonsOf('COMPLIANT', {}, { artifacts_statuses: { image: withoutFlag } })).toEqual([]);
  });

  it.each([
    [{ status: 'NON-COMPLIANT', is_compliant: false }, 'trail-non-compliant non-compliant image', 'artifact image is not compliant'],
    [{ status: 'NON-COMPLIANT', is_compliant: null }, 'trail-non-compliant non-compliant image', 'artifact image is not compliant'],
    [{ status: 'INCOMPLETE', is_compliant: false }, 'trail-incomplete incomplete image', 'artifact image is incomplete'],
    [{ status: 'QUARANTINED' }, 'unknown-state unknown image', 'image is in a state that we do not know: "QUARANTINED"'],
    [{ is_compliant: false }, 'contradictory-answer unknown image', 'status COMPLIANT, is_compliant false'],
    [{ is_compliant: null }, 'contradictory-answer unknown image', 'status COMPLIANT, is_compliant null'],
    [{ status: 'INCOMPLETE', is_compliant: true }, 'contradictory-answer unknown image', 'status INCOMPLETE, is_compliant true'],
  ])('speak for it under its name, whatever the trail says: %o', (facts, reason, message) => {
    const reasons = reasonsOf('COMPLIANT', {}, image(facts));
    expect(told(reasons)).toEqual([reason]);
    expect(reasons[0]?.message).toContain(message);
    // The trail's own fields are looked at as well.
    expect(told(reasonsOf('PENDING', {}, image(facts)))).toEqual([reason, 'unknown-state unknown']);
    expect(told(reasonsOf('COMPLIANT', { is_compliant: false }, image(facts)))).toEqual([reason, 'contradictory-answer unknown']);
    expect(told(reasonsOf('NON-COMPLIANT', {}, image(facts)))).toEqual([reason, 'trail-non-compliant non-compliant']);
  });

  it('that say no are not one reason more next to a row of the artifact or of the trail that says why', () => {
    const red = row('unit', { is_compliant: false });
    const ofImage = image({ status: 'NON-COMPLIANT', is_compliant: false, attestations_statuses: [red] });
    expect(told(reasonsOf('NON-COMPLIANT', {}, ofImage))).toEqual(['failing non-compliant']);
    const silent = image({ status: 'NON-COMPLIANT', is_compliant: false });
    expect(told(reasonsOf('NON-COMPLIANT', {}, { ...silent, attestations_statuses: [red] }))).toEqual(['failing non-compliant']);
    const both = { image: ofImage.artifacts_statuses.image, chart: silent.artifacts_statuses.image };
    expect(told(reasonsOf('NON-COMPLIANT', {}, { artifacts_statuses: both }))).toEqual([
      'failing non-compliant',
      'trail-non-compliant non-compliant chart',
    ]);
  });

  it('that say no are a reason of their own next to what is missing', () => {
    const silent = image({ status: 'NON-COMPLIANT', is_compliant: false });
    expect(told(reasonsOf('NON-COMPLIANT', {}, { ...silent, attestations_statuses: [row('lint', missing)] }))).toEqual([
      'missing incomplete',
      'trail-non-compliant non-compliant image',
      'trail-non-compliant non-compliant',
    ]);
  });

  it('that are incomplete are reason enough for an incomplete trail, and need none beside a missing row', () => {
    expect(told(reasonsOf('INCOMPLETE', {}, image({ status: 'INCOMPLETE', is_compliant: false })))).toEqual([
      'trail-incomplete incomplete image',
    ]);
    const rows = { attestations_statuses: [row('scan', missing)] };
    expect(told(reasonsOf('INCOMPLETE', {}, image({ status: 'INCOMPLETE', is_compliant: false, ...rows })))).toEqual([
      'missing incomplete',
    ]);
  });

  it('of one that was not reported say no more than that it is missing, even with a flag that says yes', () => {
    for (const flag of [true, false, null]) {
      const facts = image({ status: 'MISSING', is_compliant: flag, attestations_statuses: [] });
      expect(told(reasonsOf('INCOMPLETE', {}, facts))).toEqual(['missing-artifact incomplete image']);
    }
  });
});
