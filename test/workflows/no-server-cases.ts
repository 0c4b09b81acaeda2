import { push, type Case } from './case.ts';

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
  {
    name: 'a new user, who read the README alone: a pull request is gated',
    of: 'newcomer',
    steps: [
      {
        workflow: 'no-server',
        event: (shop) => shop.pullRequest(),
        red: 'unit',
        exitCode: 1,
        jobs: { tests: 'failed, non-compliant: failing' },
        says: ['a cup costs 2'],
      },
      {
        workflow: 'no-server',
        event: (shop) => shop.pullRequest(),
        exitCode: 0,
        jobs: { tests: 'passed, compliant' },
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
    name: 'no server, which did not start',
    steps: [
      {
        workflow: 'no-server',
        instead: { '--ephemeral --org acme': '--ephemeral' },
        event: push,
        exitCode: 1,
        jobs: { tests: 'failed, usage: empty-input, empty-input' },
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
