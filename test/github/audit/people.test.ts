import { afterAll, expect, test } from 'vitest';
import { git, removeRepositories } from '../../support/git.ts';
import { pull } from '../../support/github-api/world/make.ts';
import { asking, history, pullsOf, whole } from './world.ts';

afterAll(removeRepositories);

test.each([
  ['signed by GitHub, it is the committer', [], { id: 19_864_447, login: 'web-flow', kind: 'person' }],
  ['without its signature, nobody knows the committer', ['unsigned'], null],
])('of a commit that says GitHub made it: %s', async (_, unsigned, account) => {
  const { gitDirectory, shas } = history(2);
  const raw = git(gitDirectory, ['cat-file', 'commit', shas[1] ?? '']).replace(/^committer .*>/m, 'committer GitHub <noreply@github.com>');
  const sha = git(gitDirectory, ['hash-object', '-t', 'commit', '-w', '--stdin'], `${raw}\n`);
  const { port } = await asking({ gitDirectory, unsigned: unsigned.map(() => sha), pulls: [pull({ number: 7, head: sha })] });
  const { pulls, signedByGitHub } = await pullsOf(port, [sha]);
  expect([...(signedByGitHub ?? [])]).toEqual(account === null ? [] : [sha]);
  expect(pulls[0]?.commits[0]?.committer).toMatchObject({ email: 'noreply@github.com', account });
  expect(whole(await port.accountsOf([sha, 'f'.repeat(40)]))).toEqual([
    { sha, author: { id: 101, login: 'ada', kind: 'person' }, committer: account },
  ]);
});
