import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { mergesAlone, openObjectStore, readBlobs, treeChanges, type ObjectStore } from '../../src/git/index.ts';
import { askHalves } from '../../src/git/object-store.ts';
import { gitEnvironment, printedBy, runGit, shaPrinted } from '../../src/git/run-git.ts';
import { commit, git, makeRepository, removeRepositories, temporaryDirectory } from '../support/git.ts';

const opened: ObjectStore[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const store of opened.splice(0)) await store[Symbol.asyncDispose]();
});
afterAll(removeRepositories);

async function open(directory: string): Promise<ObjectStore> {
  const store = await openObjectStore(directory);
  opened.push(store);
  return store;
}

/** Commits files. Gives the tree. */
function write(directory: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(directory, path, '..'), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  git(directory, ['add', '--all']);
  commit(directory);
  return git(directory, ['rev-parse', 'HEAD^{tree}']);
}

/** A program named `git` before the real one, which is `$real` in it. */
function wrapGit(script: string): void {
  const directory = temporaryDirectory();
  const real = join(git(directory, ['--exec-path']), 'git');
  writeFileSync(join(directory, 'git'), `#!/bin/sh\nreal="${real}"\n${script}\n`, { mode: 0o755 });
  vi.stubEnv('PATH', `${directory}${delimiter}${process.env['PATH']}`);
}

describe('a clone that cannot be audited', () => {
  it.each([
    [
      'a shallow one',
      (at: string) => writeFileSync(join(at, '.git', 'shallow'), `${git(at, ['rev-parse', 'HEAD'])}\n`),
      'is a shallow clone',
      'Run `git fetch --unshallow` in it; in a workflow give actions/checkout fetch-depth: 0',
    ],
    [
      'a partial one',
      (at: string) => git(at, ['config', 'remote.origin.partialclonefilter', 'blob:none']),
      'is a partial clone, without all of its objects',
      'Clone again without --filter',
    ],
  ])('%s is refused, with what to do', async (_, spoil, why, fix) => {
    const directory = makeRepository();
    commit(directory);
    spoil(directory);
    await expect(open(directory)).rejects.toMatchObject({
      code: 'unknown-commit',
      message: `${directory} cannot be audited: it ${why}`,
      fix,
    });
  });

  it.each([
    ['no repository', ['status'], 'is in no git repository', 'Run this in a clone of the repository'],
    ['a bare one', ['init', '--quiet', '--bare'], 'is a bare repository', 'Run this in a clone with a work tree'],
    [
      'one of SHA-256',
      ['init', '--quiet', '--object-format=sha256'],
      'names its commits by sha256, and GitHub by sha1',
      'Run this in a clone of the repository on GitHub',
    ],
  ])('%s is refused, with what to do', async (_, [command = '', ...more], why, fix) => {
    const directory = temporaryDirectory();
    if (command !== 'status') git(directory, [command, ...more]);
    await expect(open(directory)).rejects.toMatchObject({ message: `${directory} cannot be audited: it ${why}`, fix });
  });

  it('is not one whose objects lie elsewhere, as in a linked work tree', async () => {
    const directory = makeRepository();
    const tree = write(directory, { a: '1' });
    const linked = join(temporaryDirectory(), 'linked');
    git(directory, ['worktree', 'add', '--quiet', linked]);
    const store = await open(linked);
    expect((await treeChanges(store, [{ from: tree, to: tree }], 'whole'))[0]).toEqual([]);
  });

  it.each([
    ['yes', 'output'],
    ['sleep 9', 'time'],
  ])('is told by what stopped git: %s', async (program, what) => {
    const directory = makeRepository();
    commit(directory);
    const store = await open(directory);
    wrapGit(`exec ${program}`);
    await expect(store.read(['version'], 'a version', { timeLimit: what === 'time' ? 200 : 9000, sizeLimit: 1000 })).rejects.toThrow(
      `The history is not all in the clone in ${directory}: a version: git was stopped: too much ${what}`,
    );
  });
});

describe('objects', () => {
  it('are read up to the limit and no byte more', async () => {
    const directory = makeRepository();
    write(directory, { fits: 'x'.repeat(10), large: 'x'.repeat(11), none: '' });
    const shas = ['fits', 'large', 'none'].map((path) => git(directory, ['rev-parse', `HEAD:${path}`]));
    const found = await readBlobs(await open(directory), [...shas, git(directory, ['rev-parse', 'HEAD'])], 10);
    expect([...found.values()]).toEqual([
      { kind: 'text', text: 'x'.repeat(10) },
      { kind: 'too-large' },
      { kind: 'text', text: '' },
      { kind: 'missing' },
    ]);
  });

  it('differ in what was added, deleted, changed, and made another type', async () => {
    const directory = makeRepository();
    const from = write(directory, { changed: '1', gone: '1', kept: '1', link: '1' });
    git(directory, ['rm', '--quiet', 'gone']);
    const program = git(directory, ['hash-object', '-w', '--stdin'], 'changed');
    git(directory, ['update-index', '--add', '--cacheinfo', `120000,${program},link`, '--cacheinfo', `100755,${program},added`]);
    git(directory, ['update-index', '--cacheinfo', `100755,${program},changed`]);
    const to = git(directory, ['write-tree']);
    const one = git(directory, ['rev-parse', `${from}:changed`]);
    const [changes] = await treeChanges(await open(directory), [{ from, to }], 'whole');
    const zeros = '0'.repeat(40);
    expect(changes).toEqual([
      { path: 'added', status: 'A', oldMode: '000000', mode: '100755', oldObject: zeros, object: program },
      { path: 'changed', status: 'M', oldMode: '100644', mode: '100755', oldObject: one, object: program },
      { path: 'gone', status: 'D', oldMode: '100644', mode: '000000', oldObject: one, object: zeros },
      { path: 'link', status: 'T', oldMode: '100644', mode: '120000', oldObject: one, object: program },
    ]);
  });

  it('are asked for in halves, down to the one that spoils the call', async () => {
    const asked: string[] = [];
    await askHalves(['a', 'b', 'bad', 'c', 'd'], async (some) => {
      asked.push(some.join(' '));
      return !some.includes('bad');
    });
    expect(asked).toEqual(['a b bad c d', 'a b bad', 'a b', 'bad', 'c d']);
    await askHalves([], () => Promise.reject(new Error('never asked')));
  });
});

