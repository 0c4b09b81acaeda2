import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { trackedFiles } from '../../src/git/index.ts';
import { commit, git, makeRepository, removeRepositories, temporaryDirectory } from '../support/git.ts';

afterAll(removeRepositories);

function repositoryWith(...names: readonly string[]): string {
  const directory = makeRepository();
  for (const name of names) {
    mkdirSync(join(directory, name, '..'), { recursive: true });
    writeFileSync(join(directory, name), 'text\n');
  }
  git(directory, ['add', '--all']);
  commit(directory);
  return directory;
}

test('all tracked files are listed from the root, wherever in the work tree one asks', async () => {
  const names = ['README.md', 'größe/ü.js', 'packages/one/a b.js', 'packages/two/"quoted".js'];
  const directory = repositoryWith(...names);
  writeFileSync(join(directory, 'untracked.js'), 'text\n');
  for (const place of [directory, join(directory, 'packages', 'one')]) {
    const tracked = await trackedFiles(place);
    expect(tracked?.root).toBe(directory);
    expect(tracked?.paths.toSorted()).toEqual(names.toSorted());
  }
});

test('an empty repository has none, and no checkout is no list', async () => {
  expect(await trackedFiles(makeRepository())).toMatchObject({ paths: [] });
  expect(await trackedFiles(temporaryDirectory())).toBeUndefined();
  expect(await trackedFiles('/nonexistent')).toBeUndefined();
});
