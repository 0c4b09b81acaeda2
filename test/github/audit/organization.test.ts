import { afterEach, expect, test } from 'vitest';
import type { OrganizationListing } from '../../../src/audit/index.ts';
import { askGitHub } from '../../../src/github/api.ts';
import { listOrganization, openAppTokens, type AppTokens } from '../../../src/github/audit/index.ts';
import { privateKey, publicKey } from '../../support/app-key.ts';
import { openOrganizationApi, type HostedRepository, type OrganizationApi } from '../../support/github-api/organization/open.ts';
import { world } from '../../support/github-api/world/make.ts';

let api: OrganizationApi | undefined;
afterEach(async () => {
  const breaches = api?.breaches ?? [];
  await api?.close();
  if (breaches.length > 0) throw new Error(breaches.join('\n'));
});

async function open(count: number, more: (index: number) => Partial<HostedRepository> = () => ({})): Promise<OrganizationApi> {
  const hosted = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `r${index + 1}`,
    world: world({ gitDirectory: '.', repository: `acme/r${index + 1}` }),
    createdAt: '2024-01-01T00:00:00Z',
    pushedAt: '2026-11-01T00:00:00Z',
    size: 1,
    ...more(index),
  }));
  api = await openOrganizationApi({ login: 'acme', folder: '.', repositories: hosted, app: { id: '7', publicKey } });
  return api;
}

function list(token: string | AppTokens, other?: string, name = 'acme'): Promise<OrganizationListing> {
  const access = { apiUrl: api?.url ?? '', repository: '', firstPause: 1 };
  return listOrganization(name, { audit: { ...access, token }, other: other === undefined ? undefined : { ...access, token: other } });
}

const seenOf = ({ seen }: OrganizationListing): readonly number[] => [...seen].toSorted((one, next) => one - next);

test('an App on all repositories sees each of them, page by page, and nothing is missing', async () => {
  await open(205);
  const listing = await list('ghs_of_the_installation');
  expect(listing).toMatchObject({ organization: 'acme', kind: 'organization', seenBy: 'installation', holes: [] });
  expect([listing.repositories.length, listing.seen.size]).toEqual([205, 205]);
});

test('a repository that the App is not installed on is listed, and not seen', async () => {
  const opened = await open(3, (index) => ({ unseen: index === 1 }));
  opened.selection = 'selected';
  const listing = await list('ghs_of_the_installation', 'ghp_of_an_owner');
  expect([listing.repositories.length, seenOf(listing), listing.holes]).toEqual([3, [1, 3], []]);
});

test('where nobody counts the private repositories of an App on selected ones, something may be missing', async () => {
  const opened = await open(2);
  opened.selection = 'selected';
  expect((await list('ghs_of_the_installation')).holes).toMatchObject([{ why: expect.stringContaining('no count of the private ones') }]);
});

test('where the owner counts more than any list has, something is missing', async () => {
  const opened = await open(3);
  expect((await list('ghp_of_an_owner')).holes).toEqual([]);
  opened.unlisted = 1;
  expect((await list('ghp_of_an_owner')).holes).toMatchObject([{ why: expect.stringContaining('GitHub counts 4, and lists 3') }]);
});

test('a repository that the token of the audit does not list is not seen', async () => {
  await open(3, (index) => ({ hidden: index === 0 }));
  const listing = await list('ghp_of_a_member', 'ghp_of_an_owner');
  // The owner lists it, and the token that audits does not: it is not seen.
  expect([listing.seenBy, listing.repositories.length, seenOf(listing), listing.holes]).toEqual(['token', 3, [2, 3], []]);
  expect((await list('ghp_of_a_member')).holes).toHaveLength(1);
});

test('another token that GitHub refuses takes nothing away', async () => {
  await open(2);
  expect(await list('ghs_of_the_installation', 'ghs_refused')).toMatchObject({ holes: [], seenBy: 'installation' });
});

test('an account that is not there is told with its name', async () => {
  await open(1);
  await expect(list('ghp_of_an_owner', undefined, 'nosuch')).rejects.toMatchObject({
    fix: expect.stringContaining('Look at the name nosuch'),
  });
});

interface Clock {
  now: number;
}

function tokens(clock: Clock, hidden: string[] = [], id = '7'): AppTokens {
  const access = { apiUrl: api?.url ?? '', firstPause: 1 };
  return openAppTokens({ ...access, id, privateKey, account: 'acme', hide: (secret) => hidden.push(secret), now: () => clock.now });
}

test('a token of the App is used until five minutes before its end, and each is hidden before it is used', async () => {
  const opened = await open(1);
  const clock = { now: Date.now() };
  const hidden: string[] = [];
  const source = tokens(clock, hidden);
  expect(await Promise.all([source.current(), source.current()])).toEqual(['ghs_made_1', 'ghs_made_1']);
  clock.now += 54 * 60_000;
  expect(await source.current()).toBe('ghs_made_1');
  expect(await source.validFor(50 * 60_000)).toBe('ghs_made_2');
  clock.now += 56 * 60_000;
  expect(await source.current()).toBe('ghs_made_3');
  expect(opened.issued()).toBe(3);
  expect(hidden.filter((secret) => secret.startsWith('ghs_'))).toEqual(['ghs_made_1', 'ghs_made_2', 'ghs_made_3']);
  expect(hidden.filter((secret) => secret.split('.').length === 3).length).toBeGreaterThanOrEqual(3);
});

test('a token that GitHub refuses is replaced once, and the request goes on', async () => {
  const opened = await open(1);
  const source = tokens({ now: Date.now() });
  const revoked = await source.current();
  opened.tokens.delete(revoked);
  expect(await list(source)).toMatchObject({ seenBy: 'installation', holes: [] });
  expect(opened.issued()).toBe(2);
  const bad = { current: () => Promise.resolve('bad'), instead: () => Promise.resolve('worse') };
  const asked = { route: 'GET /installation/repositories', parameters: {}, purpose: 'list', permission: 'contents: read' };
  const before = opened.asked.length;
  await expect(askGitHub({ token: bad, apiUrl: opened.url, repository: '' }, asked)).rejects.toMatchObject({ code: 'unauthorized' });
  expect(opened.asked.length - before).toBe(2);
});

test('a key that is none is refused without a word of it, and one of another App by its place', async () => {
  await open(1);
  const broken = privateKey.replace(/\n.*\n/, '\nAAAA\n');
  const make = () => openAppTokens({ apiUrl: '', id: '7', privateKey: broken, account: 'acme', hide: () => undefined, now: () => 0 });
  expect(make).toThrow('app-private-key is no RSA private key in PEM');
  await expect(tokens({ now: Date.now() }, [], '8').current()).rejects.toMatchObject({
    message: 'GitHub does not know the App by app-id and app-private-key',
  });
});
