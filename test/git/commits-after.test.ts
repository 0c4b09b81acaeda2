import { afterAll, describe, expect, it } from 'vitest';
import { commitsAfter } from '../../src/git/index.ts';
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
      message: expect.stringMatching(new RegExp(`${side.slice(0, 12)}.*${second.slice(0, 12)}`)),
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
