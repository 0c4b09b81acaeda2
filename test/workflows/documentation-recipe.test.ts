import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { commit, git, merge, removeRepositories } from '../support/git.ts';
import { answerOf, begun, changed, changesStep } from './changes-step.ts';

afterAll(removeRepositories);

const step = changesStep('documentation');
const answer = (folder: string, base: string, head: string): string => answerOf(step, folder, base, head);
const branch = (folder: string, name: string, at: string): string => git(folder, ['checkout', '--quiet', '-B', name, at]);

describe('the recipe for changes of the documentation', () => {
  it('asks about pull requests alone, by their two commits', () => {
    expect(step?.if).toBe("${{ github.event_name == 'pull_request' }}");
    expect(step?.env).toEqual({
      BASE: '${{ github.event.pull_request.base.sha }}',
      HEAD: '${{ github.event.pull_request.head.sha }}',
    });
  });

  it('needs no tests where all that changed since the merge base is documentation, whatever the base did since', () => {
    const { folder, root } = begun();
    const base = changed(folder, 'app.mjs');
    branch(folder, 'fix', root);
    changed(folder, 'README.md');
    expect(answer(folder, base, changed(folder, 'docs/guide/tea.txt'))).toBe('code=false');
  });

  it('needs tests where an earlier commit of the pull request changed the program', () => {
    const { folder, root } = begun();
    changed(folder, 'app.mjs');
    expect(answer(folder, root, changed(folder, 'docs/tea.md'))).toBe('code=true');
  });

  it('needs tests for a program that is moved into the documentation', () => {
    const { folder, root } = begun();
    mkdirSync(join(folder, 'docs'));
    git(folder, ['mv', 'app.mjs', 'docs/app.mjs']);
    expect(answer(folder, root, commit(folder))).toBe('code=true');
  });

  it('needs tests for a submodule that is told to be ignored', () => {
    const { folder } = begun();
    const pin = (sha: string): unknown => git(folder, ['update-index', '--add', '--cacheinfo', `160000,${sha},library`]);
    pin('1'.repeat(40));
    const base = changed(folder, '.gitmodules', '[submodule "library"]\n\tpath = library\n\turl = https://example.com\n\tignore = all\n');
    pin('2'.repeat(40));
    expect(answer(folder, base, commit(folder))).toBe('code=true');
  });

  it('needs tests where the two have no merge base, or more than one', () => {
    const { folder, root } = begun();
    git(folder, ['checkout', '--quiet', '--orphan', 'other']);
    expect(answer(folder, root, commit(folder))).toBe('code=true');
    branch(folder, 'one', root);
    const one = commit(folder, 'One');
    branch(folder, 'two', root);
    const two = commit(folder, 'Two');
    const crossed = merge(folder, one);
    branch(folder, 'one', one);
    merge(folder, two);
    expect(answer(folder, crossed, changed(folder, 'README.md'))).toBe('code=true');
  });

  it.each([
    ['an empty base', ''],
    ['a base that was not fetched', 'e'.repeat(40)],
  ])('needs tests with %s', (_, base) => {
    const { folder } = begun();
    expect(answer(folder, base, changed(folder, 'README.md'))).toBe('code=true');
  });
});
