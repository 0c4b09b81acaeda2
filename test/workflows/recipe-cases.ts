import { push, type Case } from './case.ts';
import type { Sent, Shop } from './shop.ts';

/** The results of the jobs of `matrix` when all went well, except for these. */
const jobs = (others: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => ({
  'unit-tests {"shard":1}': 'passed',
  'unit-tests {"shard":2}': 'passed',
  evidence: 'passed, recorded',
  gate: 'passed, compliant',
  ...others,
});

const lost = { evidence: 'failed, unusable: evidence-unusable', gate: 'failed, non-compliant: failing, job-ended' };
const without = (name: string, all: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(all).filter(([job]) => job !== name));

/** Tests of a matrix, whose files other workflows record and judge. */
export const matrixCases: readonly Case[] = [
  {
    name: 'a matrix whose files are recorded together, green',
    steps: [{ workflow: 'matrix', event: push, exitCode: 0, jobs: jobs(), says: ['4 tests: 4 passed'] }],
    records: ['unit-tests green, push 1'],
  },
  {
    name: 'no stored secret: a matrix whose files are recorded and judged by the workflows without one',
    steps: [
      {
        workflow: 'matrix',
        instead: {
          'attest-tests.yml@v1': 'attest-tests-oidc.yml@v1',
          'gate.yml@v1': 'gate-oidc.yml@v1',
          '    secrets:\n      api-token: ${{ secrets.EVIDENCE_API_TOKEN }}\n': '',
        },
        event: push,
        token: 'empty',
        idTokens: 'shop',
        exitCode: 0,
        jobs: jobs(),
      },
    ],
    records: ['unit-tests green, push 1'],
  },
  {
    name: 'a matrix of a pull request: the commit is told by the API, as nothing is checked out',
    steps: [{ workflow: 'matrix', event: (shop) => shop.pullRequest(), exitCode: 0, jobs: jobs() }],
    records: ['unit-tests green, pull_request 1'],
  },
  {
    name: 'a matrix with a red shard, and green when the failed jobs are run again',
    steps: [
      {
        workflow: 'matrix',
        event: push,
        red: 'unit 1/2',
        exitCode: 1,
        jobs: jobs({ 'unit-tests {"shard":1}': 'failed', gate: 'failed, non-compliant: failing, job-ended' }),
      },
      {
        workflow: 'matrix',
        attempt: 2,
        legs: 'shard:1',
        exitCode: 0,
        jobs: without('unit-tests {"shard":2}', jobs()),
        says: ['4 tests: 4 passed'],
      },
    ],
    records: ['unit-tests green, push 2', 'unit-tests red, push 1'],
  },
  {
    name: 'a matrix with a shard that crashed before its upload, and green when the failed jobs are run again',
    steps: [
      {
        workflow: 'matrix',
        event: push,
        red: 'crash unit 1/2',
        exitCode: 1,
        jobs: jobs({ 'unit-tests {"shard":1}': 'failed', ...lost }),
        says: ['Job unit-tests failed, but the files show 2 tests and none that failed'],
      },
      { workflow: 'matrix', attempt: 2, legs: 'shard:1', exitCode: 0, jobs: without('unit-tests {"shard":2}', jobs()) },
    ],
    records: ['unit-tests green, push 2', 'unit-tests red, push 1'],
  },
  {
    name: 'a matrix with a shard that was cancelled',
    steps: [
      {
        workflow: 'matrix',
        // The engine cancels nothing: this is what GitHub would say, and the shard uploads nothing.
        instead: { 'jobs: ${{ toJSON(needs) }}': `jobs: '{"unit-tests": {"result": "cancelled", "outputs": {}}}'` },
        event: push,
        legs: 'shard:2',
        exitCode: 1,
        jobs: without('unit-tests {"shard":1}', jobs(lost)),
        says: ['Job unit-tests was cancelled, but the files show 2 tests and none that failed'],
      },
    ],
    records: ['unit-tests red, push 1'],
  },
  {
    name: 'a matrix that was skipped',
    steps: [
      {
        workflow: 'matrix',
        instead: { '  unit-tests:\n': '  unit-tests:\n    if: ${{ false }}\n' },
        event: push,
        exitCode: 1,
        // No file at all, and a job that is named.
        jobs: {
          evidence: 'failed, unusable: evidence-unusable, evidence-unusable',
          gate: 'failed, non-compliant: failing, job-ended, job-ended',
        },
        says: ['Job unit-tests was skipped'],
      },
    ],
    records: ['unit-tests red, push 1'],
  },
  {
    name: 'a matrix with a shard that uploaded nothing and says that it passed: its files are named',
    steps: [
      {
        workflow: 'matrix',
        instead: {
          'artifacts: junit-unit-*':
            'artifacts: junit-unit-*\n      junit-paths: |\n        junit-unit-1/**/*.xml\n        junit-unit-2/**/*.xml',
        },
        event: push,
        legs: 'shard:2',
        exitCode: 1,
        jobs: without('unit-tests {"shard":1}', jobs({ ...lost, evidence: 'failed, unusable: evidence-unusable, evidence-unusable' })),
        says: ['junit-unit-1/**/*.xml'],
      },
    ],
    records: ['unit-tests red, push 1'],
  },
];

const pullRequest = (shop: Shop): Sent => shop.pullRequest();

/** The recipes that the other cases do not cover. */
export const recipeCases: readonly Case[] = [
  {
    name: 'a monorepo: one project is red, and the other is none the less green',
    applies: ['monorepo'],
    steps: [
      {
        workflow: 'monorepo',
        event: push,
        red: 'api',
        exitCode: 1,
        jobs: { 'tests {"project":"api"}': 'failed, non-compliant: failing', 'tests {"project":"web"}': 'passed, compliant' },
      },
      { workflow: 'monorepo', attempt: 2, legs: 'project:api', exitCode: 0, jobs: { 'tests {"project":"api"}': 'passed, compliant' } },
    ],
    records: [
      'unit-tests green, push 1, {"project":"web"}',
      'unit-tests green, push 2, {"project":"api"}',
      'unit-tests red, push 1, {"project":"api"}',
    ],
  },
  {
    name: 'documentation only: no test runs, and the trail says why',
    steps: [
      {
        workflow: 'documentation',
        event: (shop) => shop.pullRequest('acme/app', 'docs/tea.md'),
        exitCode: 0,
        jobs: { changes: 'passed, recorded', gate: 'passed, compliant' },
      },
    ],
    records: ['documentation-only green, pull_request 1'],
  },
  {
    name: 'documentation only: a change of the program is tested',
    steps: [
      {
        workflow: 'documentation',
        event: pullRequest,
        exitCode: 0,
        jobs: { changes: 'passed', tests: 'passed', evidence: 'passed, recorded', gate: 'passed, compliant' },
      },
    ],
    records: ['unit-tests green, pull_request 1'],
  },
  {
    name: 'documentation only: a push is tested, and a red one fails until it is run again',
    steps: [
      {
        workflow: 'documentation',
        event: push,
        red: 'unit',
        exitCode: 1,
        jobs: { changes: 'passed', tests: 'failed', evidence: 'passed, recorded', gate: 'failed, non-compliant: failing, job-ended' },
      },
      {
        workflow: 'documentation',
        attempt: 2,
        exitCode: 0,
        jobs: { changes: 'passed', tests: 'passed', evidence: 'passed, recorded', gate: 'passed, compliant' },
      },
    ],
    records: ['unit-tests green, push 2', 'unit-tests red, push 1'],
  },
  {
    name: 'documentation only: in a merge queue everything is tested, whatever its last commit changes',
    steps: [
      {
        workflow: 'documentation',
        event: (shop) => shop.mergeGroup('docs/tea.md'),
        exitCode: 0,
        jobs: { changes: 'passed', tests: 'passed', evidence: 'passed, recorded', gate: 'passed, compliant' },
      },
    ],
    records: ['unit-tests green, merge_group 1'],
  },
  {
    name: 'documentation only: without the history that tells what changed, everything is tested',
    steps: [
      {
        workflow: 'documentation',
        instead: { 'fetch-depth: 0': 'fetch-depth: 1' },
        event: (shop) => shop.pullRequest('acme/app', 'docs/tea.md'),
        exitCode: 0,
        jobs: { changes: 'passed', tests: 'passed', evidence: 'passed, recorded', gate: 'passed, compliant' },
      },
    ],
    records: ['unit-tests green, pull_request 1'],
  },
  {
    name: 'documentation only: when the job that looks at the changes fails, tests are required',
    steps: [
      {
        workflow: 'documentation',
        instead: { 'fetch-depth: 0': 'fetch-depth: none' },
        event: (shop) => shop.pullRequest('acme/app', 'docs/tea.md'),
        exitCode: 1,
        jobs: { changes: 'failed', gate: 'failed, incomplete: job-ended, job-ended, trail-missing' },
      },
    ],
    records: [],
  },
  {
    name: 'a merge queue with slow tests: a pull request does without them',
    steps: [
      {
        workflow: 'merge-queue',
        event: pullRequest,
        exitCode: 0,
        jobs: { 'unit-tests': 'passed, recorded', gate: 'passed, compliant' },
      },
    ],
    records: ['unit-tests green, pull_request 1'],
  },
  {
    name: 'a merge queue with slow tests: the queue does not',
    steps: [
      {
        workflow: 'merge-queue',
        event: (shop) => shop.mergeGroup(),
        red: 'browser',
        exitCode: 1,
        jobs: {
          'unit-tests': 'passed, recorded',
          'browser-tests': 'failed, recorded',
          gate: 'failed, non-compliant: failing',
        },
      },
      {
        workflow: 'merge-queue',
        attempt: 2,
        exitCode: 0,
        jobs: { 'unit-tests': 'passed, recorded', 'browser-tests': 'passed, recorded', gate: 'passed, compliant' },
      },
    ],
    records: [
      'browser-tests green, merge_group 2',
      'browser-tests red, merge_group 1',
      'unit-tests green, merge_group 1',
      'unit-tests green, merge_group 2',
    ],
  },
  {
    name: 'a commit status, of a pull request and of a merge queue, red and run again',
    steps: [
      {
        workflow: 'status',
        event: pullRequest,
        exitCode: 0,
        jobs: { 'unit-tests': 'passed, recorded', gate: 'passed, compliant' },
        statuses: ['pending', 'success'],
      },
      {
        workflow: 'status',
        event: (shop) => shop.mergeGroup(),
        red: 'unit',
        exitCode: 1,
        jobs: { 'unit-tests': 'failed, recorded', gate: 'failed, non-compliant: failing' },
        statuses: ['pending', 'failure'],
      },
      {
        workflow: 'status',
        attempt: 2,
        exitCode: 0,
        jobs: { 'unit-tests': 'passed, recorded', gate: 'passed, compliant' },
        statuses: ['failure', 'success'],
      },
    ],
    records: ['unit-tests green, merge_group 2', 'unit-tests red, merge_group 1'],
  },
  {
    name: 'a verdict that another job signs, a yes and a no',
    steps: [
      {
        workflow: 'signed',
        event: push,
        exitCode: 0,
        jobs: { 'unit-tests': 'passed, recorded', gate: 'passed, compliant' },
        says: [
          'Subject git cat-file commit COMMIT sha256:',
          '"verificationResult":"PASSED"',
          'Artifact compliance-verdict-signed has 1 files',
        ],
      },
      {
        workflow: 'signed',
        attempt: 2,
        red: 'unit',
        exitCode: 1,
        jobs: { 'unit-tests': 'failed, recorded', gate: 'failed, non-compliant: failing' },
        says: ['Subject git cat-file commit COMMIT sha256:', '"verificationResult":"FAILED"'],
      },
    ],
    records: ['unit-tests green, push 1', 'unit-tests red, push 2'],
  },
];
