import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fetchMissing } from '../../src/git/fetch-missing.ts';
import { mergesAlone } from '../../src/git/contents.ts';
import { openObjectStore } from '../../src/git/object-store.ts';
import { commit, git, makeRepository, removeRepositories, temporaryDirectory } from '../support/git.ts';

afterAll(removeRepositories);

const lines = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
const text = (changes: Readonly<Record<number, string>>): string => lines.map((line, at) => `${changes[at] ?? line}\n`).join('');

/** A file that `main` and `side` both changed, to `mine` and `theirs`. Gives the tree of their merge. */
function bothChanged(
  mine: Readonly<Record<number, string>>,
  theirs: Readonly<Record<number, string>>,
  tree: Readonly<Record<number, string>>,
) {
  const directory = makeRepository();
  const write = (content: string, message: string): string => {
    writeFileSync(join(directory, 'file'), content);
    git(directory, ['add', '.']);
    return commit(directory, message);
  };
  write(text({}), 'base');
  git(directory, ['checkout', '--quiet', '-b', 'side']);
  const side = write(text(theirs), 'theirs');
  git(directory, ['checkout', '--quiet', 'main']);
  const main = write(text(mine), 'mine');
  write(text(tree), 'what the merge holds');
  const merged = git(directory, ['rev-parse', 'HEAD^{tree}']);
  const sha = git(directory, ['commit-tree', merged, '-p', main, '-p', side, '-m', 'A merge']);
  return { directory, merge: { sha, tree: merged, parents: [main, side] } };
}

const files = (directory: string): readonly string[] => readdirSync(join(directory, '.git'), { recursive: true }).map(String).toSorted();

describe('merging again', () => {
  it('gives the same tree where nobody wrote anything, and writes nothing into the clone', async () => {
    const { directory, merge } = bothChanged({ 0: 'one' }, { 8: 'nine' }, { 0: 'one', 8: 'nine' });
    git(directory, ['reset', '--quiet', '--hard', merge.parents[0] ?? '']);
    git(directory, ['reflog', 'expire', '--expire=now', '--all']);
    const before = files(directory);
    await using store = await openObjectStore(directory);
    expect((await mergesAlone(store, [merge])).get(merge.sha)).toBe(true);
    expect(files(directory)).toEqual(before);
  });

  it.each([
    ['slipped something in', { 8: 'nine' }, { 0: 'one', 4: 'slipped in', 8: 'nine' }],
    ['resolved a conflict', { 0: 'eins' }, { 0: 'uno' }],
  ])('gives another one where somebody %s', async (_, theirs, tree) => {
    const { directory, merge } = bothChanged({ 0: 'one' }, theirs, tree);
    await using store = await openObjectStore(directory);
    expect((await mergesAlone(store, [merge])).get(merge.sha)).toBe(false);
  });

  it('is not known of three parents or of a parent that is gone, and known for the others of the same call', async () => {
    const { directory, merge } = bothChanged({ 0: 'one' }, { 8: 'nine' }, { 0: 'one', 8: 'nine' });
    const [first = '', second = ''] = merge.parents;
    const gone = { sha: '1'.repeat(40), tree: merge.tree, parents: [first, 'f'.repeat(40)] };
    const octopus = { sha: '2'.repeat(40), tree: merge.tree, parents: [first, second, second] };
    const backwards = { sha: '3'.repeat(40), tree: merge.tree, parents: [second, first] };
    await using store = await openObjectStore(directory);
    const found = await mergesAlone(store, [gone, merge, octopus, backwards]);
    expect([...found.values()]).toEqual([null, true, null, true]);
  });

  it('starts no program that the clone names, and takes no driver from its attributes', async () => {
    const { directory, merge } = bothChanged({ 0: 'one' }, { 0: 'eins' }, { 0: 'one' });
    const proof = join(temporaryDirectory(), 'proof');
    git(directory, ['config', 'merge.own.driver', `touch ${proof}; true`]);
    mkdirSync(join(directory, '.git', 'info'));
    writeFileSync(join(directory, '.git', 'info', 'attributes'), '* merge=own\n');
    await using store = await openObjectStore(directory);
    expect((await mergesAlone(store, [merge])).get(merge.sha)).toBe(false);
    expect(readdirSync(join(proof, '..'))).toEqual([]);
  });
});

describe('commits that the clone does not have', () => {
  it('are fetched from where it came from, as far as they are there, and into another place', async () => {
    const source = makeRepository();
    commit(source);
    const clone = temporaryDirectory();
    git(clone, ['clone', '--quiet', source, '.']);
    const heads = ['one', 'two'].map((message) => commit(source, message));
    git(source, ['update-ref', 'refs/pull/1/head', 'HEAD']);
    git(source, ['reset', '--quiet', '--hard', 'HEAD~2']);
    git(clone, ['config', 'core.sshCommand', 'false']);
    const before = files(clone);
    await using store = await openObjectStore(clone);
    expect([...(await fetchMissing(store, [...heads, 'f'.repeat(40)]))]).toEqual(['f'.repeat(40)]);
    expect(files(clone)).toEqual(before);
  });

  it('are still missing where there is nothing to ask', async () => {
    const directory = makeRepository();
    commit(directory);
    await using store = await openObjectStore(directory);
    expect((await fetchMissing(store, ['f'.repeat(40)])).size).toBe(1);
  });
});
