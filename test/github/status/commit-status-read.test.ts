import { expect, test } from 'vitest';
import { readStatuses } from '../../../src/github/commit-status.ts';
import type { GitHubApi } from '../../support/github-api/open.ts';
import { openDouble } from './double.ts';

const sha = 'a'.repeat(40);
const context = 'compliance/shop';

function list(api: GitHubApi, count: number, more: Partial<GitHubApi['listed'][number]> = {}): void {
  for (let at = 0; at < count; at += 1) api.listed.push({ sha, state: 'success', context, account: 'ada', ...more });
}

test('all pages are read: the red one on the last page too, the newest first', async () => {
  const { access, api } = await openDouble();
  list(api, 1, { state: 'failure', account: 'bob' });
  list(api, 249);
  const found = await readStatuses(access, sha, context);
  expect(found).toHaveLength(250);
  expect(found.at(-1)).toEqual({ state: 'failure', context, account: 'bob', mark: undefined });
  expect(api.asked.map((line) => /[?&]page=(\d+)/.exec(line)?.[1])).toEqual(['1', '2', '3']);
});

test('names that differ by case alone are one, others are left out', async () => {
  const { access, api } = await openDouble();
  list(api, 1, { context: 'Compliance/SHOP' });
  list(api, 1, { context: 'compliance/shop-2' });
  list(api, 1, { sha: 'b'.repeat(40) });
  expect((await readStatuses(access, sha, context)).map((status) => status.context)).toEqual(['Compliance/SHOP']);
});

test('what GitHub answers with must be a list of statuses', async () => {
  const { access } = await openDouble({ refuse: () => ({ status: 200 }) });
  await expect(readStatuses(access, sha, context)).rejects.toMatchObject({
    code: 'wrong-shape',
    message: 'GitHub answered with no list of statuses',
  });
});

test('a status of another form is not passed over', async () => {
  const { access, api } = await openDouble();
  list(api, 1, { state: 'fine' });
  await expect(readStatuses(access, sha, context)).rejects.toMatchObject({ message: 'GitHub told a status of no known form' });
});

test('a short page with another one behind it is not the end; a list without an end is given up', { timeout: 60_000 }, async () => {
  const { access, api } = await openDouble({ link: '<https://api.github.example/statuses?page=2>; rel="next"' });
  list(api, 1);
  await expect(readStatuses(access, sha, context)).rejects.toMatchObject({ message: expect.stringContaining('more than 10000 statuses') });
  expect(api.asked).toHaveLength(100);
});

test('a refusal names the permission', async () => {
  const { access } = await openDouble({ refuse: () => ({ status: 403 }) });
  await expect(readStatuses(access, sha, context)).rejects.toMatchObject({ fix: expect.stringContaining('statuses: write') });
});
