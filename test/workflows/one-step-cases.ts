import { push, type Case } from './case.ts';

/** An artifact on its way from the job that builds it to the one that deploys it. */
export const artifactCases: readonly Case[] = [
  {
    name: 'an artifact that is green is deployed',
    steps: [
      {
        workflow: 'artifact',
        event: push,
        exitCode: 0,
        jobs: { build: 'passed, recorded', deploy: 'passed, compliant' },
        says: ['build/app.tgz: OK', 'deployed COMMIT'],
      },
    ],
    records: ['unit-tests green, push 1'],
  },
  {
    name: 'no artifact is deployed whose tests are red: the output is empty, and that is no artifact',
    steps: [
      {
        workflow: 'artifact',
        event: push,
        red: 'unit',
        exitCode: 1,
        jobs: { build: 'failed, recorded', deploy: 'failed, usage: empty-input' },
        says: ['Input fingerprint is empty'],
        saysNot: ['deployed'],
      },
      {
        workflow: 'artifact',
        attempt: 2,
        exitCode: 0,
        jobs: { build: 'passed, recorded', deploy: 'passed, compliant' },
        says: ['deployed COMMIT'],
      },
    ],
    records: ['unit-tests green, push 2', 'unit-tests red, push 1'],
  },
  {
    name: 'no artifact is deployed that lacks what the gate requires',
    steps: [
      {
        workflow: 'artifact',
        instead: { 'required-attestations: unit-tests': 'required-attestations: unit-tests, licence-check' },
        event: push,
        exitCode: 1,
        jobs: { build: 'passed, recorded', deploy: 'failed, incomplete: missing' },
        says: ['licence-check'],
        saysNot: ['deployed'],
      },
    ],
    records: ['unit-tests green, push 1'],
  },
  {
    name: 'no artifact is deployed in place of the one that was judged',
    steps: [
      {
        workflow: 'artifact',
        instead: {
          'name: app\n          path: build/app.tgz': 'name: app\n          path: package.json',
          'build/app.tgz" | sha256sum': 'build/package.json" | sha256sum',
        },
        event: push,
        exitCode: 1,
        jobs: { build: 'passed, recorded', deploy: 'failed, compliant' },
        says: ['build/package.json: FAILED'],
        saysNot: ['deployed'],
      },
    ],
    records: ['unit-tests green, push 1'],
  },
  ...(['the service is down', 'the token is wrong'] as const).map((fault): Case => ({
    name: `no artifact is deployed where ${fault}`,
    steps: [
      {
        workflow: 'artifact',
        event: push,
        ...(fault === 'the service is down' ? { service: 'down' } : { token: 'wrong' }),
        exitCode: 1,
        jobs: { build: 'failed, unknown: not-recorded', deploy: 'failed, usage: empty-input' },
        saysNot: ['deployed'],
      },
    ],
    records: [],
  })),
];

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
