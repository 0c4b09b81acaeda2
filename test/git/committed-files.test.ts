import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkoutTimes, committedFiles } from '../../src/git/index.ts';
import { commit, git, makeRepository, removeRepositories, temporaryDirectory } from '../support/git.ts';

beforeEach(() => {
  vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');
  vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1');
});
afterEach(() => {
  vi.unstubAllEnvs();
});
afterAll(removeRepositories);

/** Writes files below a directory; gives their paths. */
function write(directory: string, files: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(files).map(([name, text]) => {
    const path = join(directory, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  });
}

function repositoryWith(files: Readonly<Record<string, string>>, directory = makeRepository()): string {
  write(directory, files);
  git(directory, ['add', '--all']);
  commit(directory);
  return directory;
}

/** The names of those that are committed, from the directory on. */
async function committedIn(directory: string, names: readonly string[]): Promise<readonly string[]> {
  const { committed, unasked } = await committedFiles(names.map((name) => join(directory, name)));
  expect(unasked).toEqual([]);
  return names.filter((name) => committed.has(join(directory, name)));
}

test('a file with the content of the index is committed; a new one, and one that was written anew, are not', async () => {
  const directory = repositoryWith({ 'old.xml': 'a', 'again.xml': 'a', 'reports/deep.xml': 'd' });
  write(directory, { 'again.xml': 'b', 'new.xml': 'a' });
  expect(await committedIn(directory, ['old.xml', 'again.xml', 'reports/deep.xml', 'new.xml'])).toEqual(['old.xml', 'reports/deep.xml']);
});

test('neither times nor bits of the index decide', async () => {
  const directory = repositoryWith({ 'touched.xml': 'a', 'assumed.xml': 'b', 'skipped.xml': 'c', 'changed.xml': 'd' });
  utimesSync(join(directory, 'touched.xml'), new Date(), new Date());
  git(directory, ['update-index', '--assume-unchanged', 'assumed.xml', 'changed.xml']);
  git(directory, ['update-index', '--skip-worktree', 'skipped.xml']);
  const { committed } = await committedFiles(['touched.xml', 'skipped.xml'].map((name) => join(directory, name)));
  expect([...committed.values()].map(({ isSkipped }) => isSkipped)).toEqual([false, true]);
  write(directory, { 'changed.xml': 'D' });
  const names = ['touched.xml', 'assumed.xml', 'skipped.xml', 'changed.xml'];
  expect(await committedIn(directory, names)).toEqual(names.slice(0, 3));
});

test('git’s filters decide: line ends, and a program that the user set', async () => {
  const directory = makeRepository();
  git(directory, ['config', 'filter.upper.clean', 'tr a-z A-Z']);
  repositoryWith(
    { '.gitattributes': '*.xml text eol=crlf\nreports/*.txt filter=upper\n', 'a.xml': 'a\n', 'reports/b.txt': 'b' },
    directory,
  );
  write(directory, { 'a.xml': 'a\r\n', 'reports/b.txt': 'B' });
  expect(await committedIn(directory, ['a.xml', 'reports/b.txt'])).toEqual(['a.xml', 'reports/b.txt']);
  write(directory, { 'a.xml': 'a\r\nb' });
  expect(await committedIn(directory, ['a.xml'])).toEqual([]);
});

test('line ends that were committed before git was told to change them are committed all the same', async () => {
  const directory = repositoryWith({ 'a.xml': 'a\r\n' });
  git(directory, ['config', 'core.autocrlf', 'true']);
  expect(await committedIn(directory, ['a.xml'])).toEqual(['a.xml']);
});

test('a filter that fails leaves open what its file holds, and finds the others', async () => {
  const directory = repositoryWith({ 'a.xml': 'a', 'b.bin': 'b' });
  write(directory, { '.gitattributes': '*.bin filter=none\n', 'b.bin': 'B' });
  git(directory, ['config', 'filter.none.clean', 'false']);
  git(directory, ['config', 'filter.none.required', 'true']);
  const paths = ['a.xml', 'b.bin'].map((name) => join(directory, name));
  const { committed, unasked } = await committedFiles(paths);
  expect([...committed.keys()]).toEqual([paths[0]]);
  expect(unasked).toMatchObject([{ files: [paths[1]], why: expect.stringContaining('filter') }]);
});

test('the repository around the file answers: a second checkout, a linked work tree, a submodule', async () => {
  const outer = repositoryWith({ 'here.xml': 'h' });
  const inner = join(outer, 'second');
  git(outer, ['clone', '--quiet', repositoryWith({ 'there.xml': 't' }), inner]);
  git(outer, ['worktree', 'add', '--quiet', join(outer, 'linked')]);
  git(outer, ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'module']);
  write(outer, { 'second/new.xml': 'n', 'linked/new.xml': 'n', 'module/new.xml': 'n' });
  const old = ['here.xml', 'second/there.xml', 'linked/here.xml', 'module/there.xml'];
  expect(await committedIn(outer, [...old, 'second/new.xml', 'linked/new.xml', 'module/new.xml'])).toEqual(old);
  const { committed } = await committedFiles([join(inner, 'there.xml')]);
  expect([...committed.values()]).toEqual([{ root: inner, name: 'there.xml', isSkipped: false }]);
});

