import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import {
  cloneHistory,
  fetchMissing,
  filesAt,
  fileVersions,
  landedCommits,
  mergesAlone,
  openObjectStore,
  readBlobs,
  type ObjectStore,
} from '../../src/git/index.ts';
import { commit, git, makeRepository, removeRepositories, temporaryDirectory } from '../support/git.ts';
import { serveGit } from '../support/git-http.ts';
import { listenOnLoopback } from '../support/loopback.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
afterAll(removeRepositories);

const lines = (...changed: readonly (readonly [number, string])[]): string =>
  Array.from({ length: 40 }, (_, at) => `${changed.findLast(([line]) => line === at)?.[1] ?? `line ${at}`}\n`).join('');

/** A server of git with one repository, and how often it was asked for objects since it was asked last. */
async function serve(source: string, allowFilter: boolean) {
  const folder = temporaryDirectory();
  const hosted = join(folder, 'app');
  execFileSync('git', ['clone', '--quiet', '--mirror', source, hosted]);
  git(hosted, ['config', 'uploadpack.allowFilter', String(allowFilter)]);
  // As a server keeps it: with bitmaps it leaves out whatever a commit that the client has reaches.
  git(hosted, ['repack', '-adbq']);
  let times = 0;
  const server = await listenOnLoopback(
    createServer((request, response) => {
      times += request.url?.startsWith('/app/info/refs') === true ? 1 : 0;
      serveGit(folder, request, response);
    }),
  );
  closing.push(server.close);
  const asked = (): number => {
    const before = times;
    times = 0;
    return before;
  };
  return { url: `${server.url}/app`, asked, hosted };
}

async function open({ url }: { readonly url: string }): Promise<ObjectStore> {
  const from = { url, authorization: null };
  const folder = temporaryDirectory();
  await cloneHistory(from, folder, join(folder, 'clone'));
  const store = await openObjectStore(join(folder, 'clone'), from);
  closing.push(async () => store[Symbol.asyncDispose]());
  return store;
}

const blobsIn = ({ clone, directory }: ObjectStore): number =>
  [join(clone, '.git'), directory].flatMap((at) =>
    git(at, [`--git-dir=${at}`, 'cat-file', '--batch-all-objects', '--batch-check=%(objecttype)'])
      .split('\n')
      .filter((type) => type === 'blob'),
  ).length;

type Files = Readonly<Record<string, string | null>>;

/** Merges of every kind: the names are those of branches. */
function history() {
  const directory = makeRepository();
  const write = (files: Files, message = 'Work'): string => {
    for (const [path, text] of Object.entries(files)) {
      const place = join(directory, path);
      mkdirSync(dirname(place), { recursive: true });
      if (text === null) rmSync(place);
      else writeFileSync(place, text);
    }
    git(directory, ['add', '--all']);
    return commit(directory, message);
  };
  const on = (branch: string, from: string, files: Files): string => {
    git(directory, ['checkout', '--quiet', '-B', branch, from]);
    return write(files);
  };
  const merged = (tree: string, ...parents: readonly string[]) => {
    const id = git(directory, ['rev-parse', `${tree}^{tree}`]);
    const sha = git(directory, ['commit-tree', id, ...parents.flatMap((parent) => ['-p', parent]), '-m', 'A merge']);
    return { sha, tree: id, parents };
  };
  /** Git’s own merge of two commits, with other changes put into it. */
  const byGit = (one: string, other: string, files: Files = {}) => {
    git(directory, ['checkout', '--quiet', '--detach', one]);
    git(directory, ['merge', '--quiet', '--no-ff', '-m', 'A merge', other]);
    return merged(Object.keys(files).length === 0 ? 'HEAD' : write(files), one, other);
  };
  const base = write({ 'both.txt': lines(), 'moved/a.txt': lines([0, 'moved']), 'kept.txt': 'kept\n', 'bulk.txt': 'bulk\n'.repeat(9) });
  const one = on('one', base, { 'both.txt': lines([1, 'one']), 'one.txt': '1\n' });
  const other = on('other', base, { 'both.txt': lines([30, 'other']), 'other.txt': '1\n' });
  const conflict = on('conflict', base, { 'both.txt': lines([1, 'another']) });
  const moved = on('moved', base, { 'moved/a.txt': null, 'here/b.txt': lines([0, 'moved'], [20, 'and changed']) });
  const changed = on('changed', base, { 'moved/a.txt': lines([0, 'moved'], [5, 'changed']) });
  const clean = byGit(one, other);
  const crossed = merged(clean.tree, other, one);
  const left = on('left', clean.sha, { 'both.txt': lines([1, 'one'], [15, 'left'], [30, 'other']) });
  const right = on('right', crossed.sha, { 'both.txt': lines([1, 'one'], [22, 'right'], [30, 'other']) });
  const merges = {
    clean,
    evil: byGit(one, other, { 'one.txt': 'slipped in\n' }),
    new: byGit(one, other, { 'slipped.txt': 'in\n' }),
    resolved: merged(clean.sha, one, conflict),
    moved: byGit(changed, moved),
    'moved and evil': byGit(changed, moved, { 'here/b.txt': 'slipped in\n' }),
    crossed: byGit(left, right),
    'crossed and evil': byGit(left, right, { 'kept.txt': 'slipped in\n' }),
    unrelated: merged(one, one, git(directory, ['commit-tree', `${other}^{tree}`, '-m', 'Another beginning'])),
  };
  for (const [name, { sha }] of Object.entries(merges))
    git(directory, ['update-ref', `refs/heads/merge-${name.replaceAll(' ', '-')}`, sha]);
  // The head of a pull request that was squashed: no branch has it.
  on('topic', base, { '.github/audit.yml': '1\n' });
  write({ '.github/audit.yml': '2\n' });
  const versions = write({ 'bulk.txt': 'bulk\n'.repeat(99), '.github/audit.yml': null });
  const head = byGit(versions, other, { 'topic.txt': 'slipped in\n' });
  git(directory, ['checkout', '--quiet', '--detach', base]);
  git(directory, ['update-ref', 'refs/pull/1/head', head.sha]);
  git(directory, ['branch', '--quiet', '-f', 'main', base]);
  git(directory, ['branch', '--quiet', '-D', 'topic']);
  return { directory, merges, head };
}

