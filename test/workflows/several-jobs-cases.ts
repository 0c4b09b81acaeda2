import { push, type Case } from './case.ts';

const recorded = 'passed, recorded';
/** The jobs of `several-jobs`, all recorded, and what the gate said. */
const allRecorded = (gate: string): Readonly<Record<string, string>> => ({
  'unit-tests {"shard":1}': recorded,
  'unit-tests {"shard":2}': recorded,
  'browser-tests': recorded,
  gate,
});

const oneName = { 'unit-tests-${{ matrix.shard }}': 'unit-tests', 'unit-tests-1, unit-tests-2': 'unit-tests' };
const allGreen = (event: string): readonly string[] => [
  `browser-tests green, ${event} 1`,
  `unit-tests-1 green, ${event} 1, {"shard":1}`,
  `unit-tests-2 green, ${event} 1, {"shard":2}`,
];

/** Jobs that record and one that decides, in the same workflow or in a later one. */
export const severalJobsCases: readonly Case[] = [
  {
    name: 'several jobs, all green',
    steps: [{ workflow: 'several-jobs', event: push, exitCode: 0, jobs: allRecorded('passed, compliant') }],
    records: allGreen('push'),
  },
  {
    name: 'several jobs by schedule, one of them red',
    steps: [
      {
        workflow: 'several-jobs',
        event: (shop) => shop.schedule(),
        red: 'browser',
        exitCode: 1,
        jobs: { ...allRecorded('failed, non-compliant: failing'), 'browser-tests': 'failed, recorded' },
      },
    ],
    records: allGreen('schedule').with(0, 'browser-tests red, schedule 1'),
  },
  {
    name: 'several jobs, and one more that the template demands: it is missing',
    demands: ['browser-tests', 'licence-check'],
    steps: [
      { workflow: 'several-jobs', event: push, exitCode: 1, jobs: allRecorded('failed, incomplete: missing'), says: ['licence-check'] },
    ],
    records: allGreen('push'),
  },
  {
    name: 'several jobs, one leg missing, and green when that leg is run',
    steps: [
      {
        workflow: 'several-jobs',
        event: push,
        legs: 'shard:1',
        exitCode: 1,
        jobs: { 'unit-tests {"shard":1}': recorded, 'browser-tests': recorded, gate: 'failed, incomplete: missing' },
        says: ['unit-tests-2'],
      },
      {
        workflow: 'several-jobs',
        attempt: 2,
        legs: 'shard:2',
        exitCode: 0,
        jobs: { 'unit-tests {"shard":2}': recorded, 'browser-tests': recorded, gate: 'passed, compliant' },
      },
    ],
    records: [
      'browser-tests green, push 1',
      'browser-tests green, push 2',
      'unit-tests-1 green, push 1, {"shard":1}',
      'unit-tests-2 green, push 2, {"shard":2}',
    ],
  },
  {
    name: 'a matrix with a red leg, and green when that leg is run again',
    steps: [
      {
        workflow: 'several-jobs',
        event: push,
        red: 'unit 1/2',
        exitCode: 1,
        jobs: { ...allRecorded('failed, non-compliant: failing'), 'unit-tests {"shard":1}': 'failed, recorded' },
      },
      {
        workflow: 'several-jobs',
        attempt: 2,
        legs: 'shard:1',
        exitCode: 0,
        jobs: { 'unit-tests {"shard":1}': recorded, 'browser-tests': recorded, gate: 'passed, compliant' },
      },
    ],
    records: [
      'browser-tests green, push 1',
      'browser-tests green, push 2',
      'unit-tests-1 green, push 2, {"shard":1}',
      'unit-tests-1 red, push 1, {"shard":1}',
      'unit-tests-2 green, push 1, {"shard":2}',
    ],
  },
  {
    name: 'a red leg of a matrix whose legs share a name, and green when that leg is run again',
    steps: [
      // Chance decides which leg ends last, and so stands for the name on the trail.
      {
        workflow: 'several-jobs',
        instead: oneName,
        event: push,
        red: 'unit 1/2',
        exitCode: 1,
        jobs: {
          ...allRecorded('failed, non-compliant: failing|failed, non-compliant: failing-elsewhere'),
          'unit-tests {"shard":1}': 'failed, recorded',
        },
      },
      {
        workflow: 'several-jobs',
        instead: oneName,
        attempt: 2,
        legs: 'shard:1',
        exitCode: 0,
        jobs: { 'unit-tests {"shard":1}': recorded, 'browser-tests': recorded, gate: 'passed, compliant' },
      },
    ],
    records: [
      'browser-tests green, push 1',
      'browser-tests green, push 2',
      'unit-tests green, push 1, {"shard":2}',
      'unit-tests green, push 2, {"shard":1}',
      'unit-tests red, push 1, {"shard":1}',
    ],
  },
  {
    name: 'a deployment of what is green, after main has moved on',
    steps: [
      { workflow: 'several-jobs', event: push, exitCode: 0, jobs: allRecorded('passed, compliant') },
      {
        workflow: 'deployment',
        event: (shop, before) => shop.workflowRun(before ?? shop.push(), 'push'),
        exitCode: 0,
        jobs: { deploy: 'passed, compliant' },
        says: ['deployed COMMIT'],
      },
    ],
    records: allGreen('push'),
  },
  {
    name: 'no deployment after a run that did not end well, though all that it recorded is green',
    steps: [
      { workflow: 'several-jobs', event: push, exitCode: 0, jobs: allRecorded('passed, compliant') },
      {
        workflow: 'deployment',
        event: (shop, before) => shop.workflowRun(before ?? shop.push(), 'push', 'failure'),
        exitCode: 0,
        jobs: {},
        saysNot: ['deployed'],
      },
    ],
    records: allGreen('push'),
  },
  {
    name: 'no deployment of what nobody tested, nor for a pull request',
    steps: [
      {
        workflow: 'deployment',
        event: (shop) => shop.workflowRun(shop.push(), 'push'),
        exitCode: 1,
        jobs: { deploy: 'failed, incomplete: trail-missing' },
        saysNot: ['deployed'],
      },
      {
        workflow: 'deployment',
        event: (shop) => shop.workflowRun(shop.push(), 'pull_request'),
        exitCode: 0,
        jobs: {},
        saysNot: ['deployed'],
      },
    ],
    records: [],
  },
  ...(['the service is down', 'the token is wrong'] as const).map((fault): Case => ({
    name: `no deployment where ${fault}`,
    steps: [
      { workflow: 'several-jobs', event: push, exitCode: 0, jobs: allRecorded('passed, compliant') },
      {
        workflow: 'deployment',
        event: (shop, before) => shop.workflowRun(before ?? shop.push(), 'push'),
        ...(fault === 'the service is down' ? { service: 'down' } : { token: 'wrong' }),
        exitCode: 1,
        jobs: { deploy: 'failed, unknown: service-failed' },
        saysNot: ['deployed'],
      },
    ],
    records: allGreen('push'),
  })),
];
