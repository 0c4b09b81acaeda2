import { describe, expect, it } from 'vitest';
import type { Artifact } from '../../../src/contract/index.ts';
import {
  decideArtifact,
  type ArtifactEvidence,
  type ArtifactQuestion,
  type Policy,
  type Reason,
  type TrailVerdict,
  type Verdict,
  type VerdictRow,
} from '../../../src/gate/index.ts';
import { nothingMore, sha, withFacts, type Facts } from '../build.ts';

const fingerprint = 'ab'.repeat(32);
const question: ArtifactQuestion = { subject: 'artifact', org: 'acme', flow: 'shop', fingerprint, approvedFor: undefined };
const fault = { code: 'unavailable', message: 'the service answered 503' };
const again = 'Run the job again; if it happens again, look at the service';
const report = `Report it in the job that builds it, and let that job run before this one (needs: …):

- uses: <owner>/compliance-evidence@v1
  with:
    command: artifact-report
    base-url: \${{ vars.EVIDENCE_BASE_URL }}
    api-token: \${{ secrets.EVIDENCE_API_TOKEN }}
    org: acme
    flow: shop
    artifact-path: <the file or directory>`;

/** An artifact that is compliant on trail t1, by the present template of its flow, unless said otherwise. */
function artifact(facts: Facts<Artifact> = {}): Artifact {
  const current = { status: 'COMPLIANT', template_version: 1 };
  const one = { fingerprint, state: 'COMPLIANT', trail_name: 't1', git_commit: sha, template_version: 1, own_template: false, current };
  return withFacts<Artifact>(one, facts);
}

function decided(artifacts: readonly Artifact[], more: Partial<ArtifactEvidence> = {}, policy: Partial<Policy> = {}): Verdict {
  return decideArtifact(
    { question, answer: { kind: 'artifacts', artifacts }, trails: [], approvals: undefined, reports: undefined, ...more },
    { ...nothingMore, ...policy },
  );
}

const missing: Reason = {
  code: 'artifact-missing',
  verdict: 'incomplete',
  artifact: fingerprint,
  message: `Flow shop has no artifact with the fingerprint ${fingerprint}`,
  fix: `Look at fingerprint and flow. ${report}`,
};
const withoutTrail: Reason = {
  code: 'trail-untold',
  verdict: 'unknown',
  artifact: fingerprint,
  message: 'Artifact abababababab was reported in flow shop without a trail, so nothing decides it',
  fix: `Report it on a trail, as a step of a workflow does. Look at fingerprint and flow. ${report}`,
};
const red = (trail: string): Reason => ({
  artifact: fingerprint,
  trail,
  flow: 'shop',
  code: 'artifact-non-compliant',
  verdict: 'non-compliant',
  message: `Artifact abababababab on trail ${trail} of flow shop is not compliant`,
  fix: 'Look at its evidence in the service, fix what failed, and record it again',
});
const unread = (message: string, fix: string): Reason => ({
  code: 'service-failed',
  verdict: 'unknown',
  artifact: fingerprint,
  message,
  fix,
});
const unapproved: Reason = {
  code: 'approval-missing',
  verdict: 'incomplete',
  message: 'There is no approval of artifact abababababab of flow shop',
  fix: `Let somebody decide, and report it: compliance-evidence approval report --org acme --flow shop --fingerprint ${fingerprint} --approved-by NAME`,
};
const mustBe = { question: { ...question, approvedFor: null }, approvals: { kind: 'approvals', approvals: [] } } as const;
const failing: Reason = { code: 'failing', verdict: 'non-compliant', message: 'unit is not compliant', fix: 'Fix it' };
const line: VerdictRow = { attestation: 'unit', type: 'junit', state: 'compliant', requiredBy: [], groups: 1, since: 1, url: undefined };

