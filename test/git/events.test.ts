import { expect, test } from 'vitest';
import { eventTable, subjectOf, type EventFacts, type Subject } from '../../src/git/index.ts';
import { onGitHub, repository } from './events.ts';
import { payloadOf, payloadWith } from './payloads.ts';

/** The value of `github.sha`. It shows whether a subject is taken from there or not. */
const runSha = 'b'.repeat(40);
const tag = { ref: 'refs/tags/simple-tag' };

interface Row {
  readonly event: string;
  readonly what?: string;
  readonly payload: object;
  readonly facts?: Partial<EventFacts>;
  readonly about: Partial<Subject>;
}

const rows: readonly Row[] = [
  {
    event: 'push',
    payload: payloadOf('push'),
    about: { sha: '6113728f27ae82c7b1a177c8d03f9e96e0adf246', source: 'push.after', branch: 'master', author: expect.any(String) },
  },
  {
    event: 'push',
    what: 'of a tag',
    payload: payloadOf('push of a tag'),
    facts: tag,
    about: { sha: runSha, source: 'GITHUB_SHA', tag: 'simple-tag' },
  },
  {
    event: 'push',
    what: 'that deletes a tag',
    payload: payloadOf('push that deletes'),
    about: {
      sha: undefined,
      source: 'none',
      tag: 'simple-tag',
      unknown: {
        message: expect.stringContaining('deleted refs/tags/simple-tag'),
        fix: expect.stringContaining('if: ${{ !github.event.deleted }}'),
      },
    },
  },
  {
    event: 'push',
    what: 'that deletes a branch',
    payload: payloadWith('push that deletes', ['ref'], 'refs/heads/topic'),
    about: { sha: undefined, source: 'none', branch: 'topic', unknown: expect.anything() },
  },
  ...['pull_request', 'pull_request_target'].map((event) => ({
    event,
    payload: payloadOf('pull_request'),
    about: {
      sha: 'ec26c3e57ca3a959ca5aad62de7213c562f8c821',
      source: 'pull_request.head',
      branch: 'changes',
      isFork: false,
      pullRequest: { number: 2, base: 'master' },
    } as const,
  })),
  {
    event: 'pull_request_target',
    what: 'of a fork',
    payload: payloadWith('pull_request', ['pull_request', 'head', 'repo', 'full_name'], 'mallory/Hello-World'),
    about: { sha: 'ec26c3e57ca3a959ca5aad62de7213c562f8c821', isFork: true },
  },
  ...['pull_request_review', 'pull_request_review_comment'].map((event) => ({
    event,
    payload: payloadOf(event),
    about: {
      sha: expect.stringMatching(/^[0-9a-f]{40}$/),
      source: 'pull_request.head',
      branch: 'changes',
      pullRequest: { number: 2, base: 'master' },
    } as const,
  })),
  {
    event: 'merge_group',
    payload: payloadOf('merge_group'),
    about: {
      sha: '2ffea6db159f6b6c47a24e778fb9ef40cf6b1c7d',
      source: 'merge_group.head',
      branch: 'gh-readonly-queue/main/pr-104-929f8209d40f77f4abc622a499c93a83babdbe64',
    },
  },
  {
    event: 'workflow_run',
    payload: payloadOf('workflow_run completed'),
    about: { sha: '3484a3fb816e0859fd6e1cea078d76385ff50625', source: 'workflow_run.head', branch: 'master', isFork: false },
  },
  {
    event: 'workflow_run',
    what: 'of a fork',
    payload: payloadWith('workflow_run completed', ['workflow_run', 'head_repository', 'full_name'], 'mallory/octo-repo'),
    about: { sha: '3484a3fb816e0859fd6e1cea078d76385ff50625', isFork: true },
  },
  {
    event: 'workflow_run',
    what: 'of a fork that is gone',
    payload: payloadWith('workflow_run completed', ['workflow_run', 'head_repository'], null),
    about: { sha: '3484a3fb816e0859fd6e1cea078d76385ff50625', isFork: true },
  },
  {
    event: 'workflow_run',
    what: 'after a workflow_run',
    payload: payloadWith('workflow_run completed', ['workflow_run', 'event'], 'workflow_run'),
    about: {
      sha: undefined,
      source: 'none',
      unknown: { message: expect.stringContaining('default branch'), fix: expect.stringContaining('`workflows:`') },
    },
  },
  {
    event: 'release',
    payload: payloadOf('release'),
    facts: { ref: 'refs/tags/0.0.1' },
    about: { sha: runSha, source: 'release', tag: '0.0.1' },
  },
  {
    event: 'release',
    what: 'whose run names no commit',
    payload: payloadOf('release'),
    facts: { sha: undefined },
    about: { sha: undefined, source: 'none', tag: '0.0.1' },
  },
  ...['deployment', 'deployment_status'].map((event) => ({
    event,
    payload: payloadOf(event),
    facts: { ref: 'refs/heads/master' },
    about: { sha: 'f95f852bd8fca8fcc58a9a2d6c842781e32a215e', source: 'deployment', branch: 'master' } as const,
  })),
  { event: 'schedule', payload: { schedule: '17 3 * * *', repository }, about: { sha: runSha, source: 'GITHUB_SHA', branch: 'main' } },
  { event: 'workflow_dispatch', payload: payloadOf('workflow_dispatch'), about: { sha: runSha, source: 'GITHUB_SHA', branch: 'main' } },
  {
    event: 'workflow_dispatch',
    what: 'of a tag',
    payload: payloadOf('workflow_dispatch'),
    facts: tag,
    about: { sha: runSha, source: 'GITHUB_SHA', tag: 'simple-tag' },
  },
  { event: 'repository_dispatch', payload: payloadOf('repository_dispatch'), about: { sha: runSha, source: 'GITHUB_SHA', branch: 'main' } },
  ...['check_run', 'check_suite'].map((event) => ({
    event,
    payload: payloadOf(event),
    about: { sha: 'ec26c3e57ca3a959ca5aad62de7213c562f8c821', source: 'check', branch: 'changes' } as const,
  })),
  { event: 'status', payload: payloadOf('status'), about: { sha: '6113728f27ae82c7b1a177c8d03f9e96e0adf246', source: 'check' } },
  { event: 'issue_comment', payload: payloadOf('issue_comment'), about: { sha: runSha, source: 'GITHUB_SHA', branch: 'main' } },
  {
    event: 'issue_comment',
    what: 'on a pull request',
    payload: payloadWith('issue_comment', ['issue', 'pull_request'], {}),
    about: { sha: undefined, source: 'none', unknown: expect.objectContaining({ fix: expect.stringContaining('`commit`') }) },
  },
  { event: 'discussion', payload: { repository }, about: { sha: runSha, source: 'GITHUB_SHA', branch: 'main' } },
];

test.each(rows.map((row) => ({ ...row, name: `${row.event} ${row.what ?? ''}`.trim() })))('$name', ({ about, event, facts, payload }) => {
  const subject = subjectOf(onGitHub(event, { sha: runSha, payload, ...facts }));
  expect(subject).toMatchObject(about);
  // A commit on a tag is on no branch, as far as the event knows.
  expect(subject.tag === undefined || subject.branch === undefined).toBe(true);
});

test('every event of the table is played with a payload', () => {
  const played = new Set(rows.map(({ event }) => event));
  expect(eventTable.flatMap(({ events }) => events).filter((name) => !played.has(name))).toEqual([]);
});

test('an event of pull requests that is not known is never about the commit of the run', () => {
  expect(subjectOf(onGitHub('pull_request_thread', { sha: runSha, payload: {} })).sha).toBeUndefined();
});
