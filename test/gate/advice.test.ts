import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Approval } from '../../src/contract/index.ts';
import {
  decide,
  decideArtifact,
  decideCommit,
  reasons,
  withJobs,
  type Evidence,
  type ReasonCode,
  type ReportsAnswer,
  type Verdict,
} from '../../src/gate/index.ts';
import { adviceOfJob } from '../../src/action/advice-of-job.ts';
import { complaintsAbout } from '../support/advice.ts';
import { decideOn, missing, nothingMore, own, question, record, row, run, sha, trail } from './build.ts';
import { judge, ofUnit } from './judge.ts';

// Every kind of cause, as the gate really says it. The fix is there, complete, and can be pasted.

const fingerprint = 'ab'.repeat(32);
const fault = { code: 'unavailable', message: 'it answered 500', fix: 'Run the job again later' };
const other = { user_data: run(), git_commit_info: { sha1: 'e'.repeat(40) } };

const answered = (answer: Evidence['answer']): Verdict =>
  decide({ question, answer, records: new Map() }, { ...nothingMore, required: ['unit', 'image.scan'] });
const ofArtifact = (
  state: string | undefined,
  approvals?: readonly Partial<Approval>[],
  trail_name: string | null = 't1',
  reports?: ReportsAnswer,
): Verdict =>
  decideArtifact(
    {
      reports,
      question: { subject: 'artifact', org: 'acme', flow: 'shop', fingerprint, approvedFor: 'production' },
      answer: { kind: 'artifacts', artifacts: state === undefined ? [] : [{ fingerprint, state, trail_name, git_commit: sha }] },
      trails: [],
      approvals: approvals && {
        kind: 'approvals',
        approvals: approvals.map((one) => ({
          release_number: 1,
          state: 'APPROVED',
          target_artifact: fingerprint,
          environment: 'production',
          approvals: [],
          ...one,
        })),
      },
    },
    nothingMore,
  );
const withImage = (facts: object): Verdict =>
  decideOn(
    trail([row('unit')], 'INCOMPLETE', {
      artifacts_statuses: { image: { status: 'MISSING', is_compliant: false, attestations_statuses: [], ...facts } },
    }),
  );

const { compliance_status: askedMore } = trail([row('unit'), row('review', missing)], 'INCOMPLETE');

