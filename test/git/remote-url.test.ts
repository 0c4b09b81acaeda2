import { describe, expect, test } from 'vitest';
import { commitUrl, originFromConfig, webUrlOf } from '../../src/git/facts.ts';

test.each([
  ['https://github.com/acme/app.git', 'https://github.com/acme/app'],
  ['https://github.com/acme/app', 'https://github.com/acme/app'],
  ['https://github.com/acme/app/', 'https://github.com/acme/app'],
  ['http://git.example.com:3000/acme/app.git', 'http://git.example.com:3000/acme/app'],
  ['git@github.com:acme/app.git', 'https://github.com/acme/app'],
  ['github.com:acme/app.git', 'https://github.com/acme/app'],
  ['ssh://git@github.com/acme/app.git', 'https://github.com/acme/app'],
  ['ssh://git@git.example.com:2222/acme/app.git', 'https://git.example.com/acme/app'],
  ['ssh://git@ssh.github.com:443/acme/app.git', 'https://github.com/acme/app'],
  ['git+ssh://git@github.com/acme/app.git', 'https://github.com/acme/app'],
  ['git://git.example.com:9418/acme/app.git', 'https://git.example.com/acme/app'],
  ['git@gitlab.com:group/team/app.git', 'https://gitlab.com/group/team/app'],
  ['ssh+git://git@github.com/acme/app.git', 'https://github.com/acme/app'],
  ['ssh://git@altssh.gitlab.com:443/acme/app.git', 'https://gitlab.com/acme/app'],
  ['ssh://git@altssh.bitbucket.org:443/acme/app.git', 'https://bitbucket.org/acme/app'],
  ['https://github.com///acme/app///', 'https://github.com/acme/app'],
  ['https://github.com/acme/app/.git', 'https://github.com/acme/app'],
  // Only the `.git` at the end is an ending: the vendor's client cuts the first one, wherever it is.
  ['https://acme.github.example/org/app.git', 'https://acme.github.example/org/app'],
  ['https://github.com/acme/app.github.io.git', 'https://github.com/acme/app.github.io'],
  ['git@acme.github.example:org/app.github.io.git', 'https://acme.github.example/org/app.github.io'],
])('%s is the page %s', (remote, page) => {
  expect(webUrlOf(remote)).toBe(page);
});

test.each([
  '/srv/git/app.git',
  '../app.git',
  './a:b',
  'file:///srv/git/app.git',
  'C:\\git\\app',
  'C:/git/app',
  'D:app.git',
  '\\\\files\\git\\app.git',
  '//files/git/app.git',
  'file:///C:/git/app.git',
  'file://files/git/app.git',
  '',
  'https://',
  'https://github.com/',
  'https://github.com/.git',
  'ssh:///acme/app.git',
  'ext::sh -c x',
  'a b:c',
])('%j has no page', (remote) => {
  expect(webUrlOf(remote)).toBeUndefined();
});

test.each([
  'https://x-access-token:ghs_secret@github.com/acme/app.git',
  'https://ghs_secret@github.com/acme/app.git',
  'https://user:p%40secret@github.com/acme/app.git',
  'https://user:p@secret@github.com/acme/app.git',
  'ssh://user:secret@github.com/acme/app.git',
  'https://github.com/acme/app.git?token=secret#secret',
])('%s shows no credential', (remote) => {
  expect(webUrlOf(remote)).toBe('https://github.com/acme/app');
});

test.each([
  'https://user:12/secret@github.com/acme/app.git',
  'https://user#secret@github.com/acme/app.git',
  'https://user?secret@github.com/acme/app.git',
  'https://user:p/secret@github.com/acme/app.git',
  'user:secret@github.com:acme/app.git',
])('%s, whose password was not escaped, gives no half of it away', (remote) => {
  expect(webUrlOf(remote)).toBeUndefined();
});

test.each([
  ['https://github.com/acme/app', 'https://github.com/acme/app/commit/abc'],
  ['https://gitlab.com/acme/app', 'https://gitlab.com/acme/app/-/commit/abc'],
  ['https://bitbucket.org/acme/app', 'https://bitbucket.org/acme/app/commits/abc'],
  ['https://gitlab.com.example.org/acme/app', 'https://gitlab.com.example.org/acme/app/commit/abc'],
])('a commit of %s is at %s', (repository, page) => {
  expect(commitUrl(repository, 'abc')).toBe(page);
});

describe('the origin of a configuration', () => {
  const config = (...entries: readonly (readonly [string, string])[]): string =>
    entries.map(([key, value]) => `${key}\n${value}\0`).join('');

  test('is the URL as it is written, not the mirror or the token that it is rewritten to', () => {
    const rules = config(
      ['url.https://x:secret@mirror.example.com/secret/.insteadof', 'https://github.com/'],
      ['remote.origin.url', 'https://github.com/acme/app.git'],
    );
    expect(originFromConfig(rules)).toBe('https://github.com/acme/app');
  });

  test('is rewritten where it does not name a host by itself, by the longest prefix', () => {
    const rules = config(
      ['remote.origin.url', 'gh:acme/app'],
      ['url.https://wrong.example.com/.insteadof', 'g'],
      ['url.https://user:secret@github.com/.insteadof', 'gh:'],
    );
    expect(originFromConfig(rules)).toBe('https://github.com/acme/app');
  });

  test('is the first of several URLs', () => {
    expect(originFromConfig(config(['remote.origin.url', 'https://a.example/x/y'], ['remote.origin.url', 'https://b.example/x/y']))).toBe(
      'https://a.example/x/y',
    );
  });

  test('is a host without a dot where no rule says more', () => {
    expect(originFromConfig(config(['remote.origin.url', 'git@gitserver:acme/app.git']))).toBe('https://gitserver/acme/app');
  });

  test('is unknown without one', () => {
    expect(originFromConfig('')).toBeUndefined();
    expect(originFromConfig(config(['remote.origin.url', '/srv/app.git']))).toBeUndefined();
  });
});

test.each([
  ['two remotes: the first one', 'remote.origin.url\nhttps://a.example/x\0remote.origin.url\nhttps://b.example/x\0', 'https://a.example/x'],
  ['a rule that has no prefix', 'remote.origin.url\ngh:x/y\0url.https://a.example/.insteadof\n\0', 'https://gh/x/y'],
  ['a key that only begins like a rule', 'remote.origin.url\ngh:x/y\0url.https://a.example/.insteadof.other\ngh:\0', 'https://gh/x/y'],
  ['a key that only ends like a rule', 'remote.origin.url\ngh:x/y\0my.url.https://a.example/.insteadof\ngh:\0', 'https://gh/x/y'],
  [
    'the longest prefix',
    'remote.origin.url\ngh:x/y\0url.https://a.example/.insteadof\ngh:\0url.https://b.example/.insteadof\ngh:x/\0',
    'https://b.example/y',
  ],
  ['a rule for another prefix', 'remote.origin.url\ngh:x/y\0url.https://a.example/.insteadof\ngl:\0', 'https://gh/x/y'],
  ['no remote', 'url.https://a.example/.insteadof\ngh:\0', undefined],
])('the page of the origin comes from the configuration: %s', (_, config, page) => {
  expect(originFromConfig(config)).toBe(page);
});
