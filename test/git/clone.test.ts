import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import { cloneHistory } from '../../src/git/index.ts';
import { commit, git, makeRepository, removeRepositories, temporaryDirectory } from '../support/git.ts';
import { serveGit } from '../support/git-http.ts';

afterAll(removeRepositories);

const basic = `basic ${Buffer.from('x-access-token:secret-of-the-test').toString('base64')}`;

/** A server of git that lets in who has the token. */
async function open(folder: string): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) => {
    if (request.headers.authorization === basic) return serveGit(folder, request, response);
    return void response.writeHead(401).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP port was expected.');
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}

function hosted(): string {
  const source = makeRepository();
  writeFileSync(join(source, 'a.txt'), 'a\n');
  git(source, ['add', '.']);
  commit(source, 'One');
  commit(source, 'Two');
  git(source, ['tag', 'v1']);
  git(source, ['branch', 'other']);
  const folder = temporaryDirectory();
  execFileSync('git', ['clone', '--quiet', '--mirror', source, join(folder, 'app')], { stdio: 'ignore' });
  return folder;
}

test('the whole history, each branch and tag are cloned, no file is checked out, and the token is nowhere in the clone', async () => {
  const server = await open(hosted());
  const parent = temporaryDirectory();
  const clone = join(parent, 'clone');
  try {
    expect(await cloneHistory({ url: `${server.url}/app`, authorization: basic }, parent, clone)).toBe('cloned');
  } finally {
    server.close();
  }
  expect(git(clone, ['rev-list', '--count', 'origin/main'])).toBe('2');
  expect(git(clone, ['for-each-ref', '--format=%(refname)']).split('\n')).toEqual(
    expect.arrayContaining(['refs/remotes/origin/other', 'refs/tags/v1']),
  );
  expect(readdirSync(clone)).toEqual(['.git']);
  expect(readFileSync(join(clone, '.git', 'config'), 'utf8')).not.toMatch(/authorization|extraheader/i);
});

test('an argument of git never holds the token', async () => {
  const parent = temporaryDirectory();
  const programs = join(parent, 'programs');
  mkdirSync(programs);
  writeFileSync(join(programs, 'git'), `#!/bin/sh\necho "$@" >> ${join(parent, 'said')}\nexit 1\n`, { mode: 0o755 });
  const before = process.env['PATH'];
  process.env['PATH'] = `${programs}:${before}`;
  try {
    await expect(cloneHistory({ url: 'https://github.com/acme/app', authorization: basic }, parent, join(parent, 'clone'))).rejects.toThrow(
      'could not be cloned',
    );
  } finally {
    process.env['PATH'] = before;
  }
  const said = readFileSync(join(parent, 'said'), 'utf8');
  expect(said).toContain('https://github.com/acme/app');
  expect(said).not.toContain(basic.slice(6));
});

test('a git that floods its output is stopped, and so is the clone', async () => {
  const parent = temporaryDirectory();
  writeFileSync(join(parent, 'git'), '#!/bin/sh\nexec yes\n', { mode: 0o755 });
  vi.stubEnv('PATH', `${parent}:${process.env['PATH']}`);
  await expect(
    cloneHistory({ url: 'https://github.com/acme/app', authorization: null }, parent, join(parent, 'clone')),
  ).rejects.toMatchObject({
    message: 'https://github.com/acme/app could not be cloned: git printed too much',
    fix: 'Run this again, on a machine with a faster way to GitHub',
  });
  vi.unstubAllEnvs();
});

test('a repository to which nothing was pushed is empty, and one that is not there is told of', async () => {
  const parent = temporaryDirectory();
  const source = makeRepository();
  expect(await cloneHistory({ url: pathToFileURL(source).href, authorization: null }, parent, join(parent, 'empty'))).toBe('empty');
  const gone = cloneHistory({ url: pathToFileURL(join(parent, 'nowhere')).href, authorization: null }, parent, join(parent, 'gone'));
  await expect(gone).rejects.toMatchObject({ code: 'unknown-commit', fix: expect.stringContaining('contents: read') });
});

test.each(['http://github.example/acme/app', 'ssh://git@github.com/acme/app', 'ext::sh -c touch% started'])(
  '%s is not asked',
  async (url) => {
    const parent = temporaryDirectory();
    await expect(cloneHistory({ url, authorization: basic }, parent, join(parent, 'clone'))).rejects.toThrow(/not allowed/);
    expect(existsSync(join(parent, 'clone', '.git'))).toBe(false);
  },
);
