import type { ActionRun } from '../support/runner/index.ts';
import { pullRequestOf, type Reported } from './reported.ts';

const source = 'def test_many(n):\n    assert n < 10\n';

/** The file of pytest for a run in which one test fails. */
export const red = `<?xml version="1.0" encoding="utf-8"?><testsuites name="pytest tests"><testsuite name="pytest" errors="0" failures="1" skipped="0" tests="2" time="0.02">
<testcase classname="tests.test_many" name="test_many[9]" time="0.001" />
<testcase classname="tests.test_many" name="test_many[10]" time="0.001"><failure message="assert 10 &lt; 10">n = 10

    def test_many(n):
&gt;       assert n &lt; 10
E       assert 10 &lt; 10

tests/test_many.py:2: AssertionError</failure></testcase></testsuite></testsuites>
`;

export const leg = 'pytest › test_many[10]';

/** Plays a run on a commit that holds the test. */
export async function onTheTest({ play, run }: Reported, given: Parameters<Reported['run']>[0]): Promise<{ done: ActionRun; sha: string }> {
  const sha = await play.workspaces.commit({ 'tests/test_many.py': source });
  const done = await run({
    at: sha,
    event: pullRequestOf(sha),
    ...given,
    contexts: { ...given?.contexts, github: { sha, ...given?.contexts?.github } },
  });
  return { done, sha };
}