it('a clone without contents says of merges and files what a whole one says, and fetches few of them at once', async () => {
  const { directory, head, merges } = history();
  const facts = async (store: ObjectStore) => {
    expect(await fetchMissing(store, [head.sha])).toEqual(new Set());
    // By itself: others need some of the same contents.
    expect((await mergesAlone(store, [merges.crossed])).get(merges.crossed.sha)).toBe(true);
    const alone = await mergesAlone(store, [...Object.values(merges), head]);
    const versions = await fileVersions(store, head.sha, '.github/audit.yml');
    const files = await filesAt(
      store,
      versions.map(({ sha }) => sha),
      '.github/audit.yml',
    );
    const texts = await readBlobs(store, [...files.values(), 'f'.repeat(40)], 99);
    return { alone: [...alone.values()], versions, files, texts, landed: await landedCommits(store, [], head.sha) };
  };
  const [filtering, other] = [await serve(directory, true), await serve(directory, false)];
  const [blobless, whole] = [await open(filtering), await open(other)];
  expect([blobsIn(blobless), blobsIn(whole) > 10, filtering.asked(), other.asked()]).toEqual([0, true, 1, 1]);
  const found = await facts(blobless);
  expect(found).toEqual(await facts(whole));
  expect(found.alone).toEqual([true, false, false, false, true, false, true, false, null, false]);
  expect([...found.texts.values()]).toEqual([{ kind: 'text', text: '2\n' }, { kind: 'text', text: '1\n' }, { kind: 'missing' }]);
  // The head, what one merge and the others need, what the file held, and, because one of these is nowhere, both halves.
  expect(filtering.asked()).toBe(6);
  expect(other.asked()).toBe(2);
  expect(blobsIn(blobless)).toBeLessThan(blobsIn(whole));
  expect(git(blobless.directory, [`--git-dir=${blobless.directory}`, 'config', '--list', '--local'])).not.toContain('promisor');
  // A clone of somebody else that lacks contents is refused as before.
  git(blobless.clone, ['config', '--unset', 'evidence.blobless']);
  await expect(openObjectStore(blobless.clone)).rejects.toThrow('is a partial clone');
});

it('contents that cannot be fetched are unknown, and a file that is there is not taken for one that is not', async () => {
  const { directory, head, merges } = history();
  const server = await serve(directory, true);
  const store = await open(server);
  await fetchMissing(store, [head.sha]);
  rmSync(server.hosted, { recursive: true });
  expect([...(await mergesAlone(store, Object.values(merges))).values()]).toEqual(Object.values(merges).map(() => null));
  const versions = await fileVersions(store, head.sha, '.github/audit.yml');
  const shas = versions.map(({ sha }) => sha);
  const files = await filesAt(store, shas, '.github/audit.yml');
  expect([versions.length, files.size]).toEqual([3, 2]);
  const texts = await readBlobs(store, [...files.values()], 99);
  expect([...texts.values()]).toEqual([{ kind: 'missing' }, { kind: 'missing' }]);
});
