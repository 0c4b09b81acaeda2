import { cpSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { EvidenceError } from '../../src/errors/index.ts';
import {
  isTestMerge,
  parentsFromApi,
  readGitFacts,
  subjectOf,
  type GitFactsOptions,
  type EventFacts,
  type GitFacts,
} from '../../src/git/index.ts';
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

function read(directory: string, event: EventFacts, options: Partial<GitFactsOptions> = {}): Promise<GitFacts> {
  return readGitFacts({ directory, event, ...options });
}

async function failure(promise: Promise<unknown>): Promise<EvidenceError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof EvidenceError)) throw new Error('expected an EvidenceError', { cause: error });
  return error;
}

/** `main` with a base, and next to it a pull request's head. `merged` is the commit that GitHub would build. */
function pullRequestRepository(): ReturnType<typeof makePullRequest> {
  made ??= makePullRequest();
  const directory = temporaryDirectory();
  cpSync(made.directory, directory, { recursive: true });
  return { ...made, directory };
}

/** It is made once, and copied: its commits are the same ones each time. */
let made: ReturnType<typeof makePullRequest> | undefined;

function makePullRequest(): { directory: string; base: string; head: string; merged: string } {
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
  const facts = await read(directory, onGitHub('pull_request', { sha: merged, payload: pullRequest(head) }));
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
  const facts = await read(clone, onGitHub('pull_request', { sha: merged, payload: pullRequest(head) }));
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
  const facts = await read(clone, onGitHub('pull_request', { sha: merged, payload: pullRequest(head) }));
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
    const facts = await read(directory, onGitHub('pull_request', { payload: pullRequest(parent) }));
    expect(facts).toMatchObject({ commit: { sha1: parent }, builtSha: octopus, checkout: 'merge' });
  }
});

test.each([
  ['pull_request', pullRequest, 'ref: ${{ github.event.pull_request.head.sha }}'],
  ['merge_group', mergeGroup, 'ref: ${{ github.event.merge_group.head_sha }}'],
  ['workflow_run', (head: string) => workflowRun(head, 'acme/app', 'push'), 'ref: ${{ github.event.workflow_run.head_sha }}'],
  ['push', push, 'ref: ${{ github.sha }}'],
] as const)('on %s a checkout of another commit is refused, with the line to add', async (name, payload, line) => {
  const { directory, base, head } = pullRequestRepository();
  git(directory, ['checkout', '--quiet', 'main']);
  const error = await failure(read(directory, onGitHub(name, { sha: base, payload: payload(head) })));
  expect(error.code).toBe('wrong-commit');
  expect(error.message).toContain(base);
  expect(error.message).toContain(head);
  expect(error.message).toContain(`\`${name}\``);
  expect(error.fix).toContain(line);
});

test('on a check, whose commit no expression names, the line to add has the commit itself', async () => {
  const { directory, base, head } = pullRequestRepository();
  git(directory, ['checkout', '--quiet', 'main']);
  const error = await failure(read(directory, onGitHub('check_run', { sha: base, payload: { check_run: { head_sha: head } } })));
  expect([error.code, error.fix]).toEqual(['wrong-commit', expect.stringContaining(`    ref: ${head}\n`)]);
});

test('the child of a commit is not that commit: a step that commits before it attests is refused', async () => {
  const directory = makeRepository();
  const parent = commit(directory);
  commit(directory, 'Bump the version');
  expect(await failure(read(directory, onGitHub('push', { sha: parent, payload: push(parent) })))).toMatchObject({
    code: 'wrong-commit',
  });
});

test('the grandparent of a merge commit is not built by it', async () => {
  const { directory } = pullRequestRepository();
  const root = git(directory, ['rev-parse', 'main~1']);
  expect(await failure(read(directory, onGitHub('pull_request', { payload: pullRequest(root) })))).toMatchObject({
    code: 'wrong-commit',
  });
});

test.each([
  ['pull_request_target', pullRequest],
  ['workflow_run', workflowRun],
] as const)('on %s nobody is told to check out a pull request: a fork’s would run where the secrets are', async (name, payload) => {
  const { directory, head } = pullRequestRepository();
  git(directory, ['checkout', '--quiet', 'main']);
  for (const from of ['acme/app', 'mallory/app'] as const) {
    const { code, fix } = await failure(read(directory, onGitHub(name, { payload: payload(head, from) })));
    expect(code).toBe('wrong-commit');
    expect(fix).not.toMatch(/actions\/checkout|ref:/);
    expect(fix).toContain('docs/forks.md');
  }
});

test('what follows a push is told to check out nothing of a pull request', async () => {
  const { directory, head } = pullRequestRepository();
  git(directory, ['checkout', '--quiet', 'main']);
  const error = await failure(read(directory, onGitHub('workflow_run', { payload: workflowRun(head, 'acme/app', 'push') })));
  expect(error.fix).toContain("if: ${{ github.event.workflow_run.event == 'push' }}");
});

test.each([
  [['a', 'b'], true],
  [['b', 'a'], false],
  [['b'], false],
  [['a', 'b', 'b'], false],
  [[], false],
])('a commit with the parents %j is the merge that tests a pull request with the head b: %s', (parents, isMerge) => {
  expect(isTestMerge(parents, 'b')).toBe(isMerge);
});

test('parents are taken from an answer about the commit alone, all or none', () => {
  const [sha, parent] = ['a'.repeat(40), 'b'.repeat(40)];
  expect(parentsFromApi({ sha, parents: [{ sha: parent }] }, sha)).toEqual([parent]);
  expect(parentsFromApi({ sha: parent, parents: [] }, sha)).toBeUndefined();
  expect(parentsFromApi({ sha, parents: [{ sha: parent }, {}] }, sha)).toBeUndefined();
});

test('a repository that names its commits by SHA-256 is refused', async () => {
  const directory = temporaryDirectory();
  git(directory, ['init', '--quiet', '--object-format=sha256']);
  commit(directory);
  expect(await failure(read(directory, onLaptop))).toMatchObject({ code: 'unknown-commit', message: expect.stringContaining('SHA-256') });
});

test('an event that is about no commit says why', async () => {
  const { directory } = pullRequestRepository();
  const deleted = onGitHub('push', { payload: { ...push('0'.repeat(40)), deleted: true } });
  expect(await failure(read(directory, deleted))).toMatchObject(subjectOf(deleted).unknown ?? {});
});

test('a run that follows one of a release is on its tag', () => {
  const { branch, tag } = subjectOf(onGitHub('workflow_run', { payload: workflowRun('a'.repeat(40), 'acme/app', 'release') }));
  expect([branch, tag]).toEqual([undefined, 'fix-tax']);
});
