import { push, type Case } from './case.ts';
import type { Sent, Shop } from './shop.ts';

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

/** All repositories of an organization, in four jobs at once, on a GitHub whose repositories can be cloned. */
export const organizationCases: readonly Case[] = [
  {
    name: 'the audit of an organization in 4 shards, one of which is killed, or is of another plan',
    organization: true,
    steps: [
      {
        workflow: 'audit-organization',
        event: (shop) => shop.schedule(),
        exitCode: 1,
        jobs: { audit: 'failed, non-compliant' },
        says: [
          'acme: 5 repositories (1 archived and 4 in scope); 4 to audit, in 4 shards',
          '-3 has 1 files',
          'Artifact compliance-audit-organization has 4 files',
          ' open findings: acme: 6 changes',
        ],
        saysNot: ['ghs_made_'],
      },
      {
        workflow: 'audit-organization',
        run: '1658821494',
        killed: 'stock',
        exitCode: 1,
        jobs: { audit: 'failed, unknown: unknown' },
        says: [
          'Missing: shard 2 of 4: acme/stock: its part is missing',
          'audit-part --plan FILE --index 2',
          'Artifact compliance-audit-organization has 4 files',
        ],
      },
      {
        workflow: 'audit-organization',
        run: '1658821495',
        foreign: true,
        exitCode: 1,
        jobs: { audit: 'failed, usage: invalid-input' },
        says: ['part-9.json is no part of this plan: it is of the plan aaaaaaaa'],
        saysNot: ['Artifact compliance-audit-organization has'],
      },
    ],
    records: [],
  },
];

const checks = { 'checks {"check":"lint"}': recorded, 'checks {"check":"licences"}': recorded, image: recorded };
const pull =
  (product: string) =>
  (shop: Shop): Sent =>
    shop.pullRequest('acme/app', `${product}/app.mjs`);
const legs = ['de-1', 'de-2', 'en-1', 'en-2'].map((leg) => leg.split('-'));
const legName = ([locale, shard]: readonly string[]): string => `unit-tests {"locale":"${locale}","shard":${shard}}`;
const team = {
  ...Object.fromEntries(legs.map((leg) => [legName(leg), recorded])),
  lint: recorded,
  image: recorded,
};
const teamRecords = (attempt: number): readonly string[] => [
  `lint green, push ${attempt}`,
  ...legs.map(([locale, shard]) => `unit-tests-${locale}-${shard} green, push ${attempt}, {"locale":"${locale}","shard":${shard}}`),
];

/** Recipes of a team that has more than tests. */
export const teamCases: readonly Case[] = [
  {
    name: 'what writes no JUnit: all green, and with an image',
    applies: ['other-evidence'],
    steps: [{ workflow: 'other-evidence', event: push, exitCode: 0, jobs: { ...checks, gate: 'passed, compliant' } }],
    records: ['licences green, push 1, {"check":"licences"}', 'lint green, push 1, {"check":"lint"}', 'scan green, push 1'],
  },
  {
    name: 'what writes no JUnit: the scan is red',
    applies: ['other-evidence'],
    steps: [
      {
        workflow: 'other-evidence',
        event: push,
        red: 'scan',
        exitCode: 1,
        jobs: { ...checks, image: 'failed, recorded', gate: 'failed, non-compliant: failing' },
        says: ['image.scan is not compliant'],
      },
    ],
    records: ['licences green, push 1, {"check":"licences"}', 'lint green, push 1, {"check":"lint"}', 'scan red, push 1'],
  },
  {
    name: 'a nightly run that is red does not hold back the deployment of the commit',
    applies: ['several-jobs', 'nightly'],
    steps: [
      {
        workflow: 'several-jobs',
        event: push,
        exitCode: 0,
        jobs: {
          'unit-tests {"shard":1}': recorded,
          'unit-tests {"shard":2}': recorded,
          'browser-tests': recorded,
          gate: 'passed, compliant',
        },
      },
      {
        workflow: 'nightly',
        event: (shop, before) => shop.schedule(before),
        red: 'browser',
        exitCode: 1,
        jobs: { 'browser-tests': 'failed, non-compliant: failing' },
      },
      {
        workflow: 'deployment',
        event: (shop, before) => shop.workflowRun(before ?? shop.push(), 'push'),
        exitCode: 0,
        jobs: { deploy: 'passed, compliant' },
        says: ['deployed COMMIT'],
      },
    ],
    records: [
      'browser-tests green, push 1',
      'browser-tests red, schedule 1',
      'unit-tests-1 green, push 1, {"shard":1}',
      'unit-tests-2 green, push 1, {"shard":2}',
    ],
  },
  {
    name: 'only what changed: a product that is untouched is neither tested nor asked for',
    applies: ['monorepo-changes'],
    steps: [
      {
        workflow: 'monorepo-changes',
        event: pull('api'),
        red: 'web',
        exitCode: 0,
        jobs: { changes: 'passed', api: 'passed', gate: 'passed, compliant' },
      },
    ],
    records: ['unit-tests green, pull_request 1'],
  },
  {
    name: 'only what changed: a product that changed is red',
    applies: ['monorepo-changes'],
    steps: [
      {
        workflow: 'monorepo-changes',
        event: pull('web'),
        red: 'web',
        exitCode: 1,
        jobs: { changes: 'passed', web: 'failed', gate: 'failed, non-compliant: failing, job-ended' },
      },
    ],
    records: ['unit-tests red, pull_request 1'],
  },
  {
    name: 'only what changed: a push tests all products',
    applies: ['monorepo-changes'],
    steps: [
      {
        workflow: 'monorepo-changes',
        event: push,
        exitCode: 0,
        jobs: { changes: 'passed', api: 'passed', web: 'passed', gate: 'passed, compliant' },
      },
    ],
    records: ['unit-tests green, push 1', 'unit-tests green, push 1'],
  },
  {
    name: 'a whole team: green is deployed, and once more after a red night',
    applies: ['team', 'nightly'],
    steps: [
      {
        workflow: 'team',
        event: push,
        exitCode: 0,
        jobs: { ...team, gate: 'passed, compliant', deploy: 'passed' },
        says: ['deployed COMMIT'],
      },
      {
        workflow: 'nightly',
        event: (shop, before) => shop.schedule(before),
        red: 'browser',
        exitCode: 1,
        jobs: { 'browser-tests': 'failed, non-compliant: failing' },
      },
      {
        workflow: 'team',
        event: (shop, before) => shop.push(undefined, before),
        attempt: 2,
        exitCode: 0,
        jobs: { ...team, gate: 'passed, compliant', deploy: 'passed' },
        says: ['deployed COMMIT'],
      },
    ],
    records: [...teamRecords(1), ...teamRecords(2), 'browser-tests red, schedule 1'].toSorted(),
  },
  {
    name: 'a whole team: what the linter refuses is not deployed',
    applies: ['team'],
    steps: [
      {
        workflow: 'team',
        event: push,
        red: 'lint',
        exitCode: 1,
        jobs: { ...team, lint: 'failed, recorded', gate: 'failed, non-compliant: failing' },
        saysNot: ['deployed'],
      },
    ],
    records: teamRecords(1).with(0, 'lint red, push 1'),
  },
];