function behind(trail: string, facts: Partial<Verdict> = {}): TrailVerdict {
  return {
    question: { subject: 'trail', org: 'acme', flow: 'shop', trail, commit: sha },
    verdict: { name: 'compliant', reasons: [], notices: [], rows: [line], ...facts },
  };
}

describe('an artifact', () => {
  it('that is compliant wherever it was reported passes, with the rows and notices of its trails', () => {
    const trails = [behind('t1', { notices: ['unit was recorded twice'] }), behind('t2')];
    expect(decided([artifact(), artifact({ trail_name: 't2' })], { trails })).toStrictEqual({
      name: 'compliant',
      reasons: [],
      notices: ['Trail t1 of flow shop: unit was recorded twice'],
      rows: [
        { ...line, trail: 't1', flow: 'shop' },
        { ...line, trail: 't2', flow: 'shop' },
      ],
    });
  });

  it('that the flow does not have is missing', () => {
    expect(decided([])).toStrictEqual({ name: 'incomplete', reasons: [missing], notices: [], rows: [] });
  });

  it.each([null, undefined, ''])('is decided by nothing where its trail is %j, once for each report', (name) => {
    const bare = artifact({ trail_name: name, state: 'NON-COMPLIANT', current: null });
    expect(decided([bare])).toStrictEqual({ name: 'unknown', reasons: [withoutTrail], notices: [], rows: [] });
    expect(decided([artifact({ state: 'NON-COMPLIANT', current: null }), bare, bare]).reasons).toStrictEqual([
      withoutTrail,
      withoutTrail,
      red('t1'),
    ]);
    expect(decided([bare, artifact()])).toMatchObject({ name: 'unknown', reasons: [withoutTrail] });
  });

  it('is red on each trail where it is, with its page there', () => {
    const facts = { state: 'NON-COMPLIANT', current: null };
    const { name, reasons } = decided([
      artifact({ ...facts, html_url: 'https://evidence.example/a' }),
      artifact({ trail_name: 't2' }),
      artifact({ ...facts, trail_name: 't3' }),
    ]);
    expect([name, reasons]).toStrictEqual(['non-compliant', [{ ...red('t1'), url: 'https://evidence.example/a' }, red('t3')]]);
  });

  it.each([
    [null, 'null'],
    [undefined, 'null'],
    ['', 'null'],
    ['BLESSED', '"BLESSED"'],
  ])('in the state %j is in no yes, whatever it is now', (state, shown) => {
    for (const current of [null, { status: 'COMPLIANT', template_version: 2 }])
      expect(decided([artifact({ state, current })])).toMatchObject({
        name: 'unknown',
        reasons: [
          { code: 'unknown-state', message: `Artifact abababababab on trail t1 of flow shop is in a state that we do not know: ${shown}` },
        ],
      });
  });

  it('is judged by the template of now, or as it was decided', () => {
    const gained = artifact({ current: { status: 'INCOMPLETE', template_version: 2 } });
    expect(decided([gained]).reasons.map(({ code }) => code)).toEqual(['template-changed', 'artifact-incomplete']);
    expect(decided([gained], {}, { template: 'decided' })).toMatchObject({ name: 'compliant', reasons: [], notices: [] });
  });

  it('says only what its trail does not say', () => {
    const facts = { state: 'NON-COMPLIANT', current: null };
    const trails = [behind('t1', { name: 'non-compliant', reasons: [failing] }), behind('t2')];
    const said = { ...failing, trail: 't1', flow: 'shop', message: 'Trail t1 of flow shop: unit is not compliant' };
    expect(decided([artifact(facts), artifact({ ...facts, trail_name: 't2' })], { trails }).reasons).toStrictEqual([red('t2'), said]);
  });

  it('that is green on a red trail does not pass', () => {
    const trails = [behind('t1'), behind('t2', { name: 'non-compliant', reasons: [failing] })];
    expect(decided([artifact(), artifact({ trail_name: 't2' })], { trails }).name).toBe('non-compliant');
  });
});

