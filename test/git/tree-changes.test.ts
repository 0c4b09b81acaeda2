import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { lastChange } from '../../src/git/history.ts';
import { readBlobs } from '../../src/git/contents.ts';
import { emptyTree, openObjectStore, treeChanges } from '../../src/git/object-store.ts';
import { commit, git, makeRepository, removeRepositories } from '../support/git.ts';

afterAll(removeRepositories);

/** Commits files with these texts. Gives the tree. */
function write(directory: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(directory, path, '..'), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  git(directory, ['add', '--all']);
  commit(directory);
  return git(directory, ['rev-parse', 'HEAD^{tree}']);
}

describe('what differs between two trees', () => {
  it('names a file that was moved by both of its paths', async () => {
    const directory = makeRepository();
    const from = write(directory, { 'old name.txt': 'the same text, all of it\n' });
    git(directory, ['mv', 'old name.txt', 'new\tname.txt']);
    const to = write(directory, {});
    await using store = await openObjectStore(directory);
    const [changes] = await treeChanges(store, [{ from, to }], 'whole');
    expect(changes?.map(({ path, status }) => [path, status])).toEqual([
      ['new\tname.txt', 'A'],
      ['old name.txt', 'D'],
    ]);
  });

  it('is not led astray by a path that looks like the next pair', async () => {
    const directory = makeRepository();
    const one = write(directory, { a: '1' });
    const two = write(directory, { b: '2' });
    const hostile = `${one} ${two}\n:000000 100644 x`;
    const three = write(directory, { [hostile]: '3' });
    await using store = await openObjectStore(directory);
    const pairs = [
      { from: two, to: three },
      { from: one, to: two },
      { from: one, to: one },
      { from: one, to: two },
    ];
    expect((await treeChanges(store, pairs, 'whole')).map((changes) => changes?.map(({ path }) => path))).toEqual([
      [hostile],
      ['b'],
      [],
      ['b'],
    ]);
  });

  it('is not known where a tree is missing, and known for all others', async () => {
    const directory = makeRepository();
    const one = write(directory, { a: '1' });
    const two = write(directory, { 'deep/b': '2' });
    const three = write(directory, { c: '3' });
    const gone = git(directory, ['rev-parse', `${two}:deep`]);
    await using store = await openObjectStore(directory);
    rmSync(join(directory, '.git', 'objects', gone.slice(0, 2), gone.slice(2)));
    const pairs = [
      { from: emptyTree, to: one },
      { from: one, to: two },
      { from: two, to: three },
      { from: 'f'.repeat(40), to: one },
    ];
    const found = await treeChanges(store, pairs, 'whole');
    expect(found.map((changes) => changes?.length ?? null)).toEqual([1, null, 1, null]);
    expect((await treeChanges(store, pairs, 'entries'))[1]?.map(({ path }) => path)).toEqual(['deep']);
  });
});

describe('files of the clone', () => {
  it('are read up to a limit, and what is missing is told from what is too large', async () => {
    const directory = makeRepository();
    write(directory, { small: 'ä\n', large: 'x'.repeat(2000) });
    const sha = (path: string): string => git(directory, ['rev-parse', `HEAD:${path}`]);
    await using store = await openObjectStore(directory);
    const found = await readBlobs(store, [sha('small'), sha('large'), 'f'.repeat(40)], 1000);
    expect([...found.values()]).toEqual([{ kind: 'text', text: 'ä\n' }, { kind: 'too-large' }, { kind: 'missing' }]);
  });

  it('tell the commit that last changed them, also where a name looks like a pattern', async () => {
    const directory = makeRepository();
    write(directory, { '*.yml': '1' });
    const first = git(directory, ['rev-parse', 'HEAD']);
    write(directory, { 'b.yml': '2' });
    const second = git(directory, ['rev-parse', 'HEAD']);
    await using store = await openObjectStore(directory);
    expect(await lastChange(store, second, '*.yml')).toBe(first);
    expect(await lastChange(store, second, 'b.yml')).toBe(second);
    expect(await lastChange(store, second, 'none')).toBeNull();
  });
});