/** Situations for each code; every reason of its code is looked at. */
const situations: Readonly<Record<ReasonCode, readonly Verdict[]>> = {
  'job-ended': [
    withJobs(decideOn(trail([row('unit')])), {
      ends: ['failure', 'cancelled', 'skipped', 'odd'].map((result) => ({ name: `job-${result}`, result })),
      allowedSkips: [],
    }),
  ],
  'evidence-unusable': [decideOn(trail([row('unit')]), { own: own({ problems: [{ code: 'no-files', message: 'there are none' }] }) })],
  // The gate does not say this code: `fork-post` does.
  'claim-refused': [],
  'not-recorded': [decideOn(trail([row('unit')]), { own: own({ sending: { kind: 'failed', fault } }) })],
  'not-evaluated': [decideOn(trail([row('unit')]), { own: own({ sending: { kind: 'accepted', id: 'x', evaluated: false } }) })],
  'service-failed': [answered({ kind: 'failed', fault })],
  'records-failed': [judge({ answer: { kind: 'failed', fault } })],
  'contradictory-answer': [
    judge({ records: [ofUnit({ flow_name: 'till' })] }),
    decideOn(trail([row('unit')], 'COMPLIANT', { is_compliant: false })),
  ],
  'unknown-state': [decideOn(trail([row('unit', { status: 'ODD' })])), decideOn(trail([row('unit')], 'ODD')), ofArtifact('ODD')],
  'unknown-flow': [answered({ kind: 'no-flow' })],
  failing: [null, 'junit', 'generic', 'pull_request', 'jira', 'snyk', 'sonar', 'system:decision', 'custom:x'].map((attestation_type) =>
    decideOn(trail([row('unit', { is_compliant: false, attestation_type })], 'NON-COMPLIANT')),
  ),
  'failing-elsewhere': [
    { matrix: { os: 'linux' } },
    { job: 'e2e' },
    { event: 'pull_request', pull_request: 7 },
    { workflow: 'nightly' },
    { leg: 'a' },
  ].map((facts) =>
    judge({
      records: [
        record('unit', false, { user_data: run(facts) }),
        ofUnit({ user_data: run({ matrix: { os: 'mac' } }), created_at: 1_900_000_000 }),
      ],
    }),
  ),
  'record-failing': [judge({ records: [ofUnit({ junit_results: [{ failures: 1, errors: 0, skipped: 0, total: 1 }] })] })],
  'record-unseen': [judge({})],
  'sent-failing': [judge({ records: [ofUnit()], own: own({ failed: 1 }) })],
  'tests-untold': [judge({ records: [ofUnit({ junit_results: undefined })] })],
  'tests-not-required': [decideOn(trail([row('unit', { attestation_type: 'generic' })]), { policy: { minTests: 2 } })],
  'too-few-tests': [judge({ records: [ofUnit({ junit_results: [] })] })],
  'trail-non-compliant': [decideOn(trail([row('unit')], 'NON-COMPLIANT'))],
  'override-unclear': [
    judge({
      row: { overridden_attestation_id: 'red' },
      records: [Object.assign(ofUnit({ attestation_type: 'override' }), { reason: '\u2800' })],
    }),
  ],
  missing: [
    decideOn(trail([row('unit'), row('lint', missing), row('scan', { ...missing, attestation_type: 'snyk' })], 'INCOMPLETE'), {
      own: own(),
      policy: { required: ['image.e2e'] },
    }),
    decideOn(trail([row('unit')]), {
      own: own(),
      policy: {
        required: ['app.scan', '1st'],
        requiredTypes: new Map([
          ['app.scan', 'custom:a~b'],
          ['1st', 'snyk'],
        ]),
      },
    }),
    decideOn(trail([row('unit')]), { own: own(), policy: { required: ['1st'], requiredTypes: new Map([['1st', 'snyk']]) } }),
    decideOn({ ...trail([row('unit')]), own_template: true, current: askedMore }),
    decideOn(trail([row('unit', missing), row('a b', missing), row('odd', { ...missing, attestation_type: 'odd' })], 'INCOMPLETE')),
  ],
  'missing-artifact': [withImage({})],
  'other-commit': [
    judge({ byId: [ofUnit(other)], question: { trail: 'release' } }),
    ...(['another', 'unasked'] as const).map((kind) =>
      judge({
        records: [ofUnit()],
        question: { trail: 'e'.repeat(40) },
        policy: { isForStatus: true },
        merges: new Map([['e'.repeat(40), { kind }]]),
      }),
    ),
  ],
  'commit-untold': [judge({ byId: [ofUnit({ git_commit_info: null })], question: { trail: 'release' }, policy: { isForStatus: true } })],
  'other-pull-request': [
    judge({ records: [ofUnit({ user_data: run({ event: 'pull_request', pull_request: 1 }) })], question: { pullRequest: '2' } }),
  ],
  'trail-missing': [answered({ kind: 'no-trail' })],
  'trail-incomplete': [decideOn(trail([row('unit')], 'INCOMPLETE'))],
  'flow-without-template': [
    decideOn(trail([]), { flow: { kind: 'begun-by-evidence', others: ['till'] } }),
    decideOn(trail([]), { flow: { kind: 'begun-by-evidence', others: ['shops'] } }),
  ],
  'nothing-required': [decideOn(trail([])), decideOn(trail([row('unit', { unexpected: true })]))],
  'trail-untold': [ofArtifact('COMPLIANT', undefined, null)],
  'artifact-missing': [ofArtifact(undefined)],
  'artifact-non-compliant': [ofArtifact('NON-COMPLIANT')],
  'artifact-incomplete': [ofArtifact('INCOMPLETE')],
  'other-tree': [
    ofArtifact('COMPLIANT', undefined, 't1', {
      kind: 'reports',
      reports: ['1:aa', '1:bb'].map((tree) => ({
        flow: 'shop',
        artifact: { fingerprint, user_data: { compliance_evidence: { tree } } },
      })),
    }),
  ],
  'approval-missing': [ofArtifact('COMPLIANT', [])],
  'approval-pending': [ofArtifact('COMPLIANT', [{ state: 'PENDING' }])],
  'approval-refused': [ofArtifact('COMPLIANT', [{ state: 'UNAPPROVED' }])],
  'approval-unclear': [ofArtifact('COMPLIANT', [{ state: 'ODD' }])],
  'commit-missing': [
    decideCommit(
      {
        question: { subject: 'commit', org: 'acme', flow: undefined, commit: sha },
        found: { search: { kind: 'nothing' }, records: { kind: 'records', records: [] } },
        trails: [],
      },
      nothingMore,
    ),
  ],
  'template-changed': [decideOn({ ...trail([row('unit')]), template_version: 1, current: { ...askedMore, template_version: 2 } })],
  'own-template': [
    decideOn({ ...trail([row('unit')]), own_template: true, current: { ...askedMore, template_version: 2 } }),
    decideOn({ ...trail([row('unit')]), own_template: true, current: null }),
  ],
};

const page = readFileSync(new URL('../../docs/troubleshooting.md', import.meta.url), 'utf8');
const rows = new Map(
  [...page.matchAll(/^\| `([a-z-]+)` \| ((?:`[a-z-]+`(?:, )?)+) \| [^|]+ \| [^|]+ \|$/gm)].map(([, code, verdicts]) => [code, verdicts]),
);

it('the page gives each code the verdicts of the table', () => {
  const table = Object.entries(reasons).map(([code, verdicts]) => [code, verdicts.map((verdict) => `\`${verdict}\``).join(', ')]);
  expect(Object.fromEntries(table)).toEqual(Object.fromEntries([...rows].filter(([code = '']) => code in reasons)));
});

describe.each(Object.entries(situations))('%s', (code, verdicts) => {
  const all = verdicts.flatMap(({ reasons: causes }) => causes.filter((reason) => reason.code === code));

  it('is said in each situation, with a verdict of its row on the page', () => {
    expect(all.length).toBeGreaterThanOrEqual(verdicts.length);
    for (const { verdict } of all) expect(rows.get(code)?.split(', ')).toContain(`\`${verdict}\``);
  });

  it('ends with a fix that is a sentence to follow, not the problem again, and whose YAML the action takes', () => {
    for (const { fix, message } of all) {
      expect(fix).toMatch(/^[A-Z][^\n]{15,}/);
      expect(fix).not.toBe(message);
      expect(fix).not.toMatch(/undefined|null|\bNaN\b|\[object/);
      expect([fix, complaintsAbout(fix)]).toEqual([fix, []]);
    }
  });

  it('asks for no other job, page, file or person where the service is one of this job alone', () => {
    for (const { fix } of all) {
      const advice = adviceOfJob(fix);
      expect(advice).toMatch(/^[A-Z][^\n]{15,}/);
      expect(advice).not.toMatch(
        /\(needs: |needs: \[|wait-timeout|flow apply|in the service|look at the service|those who run it|the network|EVIDENCE_|template of the flow$|Look at (?:the|its) (?:trail|record|evidence);|compliance-evidence [a-z]/,
      );
      expect([advice, complaintsAbout(advice)]).toEqual([advice, []]);
    }
  });
});
