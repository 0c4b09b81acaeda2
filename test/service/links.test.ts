import { describe, expect, test } from 'vitest';
import { attest, field, putFlow, sha, world, type Answer, type World } from './support.ts';

type Send = (it: World, more: Readonly<Record<string, unknown>>) => Promise<Answer>;

const senders: readonly (readonly [string, Send])[] = [
  ['a record', (it, more) => attest(it, 'f/t', more)],
  ['a trail', (it, more) => it.form('PUT', '/trails/acme/f', { name: 't', ...more })],
];

const commit = (url: string) => ({ git_commit_info: { sha1: sha, url } });
const repository = (url: string) => ({ repo_info: { name: 'acme/app', url } });

describe.each(senders)('a link of %s', (_, send) => {
  test.each([
    ['javascript', { external_urls: { x: { href: 'javascript:alert(1)' } } }, 'external_urls.x.href'],
    ['javascript in other letters', { external_urls: { x: { href: 'JavaScript:alert(1)' } } }, 'external_urls.x.href'],
    ['javascript behind white space', { external_urls: { x: { href: ' \u0001javascript:alert(1)' } } }, 'external_urls.x.href'],
    ['javascript with a line break inside', { external_urls: { x: { href: 'java\nscript:alert(1)' } } }, 'external_urls.x.href'],
    ['data', { external_urls: { x: { href: 'data:text/html,<script>alert(1)</script>' } } }, 'external_urls.x.href'],
    ['vbscript', { external_urls: { x: { href: 'vbscript:x' } } }, 'external_urls.x.href'],
    ['a file', { external_urls: { x: { href: 'file:///etc/passwd' } } }, 'external_urls.x.href'],
    ['ftp', { external_urls: { x: { href: 'ftp://example.com' } } }, 'external_urls.x.href'],
    ['no scheme', { external_urls: { x: { href: '//example.com' } } }, 'external_urls.x.href'],
    ['the second of two', { external_urls: { a: { href: 'https://a.example' }, b: { href: 'javascript:b' } } }, 'external_urls.b.href'],
    ['an origin of javascript', { origin_url: 'javascript:alert(1)' }, 'origin_url'],
    ['a commit of javascript', commit('javascript:alert(1)'), 'git_commit_info.url'],
    ['a commit of data', commit('data:text/html,x'), 'git_commit_info.url'],
    ['a repository of javascript', repository('java\tscript:alert(1)'), 'repo_info.url'],
    ['a repository of vbscript', repository('vbscript:x'), 'repo_info.url'],
  ])('that is %s is refused, and nothing is kept', async (__, more, path) => {
    const it = await world();
    await putFlow(it, 'f', '');
    const answer = await send(it, more);
    expect(answer.status).toBe(400);
    expect(Object.keys(Object(field(answer.body, 'errors')))).toEqual([path]);
    expect((await it.get('/trails/acme/f/t')).status).toBe(404);
  });

  test.each([
    ['https', { external_urls: { x: { href: 'https://example.com/a?b#c' } } }],
    ['http in capitals', { external_urls: { x: { href: 'HTTP://intranet/wiki' } } }],
    ['a commit on the web', commit('https://github.com/acme/app/commit/1')],
    ['a commit by ssh, as some clients take it from the checkout', commit('ssh://github.com/acme/app/commit/1')],
    ["a commit in git's short form", commit('github.com:acme/app/commit/1')],
    ['a repository in the short form with a user', repository('git@github.com:acme/app.git')],
    ['a repository on a disk', repository('C:\\git\\app')],
    ['a repository in a folder', repository('/srv/git/app')],
    ['a repository without an address', repository('')],
    ['none', { external_urls: null, origin_url: null, git_commit_info: null, repo_info: null }],
  ])('that is %s is taken', async (__, more) => {
    const it = await world();
    await putFlow(it, 'f', '');
    expect((await send(it, more)).status).toBe(201);
  });
});

test.each([
  [{ external_urls: { 'a.b': { href: 'https://a.example' } } }, 'external_urls.a.b'],
  [{ external_urls: { 'a=b': { href: 'https://a.example' } } }, 'external_urls.a=b'],
  [{ external_urls: { '': { href: 'https://a.example' } } }, 'external_urls.'],
  [{ annotations: { 'a b': 'c' } }, 'annotations.a b'],
])('a label that is none is refused: %j', async (more, path) => {
  const { status, body } = await attest(await world(), 'f/t', more);
  expect([status, Object.keys(Object(field(body, 'errors')))]).toEqual([400, [path]]);
});

test('no more than 256 labels are taken, and no more than 256 artifacts', async () => {
  const it = await world();
  const many = (count: number) => Array.from({ length: count }, (_, index) => `l${index}`);
  const urls = (count: number) => ({
    external_urls: Object.fromEntries(many(count).map((label) => [label, { href: 'https://x.example' }])),
  });
  const targets = (count: number) => ({ target_artifacts: many(count), git_commit_info: { sha1: sha } });
  for (const more of [urls, targets]) {
    expect((await attest(it, 'f/t', more(256))).status).toBe(201);
    expect((await attest(it, 'f/t', more(257))).status).toBe(400);
  }
});