describe('merging again', () => {
  it('tells each merge of a call apart, also after one with conflicts in several files', async () => {
    const directory = makeRepository();
    write(directory, { one: '1\n', two: '1\n', three: '1\n' });
    git(directory, ['checkout', '--quiet', '-b', 'side']);
    write(directory, { one: 'side\n', two: 'side\n' });
    const side = git(directory, ['rev-parse', 'HEAD']);
    git(directory, ['checkout', '--quiet', '-b', 'easy', 'main']);
    write(directory, { three: 'easy\n' });
    const easy = git(directory, ['rev-parse', 'HEAD']);
    git(directory, ['checkout', '--quiet', 'main']);
    write(directory, { one: 'main\n', two: 'main\n' });
    const main = git(directory, ['rev-parse', 'HEAD']);
    git(directory, ['merge', '--quiet', '--no-ff', '--message', 'Easy', easy]);
    const tree = git(directory, ['rev-parse', 'HEAD^{tree}']);
    const merges = [
      { sha: '1'.repeat(40), tree, parents: [main, side] },
      { sha: '2'.repeat(40), tree, parents: [main, easy] },
      { sha: '3'.repeat(40), tree, parents: [main, side] },
      { sha: '4'.repeat(40), tree: git(directory, ['rev-parse', `${main}^{tree}`]), parents: [main, easy] },
    ];
    const found = await mergesAlone(await open(directory), merges);
    expect([...found.values()]).toEqual([false, true, false, false]);
  });

  it.each([
    ['git version 2.38.5', null],
    ['git version 2.39.0', true],
    ['git version 1.39', null],
    ['git version 3.0.0', true],
    ['a git', null],
  ])('is asked of %s: %s', async (version, found) => {
    const directory = makeRepository();
    const tree = write(directory, { a: '1' });
    const sha = git(directory, ['rev-parse', 'HEAD']);
    const store = await open(directory);
    wrapGit(`case "$*" in *" version") echo "${version}";; *) exec "$real" "$@";; esac`);
    expect([...(await mergesAlone(store, [{ sha, tree, parents: [sha, sha] }])).values()]).toEqual([found]);
  });
});

describe('git', () => {
  it('has an exit code where it ended, and none where it was killed', async () => {
    const directory = temporaryDirectory();
    wrapGit('echo "why" >&2\nexit 3');
    expect(await runGit(directory, ['version'])).toEqual({ kind: 'failed', exitCode: 3, stderr: 'why\n' });
    vi.unstubAllEnvs();
    wrapGit('kill -9 $$');
    expect(await runGit(directory, ['version'])).toMatchObject({ kind: 'failed', exitCode: undefined });
    vi.unstubAllEnvs();
    wrapGit('exec yes');
    expect(await runGit(directory, ['version'], { sizeLimit: 9 })).toEqual({ kind: 'stopped', why: 'size' });
  });

  it('prints a text without its last line break, or nothing', async () => {
    const directory = temporaryDirectory();
    for (const [printed, text] of [
      ['a\\n', 'a'],
      ['a\\r\\n', 'a'],
      [' a \\n\\n', ' a \n'],
      ['\\n', undefined],
    ] as const) {
      vi.unstubAllEnvs();
      wrapGit(`printf '${printed}'`);
      expect(await printedBy(directory, ['version'])).toBe(text);
    }
  });

  it('names a commit by forty digits and nothing else', () => {
    const sha = 'a1'.repeat(20);
    const of = (text: string) => shaPrinted({ kind: 'done', stdout: Buffer.from(text) });
    expect([of(` ${sha}\n`), of(sha.slice(1)), of(`${sha}0`), of(`x ${sha}`), of(sha.toUpperCase())]).toEqual([sha, ...Array(4)]);
    expect(shaPrinted({ kind: 'missing' })).toBeUndefined();
  });

  it('keeps of the variables what configures it, and none that points it elsewhere or holds a secret', () => {
    const kept = ['CEILING_DIRECTORIES', 'CONFIG_GLOBAL', 'CONFIG_NOSYSTEM', 'CONFIG_SYSTEM', 'DISCOVERY_ACROSS_FILESYSTEM', 'EXEC_PATH'];
    const left = ['GIT_DIR', 'git_work_tree', 'INPUT_TOKEN', 'Actions_ID_TOKEN', 'EVIDENCE_API_TOKEN'];
    const others = ['MY_GIT_DIR', 'GITHUB_SHA', 'PATH'];
    const names = [...kept.map((name) => `GIT_${name}`), 'git_ceiling_directories', ...left, ...others];
    expect(Object.keys(gitEnvironment(Object.fromEntries(names.map((name) => [name, 'x'])))).toSorted()).toEqual(
      [
        ...names.filter((name) => !left.includes(name)),
        'GIT_TERMINAL_PROMPT',
        'GIT_OPTIONAL_LOCKS',
        'GIT_NO_LAZY_FETCH',
        'GIT_ALLOW_PROTOCOL',
        'LC_ALL',
      ].toSorted(),
    );
  });
});
