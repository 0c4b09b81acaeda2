import { afterAll, expect, it } from 'vitest';
import { commit, git, removeRepositories } from '../support/git.ts';
import { answerOf, begun, changed, changesStep } from './changes-step.ts';

afterAll(removeRepositories);

const step = changesStep('no-server-monorepo');
const answer = (folder: string, base: string, head: string): string => answerOf(step, folder, base, head);

it('asks about pull requests alone, by their two commits', () => {
  expect(step?.if).toBe("${{ github.event_name == 'pull_request' }}");
  expect(step?.env).toEqual({ BASE: '${{ github.event.pull_request.base.sha }}', HEAD: '${{ github.event.pull_request.head.sha }}' });
});

it.each([
  ['api/tea.mjs', 'web=false'],
  ['web/tea.mjs', 'api=false'],
  ['lib/tea.mjs', ''],
  ['package.json', ''],
  ['apis/tea.mjs', ''],
  ['web.mjs', ''],
])('a change of %s leaves untouched: %j', (file, untouched) => {
  const { folder, root } = begun();
  expect(answer(folder, root, changed(folder, file))).toBe(untouched);
});

it('an earlier commit of the pull request counts as well', () => {
  const { folder, root } = begun();
  changed(folder, 'web/tea.mjs');
  expect(answer(folder, root, changed(folder, 'api/tea.mjs'))).toBe('');
});

it('a file that is moved from one project to another touches both', () => {
  const { folder } = begun('api/tea.mjs');
  const base = changed(folder, 'web/cup.mjs');
  git(folder, ['mv', 'api/tea.mjs', 'web/tea.mjs']);
  expect(answer(folder, base, commit(folder))).toBe('');
});

it.each([
  ['an empty base', ''],
  ['a base that was not fetched', 'e'.repeat(40)],
])('no project is untouched with %s', (_, base) => {
  const { folder } = begun();
  expect(answer(folder, base, changed(folder, 'api/tea.mjs'))).toBe('');
});
