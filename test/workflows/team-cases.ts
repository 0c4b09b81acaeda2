import { push, type Case } from './case.ts';
import type { Sent, Shop } from './shop.ts';

const recorded = 'passed, recorded';
const checks = { 'checks {"check":"lint"}': recorded, 'checks {"check":"licences"}': recorded, image: recorded };
const pull =
  (product: string) =>
  (shop: Shop): Sent =>
    shop.pullRequest('acme/app', `${product}/app.mjs`);
const legs = ['de-1', 'de-2', 'en-1', 'en-2'].map((leg) => leg.split('-'));
const legName = ([locale, shard]: readonly string[]): string => `unit-tests {"locale":"${locale}","shard":${shard}}`;
const team = { ...Object.fromEntries(legs.map((leg) => [legName(leg), recorded])), lint: recorded, image: recorded };
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
