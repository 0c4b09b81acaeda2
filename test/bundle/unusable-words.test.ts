import { expect, onTestFinished, test } from 'vitest';
import { usePlays } from './use-plays.ts';

const openPlay = usePlays();
const errorsOf = (run: { readonly annotations: readonly { readonly level: string; readonly message: string }[] }): readonly string[] =>
  run.annotations.filter(({ level }) => level !== 'notice').map(({ message }) => message);

test('the summary of a run without a file says that nothing was read, and how that is recorded', async (context) => {
  const run = await openPlay(context).run({
    files: { 'package.json': '{}' },
    inputs: { 'test-outcome': 'success', 'required-attestations': 'unit' },
  });
  expect([run.exitCode, run.outputs['verdict']]).toEqual([4, 'unusable']);
  expect(run.summary).toContain('No tests were read. unit is recorded as failed, so that an older green record does not count.');
  expect(errorsOf(run)).toEqual([expect.stringMatching(/\nThe test step passed, but wrote no JUnit file anywhere in the workspace: /)]);
});

test('a file that cannot be read is said once', async (context) => {
  const run = await openPlay(context).run({ files: { 'build/unit.xml': '' }, inputs: { 'required-attestations': 'unit' } });
  expect([run.exitCode, errorsOf(run).length]).toEqual([4, 1]);
});

test.each([
  [false, /^There is no git checkout: if the tests run in this job, check the repository out before them/],
  [true, /^See in the log of the test step/],
])('where tests are missing, the first thing to look at depends on whether there is a checkout: %s', async (checkout, fix) => {
  const run = await openPlay({ onTestFinished }).run({ files: { 'build/unit.xml': '<testsuites></testsuites>' }, checkout });
  expect(errorsOf(run)[0]?.split('\n')[1]).toMatch(fix);
});
