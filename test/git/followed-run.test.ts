import { expect, test } from 'vitest';
import { followedRun } from '../../src/git/index.ts';
import { onGitHub } from './events.ts';
import { payloadOf, payloadWith } from './payloads.ts';

const of = (payload: object): ReturnType<typeof followedRun> => followedRun(onGitHub('workflow_run', { payload }));

test.each([
  ['workflow_run requested', 'requested'],
  ['workflow_run waiting', 'waiting'],
  ['workflow_run completed', 'completed'],
])('%s', (name, state) => {
  expect(of(payloadOf(name))).toMatchObject({
    state,
    trigger: 'repository_dispatch',
    url: 'https://github.com/acme/app/actions/runs/289782451',
    head: { sha: '3484a3fb816e0859fd6e1cea078d76385ff50625', branch: 'master', repository: 'octo-org/octo-repo' },
  });
});

test('a run that has begun has not ended, and one that waits for approval waits whatever the action says', () => {
  expect(of(payloadWith('workflow_run requested', ['action'], 'in_progress'))?.state).toBe('in_progress');
  expect(of(payloadWith('workflow_run waiting', ['action'], 'completed'))?.state).toBe('waiting');
});

test('an action that is not known is not waited for', () => {
  expect(of(payloadWith('workflow_run requested', ['action'], 'paused'))?.state).toBe('completed');
});

test('a fork that is gone, or has no name of a repository, is no head', () => {
  expect(of(payloadWith('workflow_run completed', ['workflow_run', 'head_repository'], null))?.head).toBeUndefined();
  expect(of(payloadWith('workflow_run completed', ['workflow_run', 'head_repository', 'full_name'], 'a/b/../c'))?.head).toBeUndefined();
});

test('another event follows no run', () => {
  expect(followedRun(onGitHub('push', { payload: payloadOf('workflow_run completed') }))).toBeUndefined();
  expect(of({})).toBeUndefined();
});