describe('what could not be read', () => {
  it.each([
    [fault, again],
    [{ ...fault, fix: 'Look at the token' }, 'Look at the token'],
  ])('is unknown, with the fix that there is (%#)', (why, fix) => {
    expect(decided([], { answer: { kind: 'failed', fault: why } })).toStrictEqual({
      name: 'unknown',
      reasons: [unread('The artifacts of flow shop could not be read: the service answered 503', fix)],
      notices: [],
      rows: [],
    });
    expect(decided([artifact()], { reports: { kind: 'failed', fault: why } })).toStrictEqual({
      name: 'unknown',
      reasons: [unread('The reports of artifact abababababab in organization acme could not be read: the service answered 503', fix)],
      notices: [],
      rows: [],
    });
  });
});

describe('an approval', () => {
  it('is not asked for where none is needed, and is missing where one is', () => {
    expect(decided([artifact()], { approvals: undefined }).reasons).toEqual([]);
    expect(decided([artifact()], mustBe)).toMatchObject({ name: 'incomplete', reasons: [unapproved] });
  });

  it('that is given makes no red artifact green', () => {
    const given = {
      release_number: 1,
      state: 'APPROVED',
      target_artifact: fingerprint,
      approvals: [{ state: 'APPROVED', approved_by: 'bob' }],
    };
    const yes = { ...mustBe, approvals: { kind: 'approvals', approvals: [given] } } as const;
    expect(decided([artifact()], yes)).toMatchObject({ name: 'compliant', reasons: [] });
    expect(decided([artifact({ state: 'NON-COMPLIANT', current: null })], yes)).toMatchObject({
      name: 'non-compliant',
      reasons: [red('t1')],
    });
  });
});

it('everything that stands against a yes is said: the artifact, what is behind it, its approval, its trails', () => {
  const failed = { kind: 'failed', fault } as const;
  const trails = [behind('t9', { name: 'non-compliant', reasons: [failing] })];
  const codesOf = ({ reasons }: Verdict): readonly string[] => reasons.map(({ code }) => code);
  expect(codesOf(decided([], { ...mustBe, reports: failed, trails }))).toEqual([
    'artifact-missing',
    'service-failed',
    'approval-missing',
    'failing',
  ]);
  expect(codesOf(decided([], { ...mustBe, answer: failed, reports: failed }))).toEqual([
    'service-failed',
    'service-failed',
    'approval-missing',
  ]);
  const tree = (byte: string) => ({ user_data: { compliance_evidence: { tree: `1:${byte.repeat(32)}` } } });
  const reports = [
    { flow: 'shop', artifact: artifact(tree('aa')) },
    { flow: 'till', artifact: artifact(tree('bb')) },
  ];
  expect(codesOf(decided([], { ...mustBe, reports: { kind: 'reports', reports }, trails }))).toEqual([
    'artifact-missing',
    'other-tree',
    'approval-missing',
    'failing',
  ]);
});

it('notices tell of the directory, then of each place, then of the trails', () => {
  const untold = artifact({ current: null });
  const trails = [behind('t1', { notices: ['unit was recorded twice'] })];
  const reports = { kind: 'reports', reports: [{ flow: 'shop', artifact: artifact() }] } as const;
  expect(decided([untold, artifact({ trail_name: 't2', current: undefined })], { reports, trails })).toMatchObject({
    name: 'compliant',
    notices: [
      'Nothing tells artifact abababababab from another directory with its fingerprint: the report on trail t1 of flow shop names no tree. Report it by artifact-path; an image has none',
      'The service does not tell of artifact abababababab on trail t1 of flow shop what is asked of it now (current): what was decided last is judged',
      'The service does not tell of artifact abababababab on trail t2 of flow shop what is asked of it now (current): what was decided last is judged',
      'Trail t1 of flow shop: unit was recorded twice',
    ],
  });
});
