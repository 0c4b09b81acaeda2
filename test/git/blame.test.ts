import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { blame } from '../../src/git/blame.ts';
import { openObjectStore } from '../../src/git/object-store.ts';
import { commit, git, makeRepository, removeRepositories } from '../support/git.ts';

afterAll(removeRepositories);

it('tells the commit of each line, whatever the line says and the repository asks to ignore', async () => {
  const directory = makeRepository();
  const write = (text: string, message: string): string => {
    writeFileSync(join(directory, 'a b.yml'), text);
    git(directory, ['add', '--all']);
    return commit(directory, message);
  };
  const head = `${'0'.repeat(40)} 1 1`;
  const one = write(`${head}\n`, 'one');
  const two = write(`${head}\nsecond\r\n\n`, 'two');
  writeFileSync(join(directory, '.git', 'ignored'), `${two}\n`);
  git(directory, ['config', 'blame.ignoreRevsFile', join(directory, '.git', 'ignored')]);
  const store = await openObjectStore(directory);
  try {
    expect(await blame(store, two, 'a b.yml')).toEqual([one, two, two]);
    expect(await blame(store, one, 'a b.yml')).toEqual([one]);
    expect(await blame(store, two, 'missing')).toBeNull();
  } finally {
    await store.close();
  }
});
