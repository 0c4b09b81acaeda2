import { expect, test } from 'vitest';
import { adviceOfJob } from '../../src/action/advice-of-job.ts';
import { question } from '../gate/build.ts';
import { recordThem, reportArtifact, twoJobs } from '../../src/gate/fixes.ts';
import { wantedBy } from '../../src/gate/steps.ts';

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

test('what it has no better words for stays', () => {
  expect(adviceOfJob('Fix the tests and push again')).toBe('Fix the tests and push again');
});
