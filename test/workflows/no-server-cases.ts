import { push, type Case } from './case.ts';
import { inLanguage, inMatrix } from './newcomer.ts';

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
