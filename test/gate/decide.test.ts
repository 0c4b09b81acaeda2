import { describe, expect, it } from 'vitest';
import { decide, type Evidence } from '../../src/gate/index.ts';
import { decideOn, missing, nothingMore, own, question, row, trail } from './build.ts';

const codes = (verdict: { readonly reasons: readonly { readonly code: string }[] }): readonly string[] =>
  verdict.reasons.map(({ code }) => code);

describe('decide', () => {
  it('says yes to a trail that requires something, has it, and says so in every field', () => {
    const verdict = decideOn(trail([row('unit'), row('lint')]));
    expect(verdict).toMatchObject({ name: 'compliant', reasons: [], notices: [] });
    expect(verdict.rows.map(({ attestation, state, requiredBy }) => [attestation, state, ...requiredBy])).toEqual([
      ['unit', 'compliant', 'template'],
      ['lint', 'compliant', 'template'],
    ]);
  });

  it('says no for a failing row, and since when', () => {
    const failing = row('unit', { is_compliant: false });
    const verdict = decideOn(trail([failing, row('lint')], 'NON-COMPLIANT'));
    expect(verdict.name).toBe('non-compliant');
    expect(verdict.reasons).toEqual([
      expect.objectContaining({ code: 'failing', attestation: 'unit', url: expect.stringContaining('https://') }),
    ]);
  });

  it('says no for a failing row that no template names', () => {
    const verdict = decideOn(trail([row('unit'), row('extra', { is_compliant: false, unexpected: true })], 'NON-COMPLIANT'));
    expect(codes(verdict)).toEqual(['failing']);
  });

  it('says incomplete for a missing row of the template, and shows how to record it', () => {
    const verdict = decideOn(trail([row('unit'), row('lint', missing)], 'INCOMPLETE'));
    expect(verdict.name).toBe('incomplete');
    expect(verdict.reasons).toEqual([expect.objectContaining({ code: 'missing', attestation: 'lint' })]);
    expect(verdict.reasons[0]?.fix).toContain('attestation-name: lint');
  });

  it('shows the pipeline of two kinds of job when only other names are missing', () => {
    const verdict = decideOn(trail([row('unit'), row('lint', missing)], 'INCOMPLETE'), { own: own() });
    expect(verdict.reasons[0]?.fix).toContain('command: gate');
    expect(verdict.reasons[0]?.fix).toContain('needs: [<this job>, <the job that records lint>]');
  });

  it('says incomplete for a name that the caller requires and the trail lacks, though the trail says yes', () => {
    const verdict = decideOn(trail([row('unit')]), { policy: { required: ['unit', 'security'] } });
    expect(verdict.name).toBe('incomplete');
    expect(verdict.reasons[0]).toMatchObject({ code: 'missing', attestation: 'security' });
    expect(verdict.reasons[0]?.message).toContain('required-attestations');
  });

  it.each([
    ['an empty trail', []],
    ['a trail with evidence that its flow does not require', [row('unit', { unexpected: true })]],
  ])('takes no yes from %s, unless the caller requires something or allows it', (_, rows) => {
    const verdict = decideOn(trail(rows));
    expect(verdict.name).toBe('incomplete');
    expect(codes(verdict)).toEqual(['nothing-required']);
    expect(decideOn(trail(rows), { policy: { allowEmptyTemplate: true } }).name).toBe('compliant');
    expect(decideOn(trail(rows), { policy: { required: ['unit'] } }).name).toBe(rows.length === 0 ? 'incomplete' : 'compliant');
  });

  it.each([
    ['is_compliant of the status', { compliance_status: { is_compliant: false } }],
    ['is_compliant of the status as null', { compliance_status: { is_compliant: null } }],
    ['is_compliant of the trail', { is_compliant: false }],
    ['compliance_state', { compliance_state: 'INCOMPLETE' }],
    ['compliance_state as a no', { compliance_state: 'NON-COMPLIANT' }],
    ['the status itself', { compliance_status: { status: 'NON-COMPLIANT' } }],
  ])('takes no yes from a trail that contradicts itself: %s', (_, facts) => {
    const yes = trail([row('unit')]);
    const verdict = decideOn({
      ...yes,
      ...facts,
      compliance_status: { ...yes.compliance_status, ...('compliance_status' in facts ? facts.compliance_status : {}) },
    });
    expect(verdict.name).toBe('unknown');
    expect(codes(verdict)).toEqual(['contradictory-answer']);
  });

  it.each(['PENDING', '', 'compliant', 'COMPLIANT '])('takes no yes from a state that we do not know: %j', (state) => {
    const yes = trail([row('unit')]);
    expect(codes(decideOn({ ...yes, compliance_state: state }))).toEqual(['unknown-state']);
    expect(codes(decideOn({ ...yes, compliance_status: { ...yes.compliance_status, status: state } }))).toContain('unknown-state');
    expect(decideOn(trail([row('unit', { status: state })])).name).toBe('unknown');
  });

  it('reads the older spellings of a no', () => {
    for (const state of ['NON_COMPLIANT', 'INCOMPLIANT']) expect(decideOn(trail([row('unit')], state)).name).toBe('non-compliant');
  });

  it('needs a reason of its own when the trail says no or incomplete and none of its rows does', () => {
    expect(codes(decideOn(trail([row('unit')], 'NON-COMPLIANT')))).toEqual(['trail-non-compliant']);
    expect(codes(decideOn(trail([row('unit')], 'INCOMPLETE')))).toEqual(['trail-incomplete']);
  });

  it('never uses what the trail said before our own record was evaluated', () => {
    for (const sending of [
      { kind: 'accepted', id: 'x', evaluated: false },
      { kind: 'accepted', id: undefined, evaluated: false },
      { kind: 'failed', fault: { code: 'unavailable', message: 'POST … answered 503' } },
    ] as const) {
      const verdict = decideOn(trail([row('unit')]), { own: own({ sending }) });
      expect(verdict.name).toBe('unknown');
      expect(verdict.rows).toEqual([]);
    }
  });

  it('says why the evaluation was not seen when the trail could not be read', () => {
    const evidence: Evidence = {
      question,
      own: own({ sending: { kind: 'accepted', id: 'x', evaluated: false } }),
      answer: { kind: 'failed', fault: { code: 'forbidden', message: 'GET … answered 403: no reader', fix: 'Look at the role' } },
      records: new Map(),
    };
    const verdict = decide(evidence, nothingMore);
    expect(verdict.name).toBe('unknown');
    expect(codes(verdict)).toEqual(['not-evaluated', 'service-failed']);
    expect(verdict.reasons[1]).toMatchObject({ message: expect.stringContaining('no reader'), fix: 'Look at the role' });
  });

  it('says unusable, a reason per problem, whatever the trail says', () => {
    const problems = [
      { code: 'broken-file', message: 'a.xml: cut off', file: 'a.xml' },
      { code: 'no-files', message: 'b/*.xml: matches nothing', fix: 'Look' },
    ] as const;
    for (const sending of [{ kind: 'withheld' }, { kind: 'dry-run' }, { kind: 'accepted', id: 'id-of-unit', evaluated: true }] as const) {
      const verdict = decideOn(trail([row('unit')]), { own: own({ problems, sending }) });
      expect(verdict.name).toBe('unusable');
      expect(codes(verdict).slice(0, 2)).toEqual(['evidence-unusable', 'evidence-unusable']);
    }
  });

  it('takes no yes for red tests that were just sent, unless an override names that very record', () => {
    const sent = own({ failed: 2 });
    expect(codes(decideOn(trail([row('unit')]), { own: sent }))).toEqual(['sent-failing']);
    const others = row('unit', { overridden_attestation_id: 'an-older-one', attestation_id: 'the-override' });
    expect(codes(decideOn(trail([others]), { own: sent }))).toEqual(['sent-failing']);
    const named = row('unit', { overridden_attestation_id: 'id-of-unit', attestation_id: 'the-override' });
    const verdict = decideOn(trail([named]), { own: sent });
    expect(verdict.name).toBe('compliant');
    expect(verdict.rows[0]?.state).toBe('overridden');
  });

  it('says nothing of red tests that were sent beside the problems that make the evidence unusable', () => {
    const problems = [{ code: 'broken-file', message: 'a.xml: cut off', file: 'a.xml' }] as const;
    const verdict = decideOn(trail([row('unit')]), { own: own({ failed: 2, problems }) });
    expect(verdict.name).toBe('unusable');
    expect(codes(verdict)).toEqual(['evidence-unusable']);
  });

  it.each([
    [{ kind: 'no-flow' }, 'unknown', 'unknown-flow', 'no flow shop'],
    [
      { kind: 'no-flow', said: 'GET x answered 404' },
      'unknown',
      'unknown-flow',
      'or base-url is not that of the service: GET x answered 404',
    ],
    [{ kind: 'no-trail', read: 42 }, 'incomplete', 'trail-missing', '42 trails were read'],
    [{ kind: 'failed', fault: { code: 'timeout', message: 'No answer in time' } }, 'unknown', 'service-failed', 'No answer in time'],
  ] as const)('without a trail to read: %o is %s', (answer, name, code, message) => {
    const verdict = decide({ question, answer, records: new Map() }, nothingMore);
    expect(verdict.name).toBe(name);
    expect(codes(verdict)).toEqual([code]);
    expect(verdict.reasons[0]?.message).toContain(message);
    expect(verdict.reasons[0]?.fix).not.toBe('');
    expect([verdict.notices, verdict.rows]).toEqual([[], []]);
  });

  it.each([{ kind: 'no-flow' }, { kind: 'no-trail' }, { kind: 'failed', fault: { code: 'timeout', message: 'late' } }] as const)(
    'names the problems of our own evidence before the trail that could not be read: %o',
    (answer) => {
      const problems = [{ code: 'no-files', message: 'nothing there' }] as const;
      const verdict = decide({ question, answer, own: own({ problems, sending: { kind: 'withheld' } }), records: new Map() }, nothingMore);
      expect(verdict.name).toBe('unusable');
      expect(codes(verdict)).toHaveLength(2);
      expect(codes(verdict)[0]).toBe('evidence-unusable');
    },
  );

  it('does not count trails that nobody had to count', () => {
    const message = (answer: Evidence['answer']): string | undefined =>
      decide({ question, answer, records: new Map() }, nothingMore).reasons[0]?.message;
    expect(message({ kind: 'no-trail' })).toContain(`no trail ${question.trail} of flow shop: nothing was recorded`);
    expect(message({ kind: 'no-trail', read: 0 })).toContain('(0 trails were read)');
  });

  it('does not doubt base-url where the service answered nothing else', () => {
    const { reasons } = decide({ question, answer: { kind: 'no-flow' }, records: new Map() }, nothingMore);
    expect(reasons[0]?.message).toBe('Organization acme has no flow shop');
  });

  it('shows how to record the names that are required on a trail that has not begun', () => {
    const policy = { ...nothingMore, required: ['scan'], requiredTypes: new Map([['scan', 'snyk']]) };
    const { reasons, rows } = decide({ question, answer: { kind: 'no-trail' }, records: new Map() }, policy);
    expect(reasons[0]?.fix).toContain('scan');
    expect(rows).toMatchObject([{ attestation: 'scan', state: 'missing' }]);
  });

  it('hands on the fix of a fault, or says one of its own', () => {
    const fix = (fault: { code: string; message: string; fix?: string }): string | undefined =>
      decide({ question, answer: { kind: 'failed', fault }, records: new Map() }, nothingMore).reasons[0]?.fix;
    expect(fix({ code: 'forbidden', message: 'no reader', fix: 'Look at the role' })).toBe('Look at the role');
    expect(fix({ code: 'timeout', message: 'late' })).toContain('Run the job again');
  });
});
