import { push, type Case } from './case.ts';

/** Tests of a matrix, whose files other workflows record and judge. */
export const matrixCases: readonly Case[] = [
  {
    name: 'a matrix whose files are recorded together, green',
    steps: [
      {
        workflow: 'matrix',
        event: push,
        exitCode: 0,
        jobs: {
          'unit-tests {"shard":1}': 'passed',
          'unit-tests {"shard":2}': 'passed',
          evidence: 'passed, recorded',
          gate: 'passed, compliant',
        },
      },
    ],
    records: ['unit-tests green, push 1'],
  },
];
