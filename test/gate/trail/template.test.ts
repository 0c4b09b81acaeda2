import { describe, expect, it } from 'vitest';
import type { AttestationStatus, Trail } from '../../../src/contract/index.ts';
import { decideArtifact, decideCommit, type Policy, type Verdict } from '../../../src/gate/index.ts';
import { decideOn, missing, nothingMore, row, sha, trail } from '../build.ts';
import { codes } from '../judge.ts';

type Current = NonNullable<Trail['current']>;

/** The state of a trail by version 2 of the template. */
function now(rows: readonly AttestationStatus[], status = 'COMPLIANT', facts: Partial<Current> = {}): Current {
  return { ...trail(rows, status).compliance_status, template_version: 2, ...facts };
}

const unit = row('unit');
const review = row('review', missing);
const green = { ...trail([unit]), template_version: 1 };
const open = { ...trail([unit, review], 'INCOMPLETE'), template_version: 1 };
const asked = (about: Trail, policy: Partial<Policy> = {}): Verdict => decideOn(about, { policy });

describe('a template that changed', () => {
  const gained = { ...green, current: now([unit, review], 'INCOMPLETE') };
  const repaired = { ...open, current: now([unit]) };

  it('and asks for more is asked: both versions are named', () => {
    const verdict = asked(gained);
    expect(verdict.name).toBe('incomplete');
    expect(codes(verdict)).toEqual(['template-changed', 'missing']);
    expect(verdict.reasons.map(({ attestation }) => attestation)).toEqual([undefined, 'review']);
    expect(verdict.reasons[0]).toMatchObject({
      verdict: 'incomplete',
      message: `Trail ${sha} of flow shop was decided as compliant by version 1 of the template; by version 2 of the template, which flow shop has now, it is incomplete`,
    });
    expect(verdict.reasons[0]?.fix).toContain('template: decided');
  });

  it('and is repaired is a yes, with a notice that names both versions', () => {
    const verdict = asked(repaired);
    expect([verdict.name, verdict.rows.map(({ attestation }) => attestation)]).toEqual(['compliant', ['unit']]);
    expect(verdict.notices).toEqual([
      `template-changed: Trail ${sha} of flow shop was decided as incomplete by version 1 of the template; by version 2 of the template, which flow shop has now, it is compliant`,
    ]);
  });

  it('and says the same is worth no word', () => {
    expect(asked({ ...green, current: now([unit]) })).toMatchObject({ name: 'compliant', reasons: [], notices: [] });
  });

  it('did not where both have one version: what was decided is judged', () => {
    const version = { template_version: 2 };
    expect(asked({ ...open, ...version, current: now([unit]) }).name).toBe('incomplete');
    expect(asked({ ...trail([row('unit', { is_compliant: false })]), ...version, current: now([unit]) }).name).not.toBe('compliant');
  });

  it('is not asked with template: decided, and that is said', () => {
    const old = asked(gained, { template: 'decided' });
    expect(old).toMatchObject({ name: 'compliant', reasons: [] });
    expect(old.notices).toEqual([
      `template: decided: Trail ${sha} of flow shop is judged as it was decided, compliant by version 1 of the template; by version 2 of the template, which flow shop has now, it is incomplete`,
    ]);
    expect(codes(asked(repaired, { template: 'decided' }))).toEqual(['missing']);
  });

  it('does not make a red record green', () => {
    const red = row('unit', { is_compliant: false });
    expect(asked({ ...trail([red], 'NON-COMPLIANT'), current: now([red], 'NON-COMPLIANT') }).name).toBe('non-compliant');
    expect(asked({ ...trail([red], 'NON-COMPLIANT'), current: now([red]) }).name).not.toBe('compliant');
    expect(codes(asked({ ...trail([red], 'NON-COMPLIANT'), current: now([unit]) }))).toContain('contradictory-answer');
  });
});

