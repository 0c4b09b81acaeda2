import { push, type Case } from './case.ts';
import type { Sent, Shop } from './shop.ts';

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
];
