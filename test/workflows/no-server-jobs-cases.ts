import { push, type Case } from './case.ts';
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