describe('a trail with a template of its own', () => {
  const drops = { ...green, template_version: null, own_template: true, current: now([unit, review], 'INCOMPLETE') };

  it('that leaves out what the flow asks is a no that names it, with the way out', () => {
    const verdict = asked(drops);
    expect(verdict.name).toBe('incomplete');
    expect(codes(verdict)).toEqual(['own-template', 'missing']);
    const [differs, lacks] = verdict.reasons;
    expect(lacks).toMatchObject({
      attestation: 'review',
      message: "review is missing: the flow's template requires it, the trail's own template does not, and the trail has no record of it",
    });
    expect(lacks?.fix).toMatch(/attestation-name: review[^]*allow-own-template: true/);
    expect(differs?.message).toBe(
      `Trail ${sha} of flow shop was decided as compliant by its own template; by that and version 2 of the template of flow shop together it is incomplete`,
    );
    expect(verdict.notices[0]).toContain('has a template of its own: it is judged by that and by the template of flow shop together');
  });

  it('that leaves out an artifact is a no that names it', () => {
    const image = { status: 'MISSING', is_compliant: false, attestations_statuses: [] };
    const verdict = asked({ ...drops, current: now([unit], 'INCOMPLETE', { artifacts_statuses: { image } }) });
    expect(verdict.reasons[1]).toMatchObject({ code: 'missing-artifact', artifact: 'image' });
    expect(verdict.reasons[1]?.message).toContain("the trail's own template does not");
  });

  it('decides alone with allow-own-template, and that is said', () => {
    const verdict = asked(drops, { allowOwnTemplate: true });
    expect(verdict).toMatchObject({ name: 'compliant', reasons: [] });
    expect(verdict.notices).toEqual([
      `allow-own-template: true: Trail ${sha} of flow shop is judged by its own template alone, and what the template of flow shop asks for was not asked`,
    ]);
  });

  it('that asks for more is asked too', () => {
    const more = { ...open, own_template: true, current: now([unit, review], 'INCOMPLETE') };
    const verdict = asked(more);
    expect(verdict.reasons).toMatchObject([{ code: 'missing', attestation: 'review' }]);
    expect(verdict.reasons[0]?.message).toContain("review is missing: the trail's own template requires it");
    expect(codes(asked(more, { allowOwnTemplate: true }))).toEqual(['missing']);
  });

  it('is judged by both with template: decided, because its own alone decided it', () => {
    const verdict = asked(drops, { template: 'decided' });
    expect([verdict.name, codes(verdict)]).toEqual(['incomplete', ['own-template', 'missing']]);
    expect(verdict.notices.at(-1)).toContain('template: decided does nothing for it');
    expect(asked(drops, { template: 'decided', allowOwnTemplate: true }).name).toBe('compliant');
  });

  it('is unknown where the service does not tell what it is by both', () => {
    const verdict = asked({ ...drops, current: null });
    expect([verdict.name, codes(verdict)]).toEqual(['unknown', ['own-template']]);
    expect(asked({ ...drops, current: null }, { allowOwnTemplate: true }).name).toBe('compliant');
  });
});

describe('a service', () => {
  it('that tells neither is judged by what was decided, with a notice', () => {
    const verdict = asked({ ...green, current: null, own_template: null });
    expect(verdict).toMatchObject({ name: 'compliant', reasons: [] });
    expect(verdict.notices).toEqual([
      `The service does not tell of trail ${sha} of flow shop what is asked of it now (current) nor whether it has a template of its own (own_template): what was decided last is judged`,
    ]);
    expect(asked({ ...open, current: null, own_template: null }).name).toBe('incomplete');
  });

  it('that does not tell whether a trail has a template of its own is judged by what it tells, with a notice', () => {
    const verdict = asked({ ...green, current: now([unit]), own_template: null });
    expect([verdict.name, verdict.notices]).toEqual([
      'compliant',
      [
        `The service does not tell of trail ${sha} of flow shop whether it has a template of its own (own_template): its flow is asked alone`,
      ],
    ]);
  });

  it.each([
    ['is in a state that we do not know', now([unit], 'PENDING'), 'unknown-state', 'current.status is "PENDING"'],
    [
      'contradicts itself',
      now([unit], 'COMPLIANT', { is_compliant: false }),
      'contradictory-answer',
      'current.status says compliant, current.is_compliant says non-compliant',
    ],
  ])('whose answer of now %s is unknown, whatever was decided', (_, current, code, message) => {
    const verdict = asked({ ...green, current });
    expect([verdict.name, codes(verdict)]).toEqual(['unknown', [code]]);
    expect(verdict.reasons[0]?.message).toContain(message);
  });

  it.each([
    ['contradicts itself', { compliance_state: 'INCOMPLETE' }],
    ['is in a state that we do not know', { compliance_status: { ...green.compliance_status, status: 'HELD' } }],
  ])('whose decision %s is unknown, whatever is told of now', (_, facts) => {
    expect(asked({ ...green, current: now([unit]), ...facts }).name).toBe('unknown');
  });

  it('that tells a state of now without rows takes a yes away, and gives none for rows that are missing', () => {
    const verdict = asked({ ...green, current: { status: 'INCOMPLETE', template_version: 2 } });
    expect([verdict.name, codes(verdict)]).toEqual(['incomplete', ['template-changed', 'trail-incomplete']]);
    expect(asked({ ...open, current: { status: 'COMPLIANT', template_version: 2 } }).name).toBe('incomplete');
  });

  it('may name its versions, or not', () => {
    const named = asked({ ...open, template_version: 'a', current: now([unit], 'COMPLIANT', { template_version: null }) });
    expect(named.notices[0]).toContain('by version a of the template; by the template of now, which');
  });
});