test('a .git in between that is no repository does not hide the one around', async () => {
  const directory = repositoryWith({ 'reports/a.xml': 'a' });
  mkdirSync(join(directory, 'reports', '.git'));
  expect(await committedIn(directory, ['reports/a.xml'])).toEqual(['reports/a.xml']);
  write(directory, { 'reports/.git/HEAD': 'ref: refs/heads/main\n' });
  expect(await committedIn(directory, ['reports/a.xml'])).toEqual(['reports/a.xml']);
});

test('a sparse checkout with a sparse index is asked as well', async () => {
  const directory = repositoryWith({ 'reports/a.xml': 'a', 'src/b.txt': 'b' });
  git(directory, ['sparse-checkout', 'set', '--cone', '--sparse-index', 'src']);
  write(directory, { 'reports/a.xml': 'a' });
  expect(await committedIn(directory, ['reports/a.xml'])).toEqual(['reports/a.xml']);
});

test('a link belongs to the file that it leads to', async () => {
  const directory = repositoryWith({ 'kept/a.xml': 'a' });
  symlinkSync('kept/a.xml', join(directory, 'link.xml'));
  writeFileSync(join(directory, 'fresh.xml'), 'f');
  symlinkSync('fresh.xml', join(directory, 'tracked-link.xml'));
  git(directory, ['add', 'tracked-link.xml']);
  expect(await committedIn(directory, ['link.xml', 'tracked-link.xml'])).toEqual(['link.xml']);
});

test('odd names are asked about as they are', async () => {
  const names = ['*.xml', '[ab].xml', ':(top)x.xml', '"q.xml', 'a\nb.xml', 'a\\n.xml', ' space.xml ', '-x.xml', 'größe.xml', '"a\rb"'];
  const directory = repositoryWith(Object.fromEntries(names.map((name) => [name, name])));
  write(directory, { 'a.xml': 'fresh' });
  expect(await committedIn(directory, [...names, 'a.xml'])).toEqual(names);
});

test('a side of a conflict is committed', async () => {
  const directory = repositoryWith({ 'a.xml': 'base' });
  git(directory, ['checkout', '--quiet', '-b', 'other']);
  repositoryWith({ 'a.xml': 'theirs' }, directory);
  git(directory, ['checkout', '--quiet', 'main']);
  repositoryWith({ 'a.xml': 'ours' }, directory);
  expect(() => git(directory, ['merge', '--quiet', 'other'])).toThrow('Command failed');
  write(directory, { 'a.xml': 'theirs' });
  expect(await committedIn(directory, ['a.xml'])).toEqual(['a.xml']);
});

test('ids of SHA-256 are compared as well', async () => {
  const directory = temporaryDirectory();
  git(directory, ['init', '--quiet', '--object-format=sha256']);
  repositoryWith({ 'a.xml': 'a\r\n' }, directory);
  git(directory, ['config', 'core.autocrlf', 'true']);
  expect(await committedIn(directory, ['a.xml'])).toEqual(['a.xml']);
});

/** Puts a program named `git` before the real one on PATH; `$real` in it runs the real one. */
function wrapGit(script: string): void {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'git'), `#!/bin/sh\nreal="${git(directory, ['--exec-path'])}/git"\n${script}\n`);
  chmodSync(join(directory, 'git'), 0o755);
  vi.stubEnv('PATH', `${directory}${delimiter}${process.env['PATH']}`);
}

