import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { EvidenceError, UsageError } from '../../src/errors/index.ts';
import { collectGit, subjectOf, type CollectOptions, type EventFacts, type GitFacts } from '../../src/git/index.ts';
import { cloneShallow, commit, git, makeRepository, merge, removeRepositories, temporaryDirectory } from '../support/git.ts';
import { mergeGroup, onGitHub, onLaptop, pullRequest, push, workflowRun } from './events.ts';

beforeAll(() => {
  vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');
  vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1');
});
afterAll(() => {
  vi.unstubAllEnvs();
  removeRepositories();
});

function collect(directory: string, event: EventFacts, options: Partial<CollectOptions> = {}): Promise<GitFacts> {
  return collectGit({ directory, event, subject: subjectOf(event), ...options });
}

async function failure(promise: Promise<unknown>): Promise<EvidenceError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof EvidenceError)) throw new Error('expected an EvidenceError', { cause: error });
  return error;
}

/** `main` with a base, and a pull request's head beside it; `merged` is what GitHub would build. */
function pullRequestRepository(): { directory: string; base: string; head: string; merged: string } {
  const directory = makeRepository();
  commit(directory, 'The root');
  git(directory, ['checkout', '--quiet', '-b', 'fix-tax']);
  const head = commit(directory, 'Fix the tax');
  git(directory, ['checkout', '--quiet', 'main']);
  const base = commit(directory, 'Another change');
  git(directory, ['checkout', '--quiet', '--detach']);
  const merged = merge(directory, head);
  git(directory, ['update-ref', 'refs/pull/7/merge', merged]);
  return { directory, base, head, merged };
}

test('a pull request’s evidence is for its head, and says that the merge commit was built', async () => {
  const { directory, head, merged } = pullRequestRepository();
  const facts = await collect(directory, onGitHub('pull_request', { sha: merged, payload: pullRequest(head) }));
  expect(facts).toMatchObject({
    commit: { sha1: head, message: 'Fix the tax' },
    builtSha: merged,
    checkout: 'merge',
    missing: [],
    notices: [],
  });
});

test('a merge commit of depth 1 is recognised by its parents, which the clone does not have', async () => {
  const { directory, head, merged } = pullRequestRepository();
  const clone = cloneShallow(directory, 'refs/pull/7/merge');
  const facts = await collect(clone, onGitHub('pull_request', { sha: merged, payload: pullRequest(head) }));
  expect(facts).toMatchObject({ builtSha: merged, checkout: 'merge', missing: ['message', 'author', 'timestamp', 'parents'] });
  expect(facts.commit).toEqual({
    sha1: head,
    branch: 'fix-tax',
    url: `https://github.com/acme/app/commit/${head}`,
  });
  expect(facts.notices).toEqual([expect.stringMatching(/message, author, timestamp, parents\..*`fetch-depth: 2`/)]);
});

test('a pull request’s head of depth 1, checked out by itself, is read with all its parents', async () => {
  const { directory, head, merged } = pullRequestRepository();
  const clone = cloneShallow(directory, 'fix-tax');
  const facts = await collect(clone, onGitHub('pull_request', { sha: merged, payload: pullRequest(head) }));
  expect(facts).toMatchObject({
    commit: { sha1: head, parents: [git(directory, ['rev-parse', `${head}^`])] },
    builtSha: head,
    checkout: 'subject',
    missing: [],
  });
});

test('an octopus merge is a merge of each of its parents', async () => {
  const { directory, head } = pullRequestRepository();
  git(directory, ['checkout', '--quiet', '-b', 'third', 'main~1']);
  const third = commit(directory, 'A third');
  git(directory, ['checkout', '--quiet', '--detach', 'main']);
  const octopus = merge(directory, third, head);
  for (const parent of [head, third]) {
    const facts = await collect(directory, onGitHub('pull_request', { payload: pullRequest(parent) }));
    expect(facts).toMatchObject({ commit: { sha1: parent }, builtSha: octopus, checkout: 'merge' });
  }
});

test.each([
  ['pull_request', pullRequest, 'ref: ${{ github.event.pull_request.head.sha }}'],
  ['pull_request_target', pullRequest, 'ref: ${{ github.event.pull_request.head.sha }}'],
  ['merge_group', mergeGroup, 'ref: ${{ github.event.merge_group.head_sha }}'],
  ['workflow_run', workflowRun, 'ref: ${{ github.event.workflow_run.head_sha }}'],
  ['push', push, 'ref: ${{ github.sha }}'],
] as const)('on %s a checkout of another commit is refused, with the line to add', async (name, payload, line) => {
  const { directory, base, head } = pullRequestRepository();
  git(directory, ['checkout', '--quiet', 'main']);
  const error = await failure(collect(directory, onGitHub(name, { sha: base, payload: payload(head) })));
  expect(error.code).toBe('wrong-commit');
  expect(error.message).toContain(base);
  expect(error.message).toContain(head);
  expect(error.message).toContain(`\`${name}\``);
  expect(error.fix).toContain(line);
});

test('the child of a commit is not that commit: a step that commits before it attests is refused', async () => {
  const directory = makeRepository();
  const parent = commit(directory);
  commit(directory, 'Bump the version');
  expect(await failure(collect(directory, onGitHub('push', { sha: parent, payload: push(parent) })))).toMatchObject({
    code: 'wrong-commit',
  });
});

test('the grandparent of a merge commit is not built by it', async () => {
  const { directory } = pullRequestRepository();
  const root = git(directory, ['rev-parse', 'main~1']);
  expect(await failure(collect(directory, onGitHub('pull_request', { payload: pullRequest(root) })))).toMatchObject({
    code: 'wrong-commit',
  });
});

