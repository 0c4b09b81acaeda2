import type { Sent, Shop } from './shop.ts';

/** One run of a workflow of the documentation, and what must come of it. */
export interface Step {
  /** Name of the example. */
  readonly workflow: string;
  /** What stands in the workflow in place of what the page shows. */
  readonly instead?: Readonly<Record<string, string>>;
  /** That of the step before when left out. */
  readonly event?: (shop: Shop, before: Sent | undefined) => Sent;
  /** Projects whose tests fail; `crash` writes no file at all. */
  readonly red?: string;
  readonly attempt?: number;
  readonly token?: 'good' | 'wrong' | 'empty';
  readonly service?: 'up' | 'down';
  /** Legs that run, as act takes them: `shard:1`. All when left out. */
  readonly legs?: string;
  readonly exitCode: 0 | 1;
  /** Each job that ran: how it ended, the verdict, and the codes of the reasons; with `|` between what may be. */
  readonly jobs: Readonly<Record<string, string>>;
  /** Must stand, and must not stand, in the log; `COMMIT` is the commit of the event. */
  readonly says?: readonly string[];
  readonly saysNot?: readonly string[];
}

export interface Case {
  readonly name: string;
  /** What the template demands of the trail. */
  readonly demands?: readonly string[];
  readonly steps: readonly [Step, ...Step[]];
  /** What the service holds of the commit in the end, sorted. */
  readonly records: readonly string[];
}

const push = (shop: Shop): Sent => shop.push();
const recorded = 'passed, unknown: only-recorded';
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

export const cases: readonly Case[] = [
  {
    name: 'one step, green',
    steps: [{ workflow: 'one-step', event: push, exitCode: 0, jobs: { tests: 'passed, compliant' } }],
    records: ['unit-tests green, push 1'],
  },
  {
    name: 'one step, red, and green when it is run again',
    steps: [
      { workflow: 'one-step', event: push, red: 'unit', exitCode: 1, jobs: { tests: 'failed, non-compliant: failing' } },
      { workflow: 'one-step', attempt: 2, exitCode: 0, jobs: { tests: 'passed, compliant' } },
    ],
    records: ['unit-tests green, push 2', 'unit-tests red, push 1'],
  },
  {
    name: 'one step, whose tests crash and leave no file',
    steps: [{ workflow: 'one-step', event: push, red: 'crash', exitCode: 1, jobs: { tests: 'failed, unusable: evidence-unusable' } }],
    records: ['unit-tests red, push 1'],
  },
  {
    name: 'a pull request, green on its merge commit: the evidence is of its head',
    steps: [{ workflow: 'one-step', event: (shop) => shop.pullRequest(), exitCode: 0, jobs: { tests: 'passed, compliant' } }],
    records: ['unit-tests green, pull_request 1'],
  },
  {
    name: 'a pull request, red',
    steps: [
      {
        workflow: 'one-step',
        event: (shop) => shop.pullRequest(),
        red: 'unit',
        exitCode: 1,
        jobs: { tests: 'failed, non-compliant: failing' },
      },
    ],
    records: ['unit-tests red, pull_request 1'],
  },
  {
    name: 'a pull request of a fork, which gets no secrets',
    steps: [
      {
        workflow: 'one-step',
        event: (shop) => shop.pullRequest('mallory/app'),
        token: 'empty',
        exitCode: 1,
        jobs: { tests: 'failed, usage: missing-input' },
      },
    ],
    records: [],
  },
  {
    name: 'a merge queue',
    steps: [{ workflow: 'one-step', event: (shop) => shop.mergeGroup(), exitCode: 0, jobs: { tests: 'passed, compliant' } }],
    records: ['unit-tests green, merge_group 1'],
  },
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
        jobs: { ...allRecorded('failed, non-compliant: failing'), 'browser-tests': 'failed, unknown: only-recorded' },
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
        jobs: { ...allRecorded('failed, non-compliant: failing'), 'unit-tests {"shard":1}': 'failed, unknown: only-recorded' },
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
      // Which leg ends last, and so stands for the name on the trail, is left to chance.
      {
        workflow: 'several-jobs',
        instead: oneName,
        event: push,
        red: 'unit 1/2',
        exitCode: 1,
        jobs: {
          ...allRecorded('failed, non-compliant: failing|failed, non-compliant: failing-elsewhere'),
          'unit-tests {"shard":1}': 'failed, unknown: only-recorded',
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
  {
    name: 'a wrong token',
    steps: [
      {
        workflow: 'one-step',
        event: push,
        token: 'wrong',
        exitCode: 1,
        jobs: { tests: 'failed, unknown: not-recorded' },
        says: ['answered 401', 'Look at api-token'],
      },
    ],
    records: [],
  },
  {
    name: 'a service that is down',
    steps: [
      {
        workflow: 'one-step',
        event: push,
        service: 'down',
        exitCode: 1,
        jobs: { tests: 'failed, unknown: not-recorded' },
        says: ['Could not reach'],
      },
    ],
    records: [],
  },
];
