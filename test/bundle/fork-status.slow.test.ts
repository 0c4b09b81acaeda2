import { expect, onTestFinished, test } from 'vitest';
import { fault } from '../support/fault-server.ts';
import type { PullRequest } from '../support/github-api/open.ts';
import { head, openPair, pull, states, workflowRun } from './fork-pair.ts';
import { usePlays } from './use-plays.ts';
import { green } from './workspace.ts';

const openPlay = usePlays();

test('what a run tells of its beginning after its verdict changes nothing', async () => {
  const { api, collect, post } = await openPair(openPlay({ onTestFinished }));
  await collect({ 'build/unit.xml': green });
  await post(workflowRun('completed'), {}, { runId: 1003 });
  await post(workflowRun('requested'), {}, { runId: 1001 });
  await post(workflowRun('requested', {}, 'in_progress'), {}, { runId: 1002 });
  expect(states(api)).toEqual([
    ['pending', head],
    ['success', head],
  ]);
});

test('after the service was down the same run is posted again', async () => {
  const { api, collect, play, post } = await openPair(openPlay({ onTestFinished }));
  await collect({ 'build/unit.xml': green });
  const down = await play.faulty(() => fault.status(503, {}));
  const failed = await post(workflowRun('completed'), { 'base-url': down.url, timeout: '1s' }, { runId: 1003 });
  expect([failed.exitCode === 0, states(api).at(-1)]).toEqual([false, ['error', head]]);
  await post(workflowRun('completed'), {}, { runId: 1003, attempt: 2 });
  expect(states(api).at(-1)).toEqual(['success', head]);
});

test('a run that waits for approval holds up no other pull request with this head', async () => {
  const other: PullRequest = { number: 8, sha: head, branch: 'copy', repository: 'eve/shop' };
  const { api, collect, post } = await openPair(openPlay({ onTestFinished }), { pullRequests: [pull, other] });
  await collect({ 'build/unit.xml': green });
  await post(workflowRun('completed'));
  const copy = { id: 78, head_branch: 'copy', head_repository: { full_name: 'eve/shop' } };
  await post(workflowRun('waiting', { ...copy, conclusion: 'action_required' }));
  expect(states(api).at(-1)).toEqual(['success', head]);
  await post(workflowRun('requested', copy, 'in_progress'));
  expect(states(api).at(-1)).toEqual(['pending', head]);
});
