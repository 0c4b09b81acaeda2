import { expect, test } from 'vitest';
import { subjectOf } from '../../src/git/index.ts';
import { headCommit, mergeGroup, onGitHub, onLaptop, pullRequest, push, repository, workflowRun } from './events.ts';

const head = 'a'.repeat(40);
const merged = 'b'.repeat(40);
const known = {
  message: 'Fix the tax of refunds\n\nIt was rounded twice.',
  author: 'Ada Lovelace <ada@example.com>',
  authorUsername: 'ada',
  timestamp: 1_767_323_045,
};
const inApp = {
  repositoryName: 'acme/app',
  repositoryId: '42',
  repositoryUrl: 'https://github.com/acme/app',
  repositoryDescription: 'The app',
};

test.each(['pull_request', 'pull_request_review', 'pull_request_review_comment'])('%s is about the head, not the merge commit', (name) => {
  const event = onGitHub(name, {
    sha: merged,
    ref: 'refs/pull/7/merge',
    headRef: 'fix-tax',
    payload: pullRequest(head),
  });
  expect(subjectOf(event)).toEqual({
    sha: head,
    source: 'pull_request.head',
    branch: 'fix-tax',
    isFork: false,
    pullRequest: { number: 7, base: 'main' },
    ...inApp,
  });
});

test('pull_request_target is about the head, although it runs on the default branch', () => {
  const event = onGitHub('pull_request_target', { sha: merged, headRef: 'fix-tax', payload: pullRequest(head, 'mallory/app') });
  expect(subjectOf(event)).toMatchObject({ sha: head, branch: 'fix-tax', isFork: true });
});

test('a pull request of a fork is one, also after the fork was deleted', () => {
  expect(subjectOf(onGitHub('pull_request', { payload: pullRequest(head, 'mallory/app') })).isFork).toBe(true);
  const gone = { pull_request: { head: { sha: head, ref: 'fix-tax', repo: null }, base: { repo: repository } }, repository };
  expect(subjectOf(onGitHub('pull_request', { payload: gone }))).toMatchObject({ sha: head, isFork: true });
});

test('merge_group is about the head of the queue’s branch', () => {
  expect(subjectOf(onGitHub('merge_group', { sha: head, payload: mergeGroup(head) }))).toEqual({
    sha: head,
    source: 'merge_group.head',
    branch: 'gh-readonly-queue/main/pr-7-eeee',
    isFork: false,
    ...known,
    ...inApp,
  });
});

test('workflow_run is about the run’s head, not the tip of the default branch', () => {
  expect(subjectOf(onGitHub('workflow_run', { sha: merged, payload: workflowRun(head) }))).toEqual({
    sha: head,
    source: 'workflow_run.head',
    branch: 'fix-tax',
    isFork: false,
    ...known,
    ...inApp,
  });
  expect(subjectOf(onGitHub('workflow_run', { sha: merged, payload: workflowRun(head, 'mallory/app') })).isFork).toBe(true);
});

test('push to a branch is about what was pushed', () => {
  expect(subjectOf(onGitHub('push', { sha: head, payload: push(head) }))).toEqual({
    sha: head,
    source: 'push.after',
    branch: 'main',
    isFork: false,
    ...known,
    ...inApp,
  });
});

test('push of an annotated tag is about the commit, not the tag object, and is on no branch', () => {
  const payload = { ...push('c'.repeat(40), 'refs/tags/v1'), head_commit: headCommit(head) };
  const subject = subjectOf(onGitHub('push', { sha: head, ref: 'refs/tags/v1', payload }));
  expect(subject).toMatchObject({ sha: head, source: 'GITHUB_SHA', tag: 'v1', message: known.message });
  expect(subject).not.toHaveProperty('branch');
});

test('a branch’s name may hold slashes', () => {
  const event = onGitHub('push', { sha: head, payload: push(head, 'refs/heads/team/refs/heads/x') });
  expect(subjectOf(event).branch).toBe('team/refs/heads/x');
});

test('release is about the tag’s commit', () => {
  const event = onGitHub('release', {
    sha: head,
    ref: 'refs/tags/v1.2.0',
    payload: { action: 'published', release: { tag_name: 'v1.2.0', target_commitish: 'main' }, repository },
  });
  expect(subjectOf(event)).toEqual({ sha: head, source: 'release', tag: 'v1.2.0', isFork: false, ...inApp });
});

test.each(['schedule', 'workflow_dispatch', 'repository_dispatch', 'issue_comment'])('%s is about GITHUB_SHA', (name) => {
  const event = onGitHub(name, { sha: head, payload: { schedule: '0 4 * * *', repository } });
  expect(subjectOf(event)).toEqual({ sha: head, source: 'GITHUB_SHA', branch: 'main', isFork: false, ...inApp });
});

