import { push, type Case, type Step } from './case.ts';

type Faulty = Pick<Step, 'instead' | 'jobs' | 'service' | 'token' | 'statuses'>;

const greenPush: Step = { workflow: 'one-step', event: (shop) => shop.push('app.mjs'), exitCode: 0, jobs: { tests: 'passed, compliant' } };

const notRecorded = 'failed, unknown: not-recorded';
const notAsked = 'failed, unknown: service-failed, job-ended';
const missing = 'failed, incomplete: missing';
const more = { 'required-attestations: unit-tests': 'required-attestations: licence-check, unit-tests' };

/** The outcome of the recipes when the service is down, the token wrong and the trail incomplete. No gate says yes. */
const recipes: readonly {
  readonly workflow: string;
  readonly applies?: Case['applies'];
  /** A push, unless said otherwise. */
  readonly event?: Step['event'];
  readonly unanswered: Faulty['jobs'];
  readonly unansweredStatuses?: Faulty['statuses'];
  readonly incomplete: Faulty;
  readonly records: readonly string[];
}[] = [
  {
    workflow: 'matrix',
    unanswered: { 'unit-tests {"shard":1}': 'passed', 'unit-tests {"shard":2}': 'passed', evidence: notRecorded, gate: notAsked },
    incomplete: {
      instead: more,
      jobs: { 'unit-tests {"shard":1}': 'passed', 'unit-tests {"shard":2}': 'passed', evidence: 'passed, recorded', gate: missing },
    },
    records: ['unit-tests green, push 1'],
  },
  {
    workflow: 'several-jobs',
    unanswered: {
      'unit-tests {"shard":1}': notRecorded,
      'unit-tests {"shard":2}': notRecorded,
      'browser-tests': notRecorded,
      gate: notAsked,
    },
    incomplete: {
      instead: { 'required-attestations: unit-tests-1': 'required-attestations: licence-check, unit-tests-1' },
      jobs: {
        'unit-tests {"shard":1}': 'passed, recorded',
        'unit-tests {"shard":2}': 'passed, recorded',
        'browser-tests': 'passed, recorded',
        gate: missing,
      },
    },
    records: ['browser-tests green, push 1', 'unit-tests-1 green, push 1, {"shard":1}', 'unit-tests-2 green, push 1, {"shard":2}'],
  },
  {
    workflow: 'monorepo',
    applies: ['monorepo'],
    unanswered: { 'tests {"project":"api"}': notRecorded, 'tests {"project":"web"}': notRecorded },
    incomplete: { instead: more, jobs: { 'tests {"project":"api"}': missing, 'tests {"project":"web"}': missing } },
    records: ['unit-tests green, push 1, {"project":"api"}', 'unit-tests green, push 1, {"project":"web"}'],
  },
  {
    workflow: 'documentation',
    unanswered: { changes: 'passed', tests: 'passed', evidence: notRecorded, gate: notAsked },
    incomplete: {
      instead: { "|| 'unit-tests' }}": "|| 'unit-tests,licence-check' }}" },
      jobs: { changes: 'passed', tests: 'passed', evidence: 'passed, recorded', gate: missing },
    },
    records: ['unit-tests green, push 1'],
  },
  {
    workflow: 'merge-queue',
    event: (shop) => shop.pullRequest(),
    unanswered: { 'unit-tests': notRecorded, gate: notAsked },
    incomplete: {
      instead: { "|| 'unit-tests' }}": "|| 'unit-tests,licence-check' }}" },
      jobs: { 'unit-tests': 'passed, recorded', gate: missing },
    },
    records: ['unit-tests green, pull_request 1'],
  },
  {
    workflow: 'status',
    unanswered: { 'unit-tests': notRecorded, gate: notAsked },
    unansweredStatuses: ['pending', 'error'],
    incomplete: { instead: more, jobs: { 'unit-tests': 'passed, recorded', gate: missing }, statuses: ['pending', 'failure'] },
    records: ['unit-tests green, push 1'],
  },
];

export const faultCases: readonly Case[] = recipes.flatMap(
  ({ applies = [], event = push, incomplete, records, unanswered, unansweredStatuses, workflow }) => {
    const step = (faulty: Faulty): readonly [Step] => [{ workflow, event, exitCode: 1, ...faulty }];
    const silent = { jobs: unanswered, ...(unansweredStatuses === undefined ? {} : { statuses: unansweredStatuses }) };
    return [
      { name: `${workflow}, and the service is down`, applies, steps: step({ ...silent, service: 'down' }), records: [] },
      { name: `${workflow}, and the token is wrong`, applies, steps: step({ ...silent, token: 'wrong' }), records: [] },
      { name: `${workflow}, and the trail is incomplete`, applies, steps: step(incomplete), records },
    ];
  },
);

/** Makes the second Monday, on the same day, look at the change of the first one again. */
const sinceThreeDays = `since: "${new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)}"`;

