import { push, type Case } from './case.ts';
import { inLanguage, inMatrix } from './newcomer.ts';
import type { Sent, Shop } from './shop.ts';

const change =
  (file: string) =>
  (shop: Shop): Sent =>
    shop.pullRequest('acme/app', file);
const skippedBy = (job: string): Readonly<Record<string, string>> => ({
  [`needs: changes\n    if: \${{ needs.changes.outputs.${job} != 'false' }}`]: 'needs: changes\n    if: ${{ false }}',
});
/** The results of the jobs of a matrix when all went well, except for these. */
const shards = (others: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => ({
  'unit-tests {"shard":1}': 'passed',
  'unit-tests {"shard":2}': 'passed',
  gate: 'passed, compliant',
  ...others,
});
const projects = (others: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => ({
  changes: 'passed',
  api: 'passed',
  web: 'passed',
  gate: 'passed, compliant',
  ...others,
});
const without = (name: string, all: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(all).filter(([job]) => job !== name));

const matrix = 'no-server-matrix';
const monorepo = 'no-server-monorepo';

/** Several jobs that test, and a last one that records and decides with a service of its own. */
export const noServerJobsCases: readonly Case[] = [
  {
    name: 'a matrix without a server, green',
    steps: [{ workflow: matrix, event: push, exitCode: 0, jobs: shards(), says: ['4 tests: 4 passed'] }],
    records: [],
  },
  {
    name: 'a matrix without a server, of a fork: it needs no secret',
    steps: [{ workflow: matrix, event: (shop) => shop.pullRequest('mallory/app'), token: 'empty', exitCode: 0, jobs: shards() }],
    records: [],
  },
  {
    name: 'a matrix without a server, with a red shard, and green when the failed jobs are run again',
    steps: [
      {
        workflow: matrix,
        event: (shop) => shop.pullRequest(),
        red: 'unit 1/2',
        exitCode: 1,
        jobs: shards({ 'unit-tests {"shard":1}': 'failed', gate: 'failed, non-compliant: failing, job-ended' }),
        says: ['2 is not 1'],
      },
      {
        workflow: matrix,
        attempt: 2,
        legs: 'shard:1',
        exitCode: 0,
        jobs: without('unit-tests {"shard":2}', shards()),
        says: ['4 tests: 4 passed'],
      },
    ],
    records: [],
  },
  {
    name: 'a matrix without a server, with a shard that crashed before its upload',
    steps: [
      {
        workflow: matrix,
        event: push,
        red: 'crash unit 1/2',
        exitCode: 1,
        jobs: shards({ 'unit-tests {"shard":1}': 'failed', gate: 'failed, incomplete: job-ended' }),
        says: ['Job unit-tests failed'],
      },
    ],
    records: [],
  },
  {
    name: 'a matrix without a server, with a shard that was cancelled',
    steps: [
      {
        workflow: matrix,
        // The engine cancels nothing: this is what GitHub would say, and the shard uploads nothing.
        instead: { 'jobs: ${{ toJSON(needs) }}': `jobs: '{"unit-tests": {"result": "cancelled", "outputs": {}}}'` },
        event: push,
        legs: 'shard:2',
        exitCode: 1,
        jobs: without('unit-tests {"shard":1}', shards({ gate: 'failed, incomplete: job-ended' })),
        says: ['Job unit-tests was cancelled'],
      },
    ],
    records: [],
  },
  {
    name: 'a matrix without a server, that was skipped',
    steps: [
      {
        workflow: matrix,
        instead: { '  unit-tests:\n': '  unit-tests:\n    if: ${{ false }}\n' },
        event: push,
        exitCode: 1,
        jobs: { gate: 'failed, unusable: evidence-unusable, job-ended' },
        says: ['Job unit-tests was skipped'],
      },
    ],
    records: [],
  },
  {
    name: 'a monorepo without a server: everything is tested on a push, and a red project fails it until it is run again',
    steps: [
      {
        workflow: monorepo,
        event: push,
        red: 'web',
        exitCode: 1,
        jobs: projects({ web: 'failed', gate: 'failed, non-compliant: failing, job-ended' }),
      },
      { workflow: monorepo, attempt: 2, exitCode: 0, jobs: projects() },
    ],
    records: [],
  },
  {
    name: 'a monorepo without a server: a red project that a pull request does not touch does not block it',
    steps: [{ workflow: monorepo, event: change('api/tea.mjs'), red: 'web', exitCode: 0, jobs: without('web', projects()) }],
    records: [],
  },
  {
    name: 'a monorepo without a server: a red project that a pull request touches alone blocks it',
    steps: [
      {
        workflow: monorepo,
        event: change('web/tea.mjs'),
        red: 'web',
        exitCode: 1,
        jobs: without('api', projects({ web: 'failed', gate: 'failed, non-compliant: failing, job-ended' })),
      },
    ],
    records: [],
  },
  ...(['pullRequest', 'mergeGroup'] as const).map((event): Case => {
    const isQueued = event === 'mergeGroup';
    return {
      name: `a monorepo without a server: ${isQueued ? 'in a merge queue' : 'by what lies outside of them'} all projects are touched`,
      steps: [
        {
          workflow: monorepo,
          event: isQueued ? (shop) => shop.mergeGroup('api/tea.mjs') : change('lib/tea.mjs'),
          exitCode: 0,
          jobs: projects(),
        },
      ],
      records: [],
    };
  }),
  {
    name: 'a monorepo without a server: a project that crashed is no yes',
    steps: [
      {
        workflow: monorepo,
        event: change('lib/tea.mjs'),
        red: 'crash api',
        exitCode: 1,
        jobs: projects({ api: 'failed', gate: 'failed, non-compliant: failing, job-ended' }),
        says: ['build/junit/api/**/*.xml', 'Job api failed'],
      },
    ],
    records: [],
  },
  {
    name: 'a monorepo without a server: a job that is skipped without leave is no yes',
    steps: [
      {
        workflow: monorepo,
        instead: skippedBy('web'),
        event: change('web/tea.mjs'),
        exitCode: 1,
        jobs: without('api', without('web', projects({ gate: 'failed, non-compliant: failing, job-ended' }))),
        says: ['Job web was skipped'],
      },
    ],
    records: [],
  },
  {
    name: 'a monorepo without a server: when the job that looks at the changes fails, nothing may be skipped',
    steps: [
      {
        workflow: monorepo,
        instead: { 'fetch-depth: 0': 'fetch-depth: none' },
        event: change('api/tea.mjs'),
        exitCode: 1,
        jobs: { changes: 'failed', gate: 'failed, non-compliant: failing, failing, job-ended, job-ended' },
        says: ['Job changes failed', 'Jobs api and web were skipped'],
      },
    ],
    records: [],
  },
];

/** The results of the jobs of a matrix of three when all went well, except for these. */
const legs = (others: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(['one', 'two', 'three'].map((leg) => [`tests {"leg":"${leg}"}`, 'passed, compliant'])),
  gate: 'passed',
  ...others,
});

/** One job with a service of its own, whose records are gone when it ends. */
export const noServerCases: readonly Case[] = [
  {
    name: 'no server, green',
    steps: [
      {
        workflow: 'no-server',
        event: push,
        exitCode: 0,
        jobs: { tests: 'passed, compliant' },
        says: ['Log of the evidence service', 'The service ends: it was told to'],
      },
    ],
    records: [],
  },
  {
    name: 'no server, a pull request that is red, and green when it is run again',
    steps: [
      {
        workflow: 'no-server',
        event: (shop) => shop.pullRequest(),
        red: 'unit',
        exitCode: 1,
        jobs: { tests: 'failed, non-compliant: failing' },
      },
      { workflow: 'no-server', attempt: 2, exitCode: 0, jobs: { tests: 'passed, compliant' } },
    ],
    records: [],
  },
  ...(['Node.js', 'pytest'] as const).map((language): Case => ({
    name: `a new user with ${language}, who read the README alone: a pull request is gated`,
    of: language,
    steps: [
      {
        workflow: 'no-server',
        instead: inLanguage(language),
        event: (shop) => shop.pullRequest(),
        red: 'unit',
        exitCode: 1,
        jobs: { tests: 'failed, non-compliant: failing' },
        says: [language === 'pytest' ? 'test_a_cup_costs_2' : 'a cup costs 2'],
      },
      {
        workflow: 'no-server',
        instead: inLanguage(language),
        event: (shop) => shop.pullRequest(),
        exitCode: 0,
        jobs: { tests: 'passed, compliant' },
      },
    ],
    records: [],
  })),
  {
    name: 'a new user with a matrix, who read the README alone: one check speaks for all legs',
    of: 'Node.js',
    steps: [
      {
        workflow: 'no-server',
        instead: inMatrix('Node.js'),
        event: (shop) => shop.pullRequest(),
        red: 'two',
        exitCode: 1,
        jobs: legs({ 'tests {"leg":"two"}': 'failed, non-compliant: failing', gate: 'failed' }),
        says: ['The job tests ended with failure. Open its red legs'],
      },
      {
        workflow: 'no-server',
        instead: inMatrix('Node.js'),
        event: (shop) => shop.pullRequest(),
        exitCode: 0,
        jobs: legs(),
      },
    ],
    records: [],
  },
  {
    name: 'no server, a pull request of a fork: it needs no secret',
    steps: [
      {
        workflow: 'no-server',
        event: (shop) => shop.pullRequest('mallory/app'),
        token: 'empty',
        exitCode: 0,
        jobs: { tests: 'passed, compliant' },
      },
    ],
    records: [],
  },
  {
    name: 'no server, which did not start: the step that asks it says so, and what to look at',
    steps: [
      {
        workflow: 'no-server-flow',
        instead: { 'flow-files: flow.yml': 'flow-files: flows.yml' },
        event: push,
        exitCode: 1,
        jobs: { tests: 'failed, usage: empty-input' },
        says: [
          'The evidence service did not start',
          'flows.yml',
          'Input base-url is missing or empty, and so is api-token: the step of the service failed',
        ],
        saysNot: ['Settings, Secrets and variables'],
      },
    ],
    records: [],
  },
  {
    name: 'no server, whose step was skipped',
    steps: [
      {
        workflow: 'no-server-flow',
        instead: { 'id: service\n        if: ${{ !cancelled() }}': 'id: service\n        if: ${{ false }}' },
        event: push,
        exitCode: 1,
        jobs: { tests: 'failed, usage: empty-input' },
        says: [
          'no step before this one serves, its id is another than in the expression, it failed or was skipped, or a variable or a secret is not set',
        ],
      },
    ],
    records: [],
  },
  {
    name: 'no server, and a token that is not its own',
    steps: [
      {
        workflow: 'no-server',
        instead: { '${{ steps.service.outputs.token }}': 'nobody-issued-this-token' },
        event: push,
        exitCode: 1,
        jobs: { tests: 'failed, unknown: not-recorded' },
        says: ['answered 401'],
      },
    ],
    records: [],
  },
  {
    name: 'no server, and an attestation that nobody made',
    steps: [
      {
        workflow: 'no-server',
        instead: { 'required-attestations: unit-tests': 'required-attestations: unit-tests,licence-check' },
        event: push,
        exitCode: 1,
        jobs: { tests: 'failed, incomplete: missing' },
        says: ['licence-check'],
      },
    ],
    records: [],
  },
  {
    name: 'no server, with a flow file, green',
    steps: [{ workflow: 'no-server-flow', event: push, exitCode: 0, jobs: { tests: 'passed, compliant' } }],
    records: [],
  },
  {
    name: 'no server, with a flow file that requires what nobody made',
    steps: [
      {
        workflow: 'no-server-flow',
        instead: { 'attestation-name: unit-tests': 'attestation-name: smoke-tests' },
        event: push,
        exitCode: 1,
        jobs: { tests: 'failed, incomplete: missing' },
        says: ['unit-tests'],
      },
    ],
    records: [],
  },
];
