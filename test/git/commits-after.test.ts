import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { commitsAfter, contentsAt } from '../../src/git/index.ts';
import { cloneShallow, commit, git, makeRepository, merge, removeRepositories, temporaryDirectory } from '../support/git.ts';

afterAll(removeRepositories);

describe('the commits after one', () => {
  it('are those up to and with the newest, the newest first, those of merged branches too', async () => {
    const path = makeRepository();
    const [first, second] = [commit(path, '1'), commit(path, '2')];
    git(path, ['checkout', '--quiet', '-b', 'side', first]);
    const side = commit(path, 'side');
    git(path, ['checkout', '--quiet', 'main']);
    const merged = merge(path, side);
    expect((await commitsAfter(path, first, merged)).toSorted()).toEqual([second, side, merged].toSorted());
    expect((await commitsAfter(path, first, merged))[0]).toBe(merged);
    expect(await commitsAfter(path, first, second)).toEqual([second]);
    expect(await commitsAfter(path, second, second)).toEqual([]);
  });

  it('are none of an unrelated line: the message names both ends', async () => {
    const path = makeRepository();
    const first = commit(path, '1');
    git(path, ['checkout', '--quiet', '-b', 'side']);
    const side = commit(path, 'side');
    git(path, ['checkout', '--quiet', 'main']);
    const second = commit(path, '2');
    await expect(commitsAfter(path, side, second)).rejects.toMatchObject({
      code: 'invalid-input',
      message: `The commit ${side.slice(0, 12)} is not one that ${second.slice(0, 12)} comes after`,
      fix: 'Name the commit of what was approved before, on the same branch',
    });
    await expect(commitsAfter(path, second, first)).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('are not guessed where the clone has not all of them, and outside of any', async () => {
    const path = makeRepository();
    const [first, second] = [commit(path, '1'), commit(path, '2')];
    const shallow = cloneShallow(path);
    for (const at of [shallow, temporaryDirectory()]) {
      await expect(commitsAfter(at, first, second)).rejects.toMatchObject({
        code: 'unknown-commit',
        fix: expect.stringContaining('fetch-depth: 0'),
      });
    }
    // Both ends are in the clone, but the commits between them may be missing.
    await expect(commitsAfter(shallow, second, second)).rejects.toMatchObject({ code: 'unknown-commit' });
  });
});

describe('the contents of files at a commit', () => {
  it('are told by their ids, and empty for what is no file there', async () => {
    const path = makeRepository();
    writeFileSync(join(path, 'a.txt'), 'one\n');
    git(path, ['add', 'a.txt']);
    const sha = commit(path, 'a');
    const id = git(path, ['rev-parse', `${sha}:a.txt`]);
    expect([...(await contentsAt(path, sha, ['a.txt', 'a.txt', 'b.txt', '', 'a\nb']))]).toEqual([
      ['a.txt', id],
      ['b.txt', ''],
      ['', ''],
    ]);
    expect([...(await contentsAt(temporaryDirectory(), sha, ['a.txt']))]).toEqual([['a.txt', '']]);
  });
});
