import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { countCommits, fileVersions, firstParentLine, landedCommits, reachable } from '../../src/git/history.ts';
import { filesAt, openObjectStore, present, type ObjectStore } from '../../src/git/object-store.ts';
import { cloneShallow, commit, git, makeRepository, merge, removeRepositories, temporaryDirectory } from '../support/git.ts';

const opened: ObjectStore[] = [];
afterEach(async () => {
  for (const store of opened.splice(0)) await store[Symbol.asyncDispose]();
});
afterAll(removeRepositories);

async function open(directory: string): Promise<ObjectStore> {
  const store = await openObjectStore(directory);
  opened.push(store);
  return store;
}

/** `before`, then on a side branch `one` and `two`, and their merge. */
function merged(): { directory: string; before: string; one: string; two: string; after: string } {
  const directory = makeRepository();
  const before = commit(directory, 'before');
  git(directory, ['checkout', '--quiet', '-b', 'side']);
  const one = commit(directory, 'one');
  const two = commit(directory, 'two');
  git(directory, ['checkout', '--quiet', 'main']);
  return { directory, before, one, two, after: merge(directory, two) };
}

describe('what an update of a branch brought', () => {
  it('holds side branches too, each commit after its parents, and counts them apart from the list', async () => {
    const { directory, before, one, two, after } = merged();
    const store = await open(directory);
    const commits = await landedCommits(store, [before], after);
    expect(commits.map(({ sha }) => sha)).toEqual([one, two, after]);
    expect(await countCommits(store, [before], after)).toBe(3);
    expect(commits.at(-1)?.parents).toEqual([before, two]);
  });

  it('tells authors, committers and co-authors, whatever stands in a message', async () => {
    const directory = makeRepository();
    const message = 'A change\n\nText\n\nCo-authored-by: Grace Hopper <grace@example.com>\nCo-Authored-By: Zoë <zoe@example.com>';
    const after = commit(directory, message);
    const [landed] = await landedCommits(await open(directory), [], after);
    expect(landed?.author).toEqual({ name: 'Ada Lovelace', email: 'ada@example.com', account: null });
    expect(landed?.coAuthors).toEqual([
      { name: 'Grace Hopper', email: 'grace@example.com', account: null },
      { name: 'Zoë', email: 'zoe@example.com', account: null },
    ]);
    expect(landed?.tree).toBe(git(directory, ['rev-parse', `${after}^{tree}`]));
  });

  it('is cut to a title that can be shown, from a message of any length', async () => {
    const directory = makeRepository();
    const file = join(temporaryDirectory(), 'message');
    writeFileSync(file, `${'x'.repeat(3_000_000)}\n\nCo-authored-by: Zoë <zoe@example.com>\n`);
    git(directory, ['commit', '--quiet', '--allow-empty', '--file', file]);
    const [landed] = await landedCommits(await open(directory), [], git(directory, ['rev-parse', 'HEAD']));
    expect(landed?.title).toHaveLength(1000);
    expect(landed?.coAuthors).toHaveLength(1);
  });

  it('is nothing where nothing came', async () => {
    const directory = makeRepository();
    const sha = commit(directory);
    const store = await open(directory);
    expect([await landedCommits(store, [sha], sha), await countCommits(store, [sha], sha)]).toEqual([[], 0]);
  });

  it('is not guessed from a shallow or partial clone, nor of a commit that is gone', async () => {
    const directory = makeRepository();
    commit(directory);
    commit(directory, 'two');
    await expect(open(cloneShallow(directory))).rejects.toMatchObject({
      message: expect.stringContaining('it is a shallow clone'),
      fix: expect.stringContaining('--unshallow'),
    });
    await expect(open(temporaryDirectory())).rejects.toThrow(/is in no git repository$/);
    const bare = temporaryDirectory();
    git(bare, ['init', '--quiet', '--bare']);
    await expect(open(bare)).rejects.toThrow(/is a bare repository$/);
    await expect(landedCommits(await open(directory), [], 'f'.repeat(40))).rejects.toThrow(/not all in the clone/);
    git(directory, ['config', 'remote.origin.promisor', 'true']);
    await expect(open(directory)).rejects.toThrow(/partial clone/);
  });

  it('is what the commits themselves say, not what replaced or grafted ones do', async () => {
    const { directory, before, two, after } = merged();
    const other = git(directory, ['commit-tree', `${after}^{tree}`, '-p', before, '-m', 'Another']);
    git(directory, ['replace', after, other]);
    mkdirSync(join(directory, '.git', 'info'));
    writeFileSync(join(directory, '.git', 'info', 'grafts'), `${after} ${before}\n`);
    const store = await open(directory);
    expect((await landedCommits(store, [before], after)).at(-1)?.parents).toEqual([before, two]);
    expect(await countCommits(store, [before], after)).toBe(3);
  });
});

describe('the history of a branch', () => {
  it('has a line of first parents, the newest first', async () => {
    const { directory, before, after } = merged();
    const store = await open(directory);
    const line = await firstParentLine(store, [], after);
    expect(line.map(({ sha, parent }) => [sha, parent])).toEqual([
      [after, before],
      [before, null],
    ]);
    expect(line[0]?.committedAt).toBe(1_767_323_105);
  });

  it('tells what it holds and what it does not', async () => {
    const { directory, before, one, two, after } = merged();
    const store = await open(directory);
    expect(await reachable(store, [after, two], [before])).toHaveLength(3);
    expect(await reachable(store, [one], [two])).toEqual([]);
    expect([...(await present(store, [one, 'f'.repeat(40), one]))]).toEqual([one]);
  });
});

it('tells the versions of a file, those of side branches too, and no merge that changed nothing', async () => {
  const directory = makeRepository();
  const write = (text: string, message: string): string => {
    writeFileSync(join(directory, 'a [b].yml'), text);
    git(directory, ['add', '--all']);
    return commit(directory, message);
  };
  const one = write('1\n\n\n', 'one');
  git(directory, ['checkout', '--quiet', '-b', 'side']);
  const two = write('1\n\n\n2\n', 'two');
  git(directory, ['checkout', '--quiet', 'main']);
  commit(directory, 'elsewhere');
  git(directory, ['merge', '--quiet', '--no-ff', '--message', 'A merge', two]);
  const three = write('3\n', 'three');
  const store = await open(directory);
  expect(await fileVersions(store, three, 'a [b].yml')).toEqual([
    { sha: three, parents: [two] },
    { sha: two, parents: [one] },
    { sha: one, parents: [] },
  ]);
  expect(await fileVersions(store, three, 'missing')).toEqual([]);
  expect(await fileVersions(store, 'f'.repeat(40), 'a [b].yml')).toEqual([]);
  expect((await filesAt(store, [one, three], 'a [b].yml')).get(one)).toBe(git(directory, ['rev-parse', `${one}:a [b].yml`]));
  expect([...(await filesAt(store, [one], 'missing'))]).toEqual([]);
  // An entry for another repository is no file.
  git(directory, ['update-index', '--add', '--cacheinfo', `160000,${one},linked`]);
  const linked = commit(directory);
  expect([...(await filesAt(store, [linked, 'f'.repeat(40)], 'linked'))]).toEqual([]);
});
