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