test('each repository costs two calls at most, also where their names are more than a call takes, and one where none is tracked', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 200 }, (_, number) => [`${'some-longer-folder/'.repeat(9)}${number}.xml`, String(number)]),
  );
  const directory = repositoryWith(files);
  const other = makeRepository();
  write(other, { 'new.xml': 'n' });
  const calls = join(temporaryDirectory(), 'calls');
  wrapGit(`echo "$@" >> '${calls}'\nexec "$real" "$@"`);
  const asked = [...Object.keys(files).map((name) => join(directory, name)), join(other, 'new.xml')];
  const { committed } = await committedFiles(asked);
  expect(committed.size).toBe(200);
  expect(readFileSync(calls, 'utf8').trim().split('\n')).toHaveLength(3);
});

test('no repository, no git, a git that hangs and a broken repository leave the question open, with the reason', async () => {
  const bare = write(temporaryDirectory(), { 'a.xml': 'a' });
  expect(await committedFiles(bare)).toEqual({
    committed: new Map(),
    unasked: [{ files: bare, why: 'there is no git repository around' }],
  });
  const directory = repositoryWith({ 'a.xml': 'a' });
  const paths = [join(directory, 'a.xml')];
  vi.stubEnv('PATH', '/nonexistent');
  expect((await committedFiles(paths)).unasked).toEqual([{ files: paths, why: 'there is no git program' }]);
  vi.unstubAllEnvs();
  wrapGit('exec sleep 60');
  expect((await committedFiles(paths, 200)).unasked).toEqual([{ files: paths, why: 'git took too long, and was stopped' }]);
  vi.unstubAllEnvs();
  writeFileSync(join(directory, '.git', 'index'), 'no index');
  expect((await committedFiles(paths)).unasked).toMatchObject([{ files: paths, why: expect.stringMatching(/^git says: .*index/) }]);
});

test('a file that goes away meanwhile is no fault', async () => {
  const directory = repositoryWith({ 'a.xml': 'a', 'b.xml': 'b' });
  rmSync(join(directory, 'a.xml'));
  renameSync(join(directory, 'b.xml'), join(directory, 'c.xml'));
  const { committed } = await committedFiles([join(directory, 'a.xml'), join(directory, 'c.xml')]);
  expect(committed.size).toBe(0);
});

test('a checkout of another user is asked as well', async () => {
  const directory = repositoryWith({ 'a.xml': 'a' });
  wrapGit('export GIT_TEST_ASSUME_DIFFERENT_OWNER=1\nexec "$real" "$@"');
  expect(await committedIn(directory, ['a.xml'])).toEqual(['a.xml']);
});

test('where git cannot say what it would store, the bytes of a file do; else that is open', async () => {
  const directory = repositoryWith({ 'a.xml': 'a', 'b.xml': 'b' });
  write(directory, { 'b.xml': 'B' });
  wrapGit('case "$*" in *hash-object*) exec yes;; *) exec "$real" "$@";; esac');
  const [a = '', b = ''] = ['a.xml', 'b.xml'].map((name) => join(directory, name));
  const { committed, unasked } = await committedFiles([a, b]);
  expect([...committed.keys()]).toEqual([a]);
  expect(unasked).toEqual([{ files: [b], why: 'git printed too much, and was stopped' }]);
});

test('a work tree was checked out when its HEAD was written', () => {
  const directory = makeRepository();
  repositoryWith({ 'a/b': '1', c: '1' }, directory);
  const linked = join(directory, 'linked');
  git(directory, ['worktree', 'add', '--quiet', linked]);
  const bare = temporaryDirectory();
  const heads = [join(directory, '.git', 'HEAD'), join(directory, '.git', 'worktrees', 'linked', 'HEAD')];
  for (const [index, head] of heads.entries()) utimesSync(head, 1000 + index, 1000 + index);
  const of = checkoutTimes(directory);
  expect([of(join(directory, 'a/b')), of(join(linked, 'c')), of(join(directory, 'none/at/all'))]).toEqual([
    1_000_000, 1_001_000, 1_000_000,
  ]);
  // A file in no work tree counts to that around the directory.
  expect(of(join(bare, 'x'))).toBe(1_000_000);
  expect(checkoutTimes(bare)(join(bare, 'x'))).toBeUndefined();
  writeFileSync(join(linked, '.git'), 'gitdir: nowhere\n');
  expect(checkoutTimes(linked)(join(linked, 'c'))).toBeUndefined();
  expect(statSync(heads[0] ?? '').mtimeMs).toBe(1_000_000);
});