const fingerprint = 'ab'.repeat(32);
const more = { status: 'INCOMPLETE', template_version: 2 };
const fewer = { status: 'COMPLIANT', template_version: 2 };

/** The verdict on an artifact, and on a commit that has it alone. */
function ofArtifact(state: string, told: object, policy: Partial<Policy> = {}): readonly Verdict[] {
  const where = { org: 'acme', flow: 'shop' };
  const artifact = { fingerprint, state, trail_name: 't1', template_version: 1, own_template: false, ...told };
  const found = { fingerprint, compliance_state: state, flow: 'shop', trail: 't1', template_version: 1, own_template: false, ...told };
  const records = { kind: 'records', records: [] } as const;
  const behind = { question: { subject: 'trail', ...where, trail: 't1', commit: sha }, verdict: asked(trail([unit])) } as const;
  const search = { kind: 'found', result: { artifacts: [found], resolved_to: { type: 'commit', full_match: sha } } } as const;
  return [
    decideArtifact(
      {
        question: { subject: 'artifact', ...where, fingerprint, approvedFor: undefined },
        answer: { kind: 'artifacts', artifacts: [artifact] },
        trails: [],
        approvals: undefined,
        reports: undefined,
      },
      { ...nothingMore, ...policy },
    ),
    decideCommit(
      { question: { subject: 'commit', ...where, commit: sha }, found: { search, records }, trails: [behind] },
      { ...nothingMore, ...policy },
    ),
  ];
}

describe('an artifact', () => {
  it.each([
    ['of which more is asked now', 'COMPLIANT', { current: more }, {}, ['template-changed', 'artifact-incomplete']],
    ['whose template is repaired', 'INCOMPLETE', { current: fewer }, {}, []],
    ['of which more is asked now, as it was decided', 'COMPLIANT', { current: more }, { template: 'decided' }, []],
    [
      'on a trail whose own template leaves something out',
      'COMPLIANT',
      { own_template: true, current: more },
      {},
      ['own-template', 'artifact-incomplete'],
    ],
    ['on a trail whose own template may decide alone', 'COMPLIANT', { own_template: true, current: more }, { allowOwnTemplate: true }, []],
    ['of which its service tells no more than its own template', 'COMPLIANT', { own_template: true }, {}, ['own-template']],
    ['in a state of now that we do not know', 'COMPLIANT', { current: { status: 'ODD' } }, {}, ['unknown-state']],
    ['in a decided state that we do not know', 'ODD', { current: fewer }, {}, ['unknown-state']],
  ] as const)('%s', (_, state, told, policy, expected) => {
    for (const verdict of ofArtifact(state, told, policy)) expect(codes(verdict)).toEqual(expected);
  });

  it('of a service that does not tell of now is judged by what was decided, with a notice', () => {
    for (const verdict of ofArtifact('COMPLIANT', { own_template: null }))
      expect([verdict.name, verdict.notices]).toEqual([
        'compliant',
        [expect.stringContaining('The service does not tell of artifact abababababab on trail t1 of flow shop what is asked of it now')],
      ]);
  });
});