test('the fork’s code is not recommended where the secrets are', async () => {
  const { directory, head } = pullRequestRepository();
  git(directory, ['checkout', '--quiet', 'main']);
  const event = onGitHub('pull_request_target', { payload: pullRequest(head, 'mallory/app') });
  expect((await failure(collect(directory, event))).fix).toContain('in a `pull_request` workflow instead');
});

test('a merge commit on another event than a pull request is told', async () => {
  const { directory, base, merged } = pullRequestRepository();
  const facts = await collect(directory, onGitHub('push', { sha: base, payload: push(base) }));
  expect(facts).toMatchObject({ commit: { sha1: base }, checkout: 'merge', notices: [expect.stringContaining(merged.slice(0, 12))] });
});

test('a release’s annotated tag stands for its commit', async () => {
  const directory = makeRepository();
  const sha = commit(directory);
  git(directory, ['tag', '--annotate', '--message', 'First', 'v1']);
  const tag = git(directory, ['rev-parse', 'v1']);
  expect(tag).not.toBe(sha);
  for (const named of [sha, tag]) {
    const event = onGitHub('release', { sha: named, ref: 'refs/tags/v1', refName: 'v1', payload: { release: { tag_name: 'v1' } } });
    const facts = await collect(directory, event);
    expect(facts).toMatchObject({ commit: { sha1: sha }, checkout: 'subject', missing: [] });
    expect(facts.commit).not.toHaveProperty('branch');
  }
});

test('without a checkout the event tells what it can', async () => {
  const sha = 'a'.repeat(40);
  const directory = temporaryDirectory();
  const facts = await collect(directory, onGitHub('push', { sha, payload: push(sha) }));
  expect(facts).toMatchObject({ builtSha: undefined, checkout: 'none', missing: ['parents'] });
  expect(facts.commit).toMatchObject({ sha1: sha, author: 'Ada Lovelace <ada@example.com>', timestamp: 1_767_323_045, branch: 'main' });
  expect(facts.notices).toEqual([expect.stringContaining(directory), expect.stringContaining('parents')]);
});

test('a directory that does not exist is no checkout', async () => {
  const sha = 'a'.repeat(40);
  expect(await collect(join(temporaryDirectory(), 'absent'), onGitHub('push', { sha, payload: push(sha) }))).toMatchObject({
    checkout: 'none',
  });
});

test('without an event the commit is HEAD', async () => {
  const directory = makeRepository();
  const sha = commit(directory);
  expect(await collect(directory, onLaptop)).toMatchObject({ commit: { sha1: sha, branch: 'main' }, builtSha: sha, checkout: 'subject' });
});

test('without an event and a checkout, or before the first commit, no commit is known', async () => {
  expect(await failure(collect(temporaryDirectory(), onLaptop))).toMatchObject({ code: 'unknown-commit' });
  expect(await failure(collect(makeRepository(), onLaptop))).toMatchObject({ code: 'unknown-commit' });
});

test('a checkout without a commit is not the event’s commit', async () => {
  const sha = 'a'.repeat(40);
  expect(await failure(collect(makeRepository(), onGitHub('push', { sha, payload: push(sha) })))).toMatchObject({ code: 'wrong-commit' });
});

test('HEAD does not stand in for a head that the event should have named', async () => {
  const { directory, merged } = pullRequestRepository();
  expect(await failure(collect(directory, onGitHub('pull_request', { sha: merged, payload: {} })))).toMatchObject({
    code: 'unknown-commit',
  });
});

test('the work tree is found from a directory inside it, and a linked work tree is one too', async () => {
  const directory = makeRepository();
  const sha = commit(directory);
  const inside = join(directory, 'packages', 'app');
  mkdirSync(inside, { recursive: true });
  expect(await collect(inside, onLaptop)).toMatchObject({ builtSha: sha });

  const linked = join(directory, 'linked');
  git(directory, ['worktree', 'add', '--quiet', '-b', 'side', linked]);
  const side = commit(linked, 'On the side');
  expect(await collect(linked, onLaptop)).toMatchObject({ builtSha: side, commit: { branch: 'side' } });
  expect(await collect(inside, onLaptop)).toMatchObject({ builtSha: sha, commit: { branch: 'main' } });
});

test('a checkout whose repository is out of reach is not taken for no checkout', async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, '.git'), 'gitdir: /nonexistent/worktrees/app\n');
  const sha = 'a'.repeat(40);
  const error = await failure(collect(directory, onGitHub('push', { sha, payload: push(sha) })));
  expect(error).toMatchObject({ code: 'unknown-commit', message: expect.stringContaining('/nonexistent/worktrees/app') });
});

test('a commit that the caller names must be built too, and takes nothing from an event about another', async () => {
  const directory = makeRepository();
  const first = commit(directory, 'First');
  const second = commit(directory, 'Second');
  const event = onGitHub('push', { sha: first, payload: push(first) });
  const facts = await collect(directory, event, { sha: second.toUpperCase() });
  expect(facts).toMatchObject({ commit: { sha1: second, message: 'Second', branch: 'main' }, checkout: 'subject' });
  expect(facts.commit).not.toHaveProperty('author_username');

  const error = await failure(collect(directory, onLaptop, { sha: first }));
  expect(error).toMatchObject({ code: 'wrong-commit', fix: expect.stringContaining(`ref: ${first}`) });
  await expect(collect(directory, event, { sha: 'HEAD' })).rejects.toThrow(UsageError);
});

test('names of 64 digits are not cut to fit', async () => {
  const directory = temporaryDirectory();
  git(directory, ['init', '--quiet', '--object-format=sha256']);
  commit(directory);
  expect(await failure(collect(directory, onLaptop))).toMatchObject({
    code: 'unknown-commit',
    message: expect.stringContaining('SHA-256'),
  });
});
