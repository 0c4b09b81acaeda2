import { describe, expect, it } from 'vitest';
import { ownReasons, type OwnEvidence } from '../../../src/gate/index.ts';
import { own, question, sha } from '../build.ts';

const reasonsOf = (facts: Partial<OwnEvidence>): ReturnType<typeof ownReasons> => ownReasons(own(facts), question);
const fault = { code: 'unavailable', message: 'POST … answered 503' };

describe('our own evidence', () => {
  it.each([{ kind: 'accepted', id: 'x', evaluated: true }, { kind: 'withheld' }, { kind: 'dry-run' }] as const)(
    'stands in the way of nothing when it is sound and %o',
    (sending) => {
      expect(reasonsOf({ sending })).toEqual([]);
    },
  );

  it('is unusable by each of its problems, with the file and the fix that the problem names', () => {
    const problems = [
      { code: 'broken-file', message: 'a.xml: cut off', file: 'a.xml', fix: 'Wait for the tests' },
      { code: 'no-files', message: 'b/*.xml: matches nothing' },
    ] as const;
    expect(reasonsOf({ problems })).toStrictEqual([
      {
        code: 'evidence-unusable',
        verdict: 'unusable',
        message: 'a.xml: cut off',
        fix: 'Wait for the tests',
        attestation: 'unit',
        file: 'a.xml',
      },
      {
        code: 'evidence-unusable',
        verdict: 'unusable',
        message: 'b/*.xml: matches nothing',
        fix: expect.stringContaining('junit-paths'),
        attestation: 'unit',
      },
    ]);
  });

  it('was not recorded when sending it failed, and why', () => {
    expect(reasonsOf({ sending: { kind: 'failed', fault: { ...fault, fix: 'Look at the token' } } })).toStrictEqual([
      {
        code: 'not-recorded',
        verdict: 'unknown',
        message: 'The evidence unit was not recorded: POST … answered 503',
        fix: 'Look at the token',
        attestation: 'unit',
      },
    ]);
    expect(reasonsOf({ sending: { kind: 'failed', fault } })[0]?.fix).toContain('Run the job again');
  });

  it('is not said to be absent when an answer was lost: it may be recorded all the same', () => {
    const [lost] = reasonsOf({ sending: { kind: 'failed', fault, unconfirmed: true } });
    expect(lost).toMatchObject({ code: 'not-recorded', verdict: 'unknown', attestation: 'unit' });
    expect(lost?.message).toContain('Nothing confirms');
    expect(lost?.message).toContain('POST … answered 503');
  });

  it('is unknown until the trail shows it evaluated, by its id where it has one', () => {
    const [named] = reasonsOf({ sending: { kind: 'accepted', id: 'record-7', evaluated: false } });
    expect(named).toMatchObject({ code: 'not-evaluated', verdict: 'unknown', attestation: 'unit' });
    expect(named?.message).toContain(`accepted unit as record-7, but trail ${sha} did not show`);
    expect(named?.fix).toContain('evaluation-timeout');
    const [nameless] = reasonsOf({ sending: { kind: 'accepted', id: undefined, evaluated: false } });
    expect(nameless?.message).toContain(`accepted unit, but trail ${sha} did not show`);
  });

  it('may be unusable and unrecorded at once: both are said', () => {
    const problems = [{ code: 'no-files', message: 'nothing there' }] as const;
    for (const [sending, code] of [
      [{ kind: 'failed', fault }, 'not-recorded'],
      [{ kind: 'accepted', id: 'x', evaluated: false }, 'not-evaluated'],
    ] as const) {
      expect(reasonsOf({ problems, sending }).map((reason) => reason.code)).toEqual(['evidence-unusable', code]);
    }
  });
});
