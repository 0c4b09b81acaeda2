import { describe, expect, it, test } from 'vitest';
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

describe('the run that an event follows', () => {
  const run = {
    id: 5,
    run_attempt: 2,
    name: 'CI',
    path: '.github/workflows/ci.yml@refs/heads/main',
    event: 'push',
    pull_requests: [{ number: 7 }, { number: 'x' }, { number: 8 }],
  };
  it.each([
    ['all', { action: 'completed', workflow_run: run }, {}],
    ['another name', { workflow_run: { ...run, name: undefined }, workflow: { name: 'Other' } }, { workflow: 'Other' }],
    ['no name', { workflow_run: { ...run, name: '' } }, { workflow: 'another workflow' }],
    ['no id', { workflow_run: { ...run, id: 'x' } }, { id: undefined, url: undefined }],
    ['no path', { workflow_run: { ...run, path: 7 } }, { workflowPath: undefined }],
    ['no list', { workflow_run: { ...run, pull_requests: null, run_attempt: null } }, { pullRequests: [], attempt: undefined }],
    ['a conclusion', { action: 'requested', workflow_run: { ...run, conclusion: 'action_required' } }, { state: 'waiting' }],
  ])('is told with %s', (_, payload, more) => {
    expect(followedRun(onGitHub('workflow_run', { payload }))).toEqual({
      workflow: 'CI',
      workflowPath: '.github/workflows/ci.yml',
      id: '5',
      attempt: '2',
      pullRequests: [7, 8],
      trigger: 'push',
      state: 'completed',
      url: 'https://github.com/acme/app/actions/runs/5',
      head: undefined,
      ...more,
    });
  });

  it('has no address where the repository is not known', () => {
    expect(followedRun(onGitHub('workflow_run', { repository: undefined, payload: { workflow_run: run } }))?.url).toBeUndefined();
  });
});