test('workflow_dispatch on a tag is on no branch', () => {
  const subject = subjectOf(onGitHub('workflow_dispatch', { sha: head, ref: 'refs/tags/v1' }));
  expect(subject).toMatchObject({ tag: 'v1' });
  expect(subject).not.toHaveProperty('branch');
});

test('without an event nothing is known', () => {
  expect(subjectOf(onLaptop)).toEqual({ sha: undefined, source: 'none', isFork: false });
});

test.each(['pull_request', 'pull_request_target', 'workflow_run'])('%s without its payload is not about GITHUB_SHA', (name) => {
  expect(subjectOf(onGitHub(name, { sha: merged, payload: {} }))).toMatchObject({ sha: undefined, source: 'none', isFork: false });
});

test.each(['push', 'merge_group', 'release'])('%s without its payload is about GITHUB_SHA', (name) => {
  expect(subjectOf(onGitHub(name, { sha: head, payload: {} })).sha).toBe(head);
});

test('the deletion of a branch names no commit', () => {
  expect(subjectOf(onGitHub('push', { payload: push('0'.repeat(40)) })).sha).toBeUndefined();
});

test('what an event says of a head commit counts for that commit alone', () => {
  const payload = { ...push(head), head_commit: headCommit(merged) };
  expect(subjectOf(onGitHub('push', { sha: head, payload }))).not.toHaveProperty('message');
});

test('the repository comes from the payload where the environment is silent, and only what is of the same repository', () => {
  const silent = { repository: undefined, repositoryId: undefined };
  expect(subjectOf(onGitHub('schedule', { ...silent, serverUrl: 'https://ghes.example.com' }))).toMatchObject({
    repositoryName: 'acme/app',
    repositoryId: '42',
    repositoryUrl: 'https://ghes.example.com/acme/app',
  });
  const other = subjectOf(onGitHub('schedule', { repository: 'acme/other', repositoryId: undefined }));
  expect(other).toMatchObject({ repositoryName: 'acme/other' });
  expect(other).not.toHaveProperty('repositoryId');
  expect(other).not.toHaveProperty('repositoryDescription');
});

const junk: readonly unknown[] = [
  null,
  undefined,
  7,
  'text',
  true,
  [],
  {},
  { sha: 7 },
  { toString: 1 },
  [[['x']]],
  JSON.parse('{"__proto__":{"sha":1}}'),
];
const names = ['push', 'pull_request', 'pull_request_target', 'merge_group', 'workflow_run', 'release', 'schedule'];

test.each(names)('no payload of any shape breaks %s', (name) => {
  for (const value of junk) {
    const payloads = [
      value,
      { ref: value, after: value, head_commit: value, repository: value, release: value },
      { pull_request: value, merge_group: value, workflow_run: value },
      { pull_request: { head: value, base: value, user: value } },
      { pull_request: { head: { sha: value, ref: value, repo: value }, user: { login: value } } },
      { merge_group: { head_sha: value, head_ref: value, head_commit: value } },
      { workflow_run: { head_sha: value, head_branch: value, head_repository: value, head_commit: value } },
      { after: head, head_commit: { id: head, message: value, author: value, timestamp: value } },
      { after: head, head_commit: { id: head, author: { name: value, email: value, username: value, date: value } } },
    ];
    for (const payload of payloads) {
      const subject = subjectOf(onGitHub(name, { sha: undefined, payload }));
      expect(subject.sha ?? head).toBe(head);
      const types: Readonly<Record<string, string>> = { isFork: 'boolean', timestamp: 'number' };
      const wrong = Object.entries(subject).filter(([field, read]) => typeof read !== (types[field] ?? 'string'));
      expect(wrong.filter(([field]) => field !== 'sha')).toEqual([]);
    }
  }
});

test.each(['A'.repeat(40), 'a'.repeat(39), `${'a'.repeat(40)}\n`, '--upload-pack=x', '../../etc/passwd'])('%j is no SHA', (sha) => {
  expect(subjectOf(onGitHub('pull_request', { payload: pullRequest(sha) })).sha).toBeUndefined();
});

test('control characters and broken surrogates are taken out of what the event says', () => {
  const payload = {
    ...push(head),
    head_commit: { id: head, message: ' a\u0000b\ud800\u001b[31m\r\nc\t', author: { name: 'x\ny\u0000', email: 'm' } },
  };
  expect(subjectOf(onGitHub('push', { payload }))).toMatchObject({ message: 'ab\ufffd[31m\r\nc', author: 'x y <m>' });
});
