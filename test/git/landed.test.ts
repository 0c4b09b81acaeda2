import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { changedPaths, landedCommits } from '../../src/git/landed.ts';
import { cloneShallow, commit, git, makeRepository, merge, removeRepositories, temporaryDirectory } from '../support/git.ts';

afterAll(removeRepositories);

describe('what an update of a branch brought', () => {
  it('holds side branches too, each commit after its parents, and counts them apart from the list', async () => {
    const directory = makeRepository();
    const before = commit(directory, 'before');
    git(directory, ['checkout', '--quiet', '-b', 'side']);
    const one = commit(directory, 'one');
    const two = commit(directory, 'two');
    git(directory, ['checkout', '--quiet', 'main']);
    const after = merge(directory, two);
    const { commits, count } = await landedCommits(directory, [before], after);
    expect(commits.map(({ sha }) => sha)).toEqual([one, two, after]);
    expect(count).toBe(3);
    expect(commits.at(-1)?.parents).toEqual([before, two]);
  });

  it('tells authors, committers and co-authors, whatever stands in a message', async () => {
    const directory = makeRepository();
    const message = 'A change\n\nText\n\nCo-authored-by: Grace Hopper <grace@example.com>\nCo-Authored-By: Zoë <zoe@example.com>';
    const after = commit(directory, message);
    const [landed] = (await landedCommits(directory, [], after)).commits;
    expect(landed?.author).toEqual({ name: 'Ada Lovelace', email: 'ada@example.com' });
    expect(landed?.coAuthors).toEqual([
      { name: 'Grace Hopper', email: 'grace@example.com' },
      { name: 'Zoë', email: 'zoe@example.com' },
    ]);
    expect(landed?.tree).toBe(git(directory, ['rev-parse', `${after}^{tree}`]).trim());
  });

  it('is nothing where nothing came', async () => {
    const directory = makeRepository();
    const sha = commit(directory);
    expect(await landedCommits(directory, [sha], sha)).toEqual({ commits: [], count: 0 });
  });

  it('is not guessed from a shallow clone, nor of a commit that is gone', async () => {
    const directory = makeRepository();
    commit(directory);
    const after = commit(directory, 'two');
    await expect(landedCommits(cloneShallow(directory), [], after)).rejects.toThrow(/shallow clone/);
    await expect(landedCommits(directory, [], 'f'.repeat(40))).rejects.toThrow(/not all in the clone/);
    await expect(landedCommits(temporaryDirectory(), [], after)).rejects.toThrow(/not all in the clone/);
  });

  it('names a file that was moved by both of its paths', async () => {
    const directory = makeRepository();
    writeFileSync(join(directory, 'old name.txt'), 'the same text, all of it\n');
    git(directory, ['add', '.']);
    const before = commit(directory, 'old');
    git(directory, ['mv', 'old name.txt', 'new\tname.txt']);
    const after = commit(directory, 'new');
    expect(await changedPaths(directory, before, after)).toEqual(['new\tname.txt', 'old name.txt']);
  });
});
