import type { EventFacts } from '../../src/git/index.ts';

/** A run on GitHub of `acme/app`; the rest as the test says. */
export function onGitHub(eventName: string, facts: Partial<EventFacts> = {}): EventFacts {
  return {
    ...onLaptop,
    eventName,
    ref: 'refs/heads/main',
    repository: 'acme/app',
    repositoryId: '42',
    runId: '1001',
    runAttempt: '1',
    workflow: 'CI',
    job: 'test',
    actor: 'ada',
    payload: { repository },
    ...facts,
  };
}

export const onLaptop: EventFacts = {
  eventName: '',
  sha: undefined,
  ref: undefined,
  headRef: undefined,
  serverUrl: 'https://github.com',
  repository: undefined,
  repositoryId: undefined,
  runId: undefined,
  runAttempt: undefined,
  workflow: undefined,
  workflowFile: undefined,
  job: undefined,
  step: undefined,
  actor: undefined,
  payload: {},
};

/** The part of the payload's `repository` that is read; GitHub sends some hundred fields. */
export const repository = { id: 42, full_name: 'acme/app', html_url: 'https://github.com/acme/app', description: 'The app' };

export function headCommit(id: string): object {
  return {
    id,
    tree_id: 'f'.repeat(40),
    message: 'Fix the tax of refunds\n\nIt was rounded twice.\n',
    timestamp: '2026-01-02T04:04:05+01:00',
    author: { name: 'Ada Lovelace', email: 'ada@example.com', username: 'ada' },
    committer: { name: 'GitHub', email: 'noreply@github.com', username: 'web-flow' },
  };
}

/** A pull request of the branch `fix-tax`, from this repository or from a fork. */
export function pullRequest(head: string, from: 'acme/app' | 'mallory/app' = 'acme/app', base = 'e'.repeat(40)): object {
  return {
    action: 'synchronize',
    number: 7,
    pull_request: {
      number: 7,
      user: { login: 'ada' },
      head: { sha: head, ref: 'fix-tax', label: 'x:fix-tax', repo: { full_name: from, fork: from !== 'acme/app' } },
      base: { sha: base, ref: 'main', repo: { full_name: 'acme/app' } },
      merge_commit_sha: 'd'.repeat(40),
    },
    repository,
  };
}

export function mergeGroup(head: string): object {
  return {
    action: 'checks_requested',
    merge_group: {
      head_sha: head,
      head_ref: 'refs/heads/gh-readonly-queue/main/pr-7-eeee',
      base_sha: 'e'.repeat(40),
      base_ref: 'refs/heads/main',
      head_commit: headCommit(head),
    },
    repository,
  };
}

export function workflowRun(head: string, from: 'acme/app' | 'mallory/app' = 'acme/app', event = 'pull_request'): object {
  return {
    action: 'completed',
    workflow_run: {
      id: 9,
      event,
      head_sha: head,
      head_branch: event === 'push' ? 'main' : 'fix-tax',
      head_commit: headCommit(head),
      head_repository: { full_name: from },
      repository: { full_name: 'acme/app' },
      pull_requests: [],
    },
    repository,
  };
}

export function push(after: string, ref = 'refs/heads/main'): object {
  return { ref, before: 'e'.repeat(40), after, head_commit: headCommit(after), repository };
}
