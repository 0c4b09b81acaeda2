import { push, type Case } from './case.ts';

/** One job that records and decides. */
export const oneStepCases: readonly Case[] = [
  {
    name: 'one step, green',
    steps: [{ workflow: 'one-step', event: push, exitCode: 0, jobs: { tests: 'passed, compliant' } }],
    records: ['unit-tests green, push 1'],
  },
  {
    name: 'one step, by the action of the command alone',
    steps: [
      {
        workflow: 'one-step',
        instead: { 'acme/compliance-evidence@v1': 'acme/compliance-evidence/.github/actions/attest-and-gate@v1' },
        event: push,
        exitCode: 0,
        jobs: { tests: 'passed, compliant' },
      },
    ],
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
  {
    name: 'one-step, and the trail is incomplete',
    steps: [
      {
        workflow: 'one-step',
        instead: { 'required-attestations: unit-tests': 'required-attestations: licence-check, unit-tests' },
        event: push,
        exitCode: 1,
        jobs: { tests: 'failed, incomplete: missing' },
        says: ['licence-check'],
      },
    ],
    records: ['unit-tests green, push 1'],
  },
];