/** Each Monday, without anybody who waits for it: the reports are there whatever the result. */
export const auditCases: readonly Case[] = [
  {
    name: 'the audits of two Mondays: what nobody tested, and what was tested too late, with one issue, and later one for each',
    audited: true,
    steps: [
      {
        workflow: 'audit',
        event: (shop) => shop.schedule(),
        lands: 'reviewed',
        exitCode: 1,
        jobs: { audit: 'failed, non-compliant: change-without-trail', issues: 'passed, recorded' },
        says: ['Artifact compliance-audit has 11 files', 'this audit knows of none before it', 'Issues: 1 opened, 0 updated, 0 closed'],
        issues: ['open'],
      },
      { workflow: 'one-step', event: (shop, before) => shop.push(undefined, before), exitCode: 0, jobs: { tests: 'passed, compliant' } },
      {
        workflow: 'audit',
        instead: { 'fail-on-severity: high': sinceThreeDays },
        event: (shop, before) => shop.schedule(before),
        run: '1658821494',
        exitCode: 0,
        jobs: { audit: 'passed, audited: evidence-after-merge', issues: 'passed, recorded' },
        says: ['The audit before is that of', '; 1 fixed', 'Issues: 0 opened, 1 updated, 0 closed'],
        issues: ['open'],
      },
      {
        workflow: 'audit',
        instead: { 'issues: one': 'issues: each', 'fail-on-severity: high': sinceThreeDays },
        run: '1658821495',
        exitCode: 0,
        jobs: { audit: 'passed, audited: evidence-after-merge', issues: 'passed, recorded' },
        says: ['Issues: 1 opened, 0 updated, 1 closed'],
        issues: ['closed', 'open'],
      },
    ],
    records: ['unit-tests green, push 1'],
  },
  {
    name: 'the audit of a Monday, of a change that was tested and reviewed',
    audited: true,
    steps: [
      greenPush,
      {
        workflow: 'audit',
        event: (shop, before) => shop.schedule(before),
        lands: 'reviewed',
        exitCode: 0,
        jobs: { audit: 'passed, audited', issues: 'passed, recorded' },
        says: ['No open findings', 'Artifact compliance-audit has 11 files'],
        issues: [],
      },
    ],
    records: ['unit-tests green, push 1'],
  },
  {
    name: 'the audits of Mondays with a package, a sample and witnesses: one that holds, and one that is nowhere in the log',
    audited: true,
    steps: [
      greenPush,
      {
        workflow: 'audit-attested',
        event: (shop, before) => shop.schedule(before),
        lands: 'reviewed',
        exitCode: 0,
        jobs: { audit: 'passed, audited', attest: 'passed' },
        says: [
          'Witness: ',
          'Artifact compliance-audit has 13 files',
          'Subject head.txt sha256:',
          'Subject audit.tgz sha256:',
          'Artifact compliance-audit-attestation has 1 files',
        ],
        saysNot: ['Kept heads prove'],
      },
      {
        workflow: 'audit-attested',
        instead: { '${{ vars.EVIDENCE_HEADS }}': 'f'.repeat(64), 'sample: "25"': sinceThreeDays },
        run: '1658821494',
        exitCode: 1,
        // The head of the audit before is a witness, and holds; the one that somebody gives is of another log.
        jobs: { audit: 'failed, non-compliant: record-altered', attest: 'passed' },
        says: ['Kept heads prove records 1 to ', 'is nowhere in the log of acme', 'Subject head.txt sha256:'],
      },
    ],
    records: ['unit-tests green, push 1'],
  },
  {
    name: 'the audit of a Monday by GitHub’s checks alone: nothing says which of them a change owes',
    audited: true,
    steps: [
      {
        workflow: 'audit-github',
        event: (shop) => shop.schedule(),
        lands: 'reviewed',
        exitCode: 1,
        jobs: { audit: 'failed, unknown: unknown, gate-not-required' },
        says: [
          'Nothing says which checks a change owes',
          'GitHub’s checks; no evidence service was asked',
          'Artifact compliance-audit has 11 files',
        ],
      },
    ],
    records: [],
  },
  {
    name: 'the audit of a Monday, with the service down, a token that is wrong, and GitHub at its rate limit',
    audited: true,
    steps: [
      {
        workflow: 'audit',
        event: (shop) => shop.schedule(),
        lands: 'reviewed',
        service: 'down',
        exitCode: 1,
        jobs: { audit: 'failed, unknown: unknown', issues: 'passed, recorded' },
        says: ['Could not reach', 'Artifact compliance-audit has 11 files'],
      },
      {
        workflow: 'audit',
        token: 'wrong',
        run: '1658821494',
        exitCode: 1,
        jobs: { audit: 'failed, unknown: unknown', issues: 'passed, recorded' },
        says: ['answered 401', 'Artifact compliance-audit has 11 files'],
      },
      {
        workflow: 'audit',
        limited: true,
        run: '1658821495',
        exitCode: 1,
        // The reading of the run before, and each question of the audit that GitHub did not answer.
        jobs: { audit: 'failed, unknown: unknown …', issues: 'failed, unknown: rate-limited' },
        says: ['rate limit', 'Artifact compliance-audit has 11 files'],
      },
    ],
    records: [],
  },
];
