import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { gitEnvironment, runGit } from '../../src/git/run-git.ts';
import { readGitFacts, type EventFacts, type GitFacts } from '../../src/git/index.ts';
import { commit, git, makeRepository, removeRepositories, temporaryDirectory } from '../support/git.ts';
import { onGitHub, onLaptop, pullRequest, push } from './events.ts';

beforeEach(() => {
  vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');
  vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1');
});
afterEach(() => {
  vi.unstubAllEnvs();
});
afterAll(removeRepositories);

function collect(directory: string, event: EventFacts): Promise<GitFacts> {
  return readGitFacts({ directory, event });
}

/** Puts a program named `git` before the real one on PATH; `$real` in it runs the real one. */
function wrapGit(script: string): void {
  const directory = temporaryDirectory();
  const real = git(directory, ['--exec-path']);
  writeFileSync(join(directory, 'git'), `#!/bin/sh\nreal="${real}/git"\n${script}\n`);
  chmodSync(join(directory, 'git'), 0o755);
  vi.stubEnv('PATH', `${directory}${delimiter}${process.env['PATH']}`);
}

test('a checkout of another user is read, from a directory inside it too', async () => {
  const directory = makeRepository();
  const sha = commit(directory);
  const inside = join(directory, 'inside');
  mkdirSync(inside);
  wrapGit('export GIT_TEST_ASSUME_DIFFERENT_OWNER=1\nexec "$real" "$@"');
  expect(await collect(inside, onLaptop)).toMatchObject({ builtSha: sha, commit: { branch: 'main' } });
});

test('nothing that the repository’s configuration names is run', async () => {
  const directory = makeRepository({ origin: 'https://github.com/acme/app.git' });
  const sha = commit(directory);
  const proof = join(temporaryDirectory(), 'ran');
  const program = join(directory, 'program.sh');
  writeFileSync(program, `#!/bin/sh\necho "$0 $@" >> '${proof}'\nexit 1\n`);
  chmodSync(program, 0o755);
  const empty = makeRepository();
  const settings: Record<string, string> = {
    'core.repositoryFormatVersion': '1',
    'extensions.partialClone': 'evil',
    'remote.evil.url': `file://${empty}`,
    'remote.evil.promisor': 'true',
    'remote.evil.partialCloneFilter': 'blob:none',
    'remote.evil.uploadPack': program,
    'core.fsmonitor': program,
    'core.pager': program,
    'core.sshCommand': program,
    'core.gitProxy': program,
    'core.editor': program,
    'core.askPass': program,
    'credential.helper': program,
    'pager.cat-file': program,
    'pager.config': program,
    'alias.cat-file': `!${program}`,
    'alias.config': `!${program}`,
    'alias.symbolic-ref': `!${program}`,
  };
  for (const [key, value] of Object.entries(settings)) git(directory, ['config', key, value]);
  // The head is absent from this clone: a partial clone would fetch it.
  const absent = 'a'.repeat(40);
  await expect(collect(directory, onGitHub('pull_request', { sha, payload: pullRequest(absent) }))).rejects.toMatchObject({
    code: 'wrong-commit',
  });
  expect(await collect(directory, onLaptop)).toMatchObject({ builtSha: sha });
  expect(existsSync(proof)).toBe(false);
  // The trap works for a git that is not held back.
  expect(() => git(directory, ['cat-file', '-p', absent])).toThrow('Command failed');
  expect(existsSync(proof)).toBe(true);
});

test('variables of a surrounding git, as in a hook, do not lead to another repository', async () => {
  const directory = makeRepository();
  const sha = commit(directory, 'Here');
  const other = makeRepository();
  commit(other, 'There');
  vi.stubEnv('GIT_DIR', join(other, '.git'));
  vi.stubEnv('GIT_WORK_TREE', other);
  vi.stubEnv('GIT_OBJECT_DIRECTORY', join(other, '.git', 'objects'));
  expect(await collect(directory, onLaptop)).toMatchObject({ builtSha: sha, commit: { message: 'Here' } });
});

test('git gets neither the action’s inputs nor the runner’s tokens', () => {
  const environment = gitEnvironment({
    PATH: '/bin',
    HOME: '/root',
    'INPUT_API-TOKEN': 'secret',
    ACTIONS_RUNTIME_TOKEN: 'secret',
    EVIDENCE_API_TOKEN: 'secret',
    GIT_TRACE: '1',
    GIT_CEILING_DIRECTORIES: '/work',
  });
  expect(JSON.stringify(environment)).not.toContain('secret');
  expect(environment).toMatchObject({
    PATH: '/bin',
    HOME: '/root',
    GIT_CEILING_DIRECTORIES: '/work',
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
  });
  expect(environment).not.toHaveProperty('GIT_TRACE');
});

test('a bare repository inside a checkout does not take its place', async () => {
  const directory = makeRepository();
  commit(directory);
  const planted = join(directory, 'fixtures');
  git(directory, ['clone', '--quiet', '--bare', directory, planted]);
  await expect(collect(planted, onLaptop)).rejects.toMatchObject({ code: 'unknown-commit' });
});

describe('a git that is not there', () => {
  const sha = 'a'.repeat(40);
  const event = onGitHub('push', { sha, payload: push(sha) });

  test('is no matter without a checkout', async () => {
    const directory = temporaryDirectory();
    vi.stubEnv('PATH', '/nonexistent');
    expect(await collect(directory, event)).toMatchObject({ commit: { sha1: sha }, checkout: 'none' });
  });

  test('cannot vouch for a checkout', async () => {
    const directory = makeRepository();
    const inside = join(directory, 'inside');
    mkdirSync(inside);
    vi.stubEnv('PATH', '/nonexistent');
    await expect(collect(inside, event)).rejects.toMatchObject({ code: 'unknown-commit', fix: expect.stringContaining('Install git') });
  });
});

test('a git that floods its output is stopped', async () => {
  const directory = makeRepository();
  commit(directory);
  wrapGit('exec yes');
  await expect(collect(directory, onLaptop)).rejects.toMatchObject({ code: 'unknown-commit', message: expect.stringContaining('16 MiB') });
});

test('a git that hangs is stopped', async () => {
  wrapGit('exec sleep 60');
  expect(await runGit(temporaryDirectory(), ['version'], { timeLimit: 200 })).toEqual({ kind: 'stopped', why: 'time' });
});

test.each([
  ['an event on GitHub', true, 1],
  ['a laptop', false, 3],
])('%s costs few calls of git', async (_, onHost, most) => {
  const directory = makeRepository({ origin: 'https://github.com/acme/app.git' });
  const sha = commit(directory);
  const calls = join(temporaryDirectory(), 'calls');
  wrapGit(`echo "$@" >> '${calls}'\nexec "$real" "$@"`);
  await collect(directory, onHost ? onGitHub('push', { sha, payload: push(sha) }) : onLaptop);
  expect(readFileSync(calls, 'utf8').trim().split('\n')).toHaveLength(most);
});
