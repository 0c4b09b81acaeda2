import { expect, test } from 'vitest';
import { adviceOfJob, waitsOfJob } from '../../src/action/advice-of-job.ts';
import { recordThem, reportArtifact, twoJobs, wantedBy } from '../../src/gate/advice.ts';
import { question } from '../gate/build.ts';

const wanted = ['unit', 'lint'].map((name) => wantedBy(name));

test('what is missing is recorded by a step of this job, with the address and the token of the step that serves', () => {
  const advice = adviceOfJob(recordThem(wanted, question));
  expect(advice).toMatch(
    /^Let a step of this job record them before this one, because no other job reaches this service:\n\n- uses: <owner>\/compliance-evidence@v1\n/,
  );
  expect(advice).toContain('    base-url: ${{ steps.service.outputs.url }}\n    api-token: ${{ steps.service.outputs.token }}\n');
  expect(adviceOfJob(twoJobs(question, ['test'], wanted, ['unit']))).toBe(advice);
  expect(adviceOfJob(reportArtifact('image', question))).toMatch(/^Report it in a step of this job, before this one:\n\n- uses/);
});

test.each([
  [
    'Fix the failing tests; then push, or run its job again: the latest record of the name decides',
    'Fix the failing tests; then push, or run the job again',
  ],
  ['Run the job again: the latest record of a name decides', 'Run the job again'],
])('an older record is none of its: %s', (fix, advice) => {
  expect(adviceOfJob(fix)).toBe(advice);
});

test('the first line of a wait alone says that no other job reaches it', () => {
  const said: string[] = [];
  const report = waitsOfJob((event) => said.push(event.kind === 'progress' ? '' : event.message));
  for (const message of [
    'Read 3 tests',
    'Waiting up to 9 s more until the service shows lint',
    'Waiting up to 5 s for lint',
    'Waiting up to 4 s for unit',
  ])
    report({ kind: 'info', message });
  expect(said).toEqual([
    'Read 3 tests',
    'Waiting up to 9 s more until the service shows lint',
    'Waiting up to 5 s for lint: no other job reaches this service, only steps of this job do',
    'Waiting up to 4 s for unit',
  ]);
});

test('what it has no better words for stays', () => {
  expect(adviceOfJob('Fix the tests and push again')).toBe('Fix the tests and push again');
});

test('a service on loopback that is kept narrows tokens to flows: that is no other organization', () => {
  const fix = 'Check org, and what the token may do there: its role, and the flows that it is for';
  expect(adviceOfJob(fix, "answered 403: This token is only for the flow 'shop' of the organization 'acme', and not for 'shpo'")).toBe(fix);
  expect(adviceOfJob(fix, "answered 403: the token is not for the organization 'acmee'")).toMatch(
    /^The service of this job has another org/,
  );
});
