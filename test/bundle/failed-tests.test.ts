import { expect, test } from 'vitest';
import type { ActionRun } from '../support/runner/index.ts';
import { openReported, pullRequestOf, type Reported } from './reported.ts';
import { usePlays } from './use-plays.ts';

const openPlay = usePlays();
const source = 'def test_many(n):\n    assert n < 10\n';

/** The file of pytest for a run in which one test fails. */
const red = `<?xml version="1.0" encoding="utf-8"?><testsuites name="pytest tests"><testsuite name="pytest" errors="0" failures="1" skipped="0" tests="2" time="0.02">
<testcase classname="tests.test_many" name="test_many[9]" time="0.001" />
<testcase classname="tests.test_many" name="test_many[10]" time="0.001"><failure message="assert 10 &lt; 10">n = 10

    def test_many(n):
&gt;       assert n &lt; 10
E       assert 10 &lt; 10

tests/test_many.py:2: AssertionError</failure></testcase></testsuite></testsuites>
`;
const leg = 'pytest › test_many[10]';
const item = (of: string, sha: string): string =>
  `- ❌ ${of} › pytest › **[test&#95;many&#91;10&#93;](<https://github.com/acme/shop/blob/${sha}/tests/test_many.py#L2>)**: assert 10 &#60; 10 (tests/test&#95;many.py:2)`;

/** Plays a run on a commit that holds the test. */
async function onTheTest({ play, run }: Reported, given: Parameters<Reported['run']>[0]): Promise<{ done: ActionRun; sha: string }> {
  const sha = await play.workspaces.commit({ 'tests/test_many.py': source });
  const done = await run({
    at: sha,
    event: pullRequestOf(sha),
    ...given,
    contexts: { ...given?.contexts, github: { sha, ...given?.contexts?.github } },
  });
  return { done, sha };
}

test('of the files of two legs, the annotations, the log, the summary and the comment say which leg failed, and where', async (context) => {
  const reported = await openReported(openPlay(context));
  const { done, sha } = await onTheTest(reported, {
    files: { 'results/junit-3.11/tests.xml': red, 'results/junit-3.12/tests.xml': red },
    inputs: { 'junit-paths': 'results/**/*.xml', report: 'comment' },
  });
  expect(done.annotations.filter(({ title }) => title?.includes('pytest'))).toMatchObject([
    { title: `junit-3.11 › ${leg}`, file: 'tests/test_many.py', line: 2 },
    { title: `junit-3.12 › ${leg}`, file: 'tests/test_many.py', line: 2 },
  ]);
  expect(done.log).toContain(`❌ junit-3.11 › ${leg}: assert 10 < 10\n❌ junit-3.12 › ${leg}: assert 10 < 10\n`);
  expect(done.log).toContain(`Failed: junit-3.11 › ${leg} and junit-3.12 › ${leg}`);
  for (const page of [done.summary, reported.api.comments[0]?.body ?? '']) {
    for (const of of ['junit-3.11', 'junit-3.12']) expect(page).toContain(item(of, sha));
    const order = ['## ❌ Not compliant', '### Failed tests', '### Why, and how to fix it', '### Attestations', '### Tests'];
    expect(page.match(/^###? .*$/gm)).toEqual(order);
  }
});

test('a leg of a matrix names itself, and the gate names every leg that failed', async (context) => {
  const reported = await openReported(openPlay(context));
  for (const python of ['3.11', '3.12']) {
    const { done, sha } = await onTheTest(reported, {
      files: { 'build/unit.xml': red },
      inputs: { command: 'attest', report: 'none' },
      contexts: { matrix: { python } },
    });
    expect(done.annotations).toMatchObject([
      { title: `python ${python} › ${leg}` },
      { level: 'warning', message: expect.stringContaining('unit says no') },
    ]);
    expect(done.summary).toContain(item(`python ${python}`, sha));
  }
  const { done } = await onTheTest(reported, { files: {}, inputs: { command: 'gate', report: 'comment' } });
  for (const page of [done.summary, reported.api.comments[0]?.body ?? '']) {
    expect(page.match(/^- ❌ .*pytest.* · unit$/gm)).toEqual(
      ['3.12', '3.11'].map((python) => `- ❌ python ${python} › pytest › test&#95;many&#91;10&#93; · unit`),
    );
    expect(page.indexOf('### Failed tests')).toBeLessThan(page.indexOf('### Why'));
  }
  expect(done.annotations.map(({ message }) => message)).toEqual([
    expect.stringContaining(`\nFailed in python 3.12: ${leg}\n`),
    expect.stringContaining(`\nFailed in python 3.11: ${leg}\n`),
  ]);
});

test('one file of one job is told as it is', async (context) => {
  const { done } = await onTheTest(await openReported(openPlay(context)), { files: { 'build/unit.xml': red }, inputs: { report: 'none' } });
  expect(done.annotations.map(({ title }) => title)).toContain(leg);
});
