import { describe, expect, it } from 'vitest';
import type { AttestationRecord } from '../../../src/contract/index.ts';
import { sentReasons, type OwnEvidence } from '../../../src/gate/index.ts';
import { decideOn, record, row, run, trail } from '../build.ts';

/** The trail calls `unit` compliant; what do the records behind the name say? */
function behind(...records: readonly AttestationRecord[]): ReturnType<typeof decideOn> {
  return decideOn(trail([row('unit', { attestation_id: records.at(-1)?.attestation_id ?? null })]), { records: { unit: records } });
}

const unit = (isCompliant: boolean, facts: Readonly<Record<string, unknown>>): AttestationRecord =>
  record('unit', isCompliant, { user_data: run(facts) });

describe('a record that a run without secrets claimed', () => {
  it('is said to be a claim, where a yes rests on it', () => {
    const verdict = behind(unit(true, { claimed_by: 'fork' }));
    expect(verdict.name).toBe('compliant');
    expect(verdict.notices.join()).toContain('unit is what the run of a fork says of itself');
    expect(behind(unit(true, {})).notices.join()).not.toContain('says of itself');
  });

  it('replaces no record of a run that had the secrets', () => {
    const seen = unit(false, { run_id: '1' });
    expect(behind(seen, unit(true, { run_id: '2', claimed_by: 'fork' })).name).toBe('non-compliant');
    expect(behind(seen, unit(true, { run_id: '2' })).name).toBe('compliant');
  });

  it('is told with the run that claimed it', () => {
    const verdict = behind(unit(false, { claimed_by: 'fork' }), unit(true, { job: 'other' }));
    expect(verdict.reasons[0]?.message).toContain('(claimed by a fork)');
  });
});

describe('runs that may be of either of several pull requests', () => {
  it('replace each other never, but a re-run replaces its own', () => {
    const either = (isCompliant: boolean, facts: Readonly<Record<string, unknown>>): AttestationRecord =>
      unit(isCompliant, { pull_requests: [7, 9], ...facts });
    const red = either(false, { run_id: '1' });
    expect(behind(red, either(true, { run_id: '2' })).name).toBe('non-compliant');
    expect(behind(red, either(true, { run_id: '1', run_attempt: '2' })).name).toBe('compliant');
  });
});

describe('failed tests of one of several pieces of evidence', () => {
  const own = (facts: Partial<OwnEvidence> = {}): OwnEvidence => ({
    name: 'unit',
    failed: 2,
    problems: [],
    sending: { kind: 'accepted', id: 'ours', evaluated: true },
    ...facts,
  });
  const green = { kind: 'trail', trail: trail([row('unit', { attestation_id: 'ours' })]) } as const;

  it('say no where the trail calls them compliant, and nothing else has said so', () => {
    const [reason] = sentReasons(own(), green, []);
    expect(reason).toMatchObject({ code: 'sent-failing', verdict: 'non-compliant', attestation: 'unit' });
    expect(sentReasons(own(), green, reason === undefined ? [] : [reason])).toEqual([]);
  });

  it('say no where they were not sent', () => {
    const dry = own({ sending: { kind: 'dry-run' } });
    expect(sentReasons(dry, { kind: 'no-trail' }, [])).toMatchObject([{ code: 'sent-failing' }]);
    expect(sentReasons(own({ failed: 0, sending: { kind: 'dry-run' } }), { kind: 'no-trail' }, [])).toEqual([]);
  });

  it('say nothing where an override names their record', () => {
    const overridden = trail([row('unit', { attestation_id: 'override', overridden_attestation_id: 'ours' })]);
    expect(sentReasons(own(), { kind: 'trail', trail: overridden }, [])).toEqual([]);
  });
});
