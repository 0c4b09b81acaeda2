import { expect, it } from 'vitest';
import { missingGrants, parseWorkflow } from './parsed.ts';

const called = (grants: string): string => `
name: Called
on: workflow_call
permissions: {}
jobs:
  tell:
    if: \${{ false }}
    runs-on: ubuntu-latest
    permissions: ${grants}
    steps: [{ run: 'true' }]
`;

const caller = (top: string, job: string): string => `
name: Caller
on: push
permissions: ${top}
jobs:
  gate:
    ${job === '' ? '' : `permissions: ${job}`}
    uses: $/.github/workflows/called.yml
`;

it.each([
  ['{ contents: read }', '', '{ contents: read }', []],
  ['{}', '{ statuses: write }', '{ statuses: write }', []],
  ['{}', '{ statuses: write }', '{ statuses: read }', []],
  ['{ statuses: write }', '{ contents: read }', '{ statuses: write }', ['statuses: write']],
  ['{ statuses: read }', '', '{ statuses: write }', ['statuses: write']],
  ['{}', '', '{ contents: read, statuses: write }', ['contents: read', 'statuses: write']],
])('finds what a called workflow asks for and a caller with %s and %j does not grant: %s', (top, job, asked, missing) => {
  const found = missingGrants(parseWorkflow(caller(top, job)), () => called(asked));
  expect(found.map((fault) => /`(.*?)`/.exec(fault)?.[1])).toEqual(missing);
});

it('says nothing of a workflow that it does not know', () => {
  expect(missingGrants(parseWorkflow(caller('{}', '')), () => undefined)).toEqual([]);
});
