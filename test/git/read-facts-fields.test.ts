import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readGitFacts, type GitFactsOptions, type EventFacts, type GitFacts } from '../../src/git/index.ts';
import { author, cloneShallow, commit, git, makeRepository, merge, removeRepositories, temporaryDirectory } from '../support/git.ts';
import { onGitHub, onLaptop, pullRequest, push } from './events.ts';

beforeAll(() => {
  vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');
  vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1');
});
afterAll(() => {
  vi.unstubAllEnvs();
  removeRepositories();
});

function read(directory: string, event: EventFacts = onLaptop, options: Partial<GitFactsOptions> = {}): Promise<GitFacts> {
  return readGitFacts({ directory, event, ...options });
}

/** A commit object written byte by byte, checked out. */
function commitRaw(directory: string, content: Buffer): string {
  const tree = git(directory, ['write-tree']);
  const head = Buffer.from(`tree ${tree}\n`);
  const sha = git(directory, ['hash-object', '--literally', '-t', 'commit', '-w', '--stdin'], Buffer.concat([head, content]));
  git(directory, ['update-ref', 'HEAD', sha]);
  return sha;
}

test('every field of a commit and a repository on GitHub', async () => {
  const directory = makeRepository();
  const parent = commit(directory, 'Before');
  const sha = commit(directory, '\n\nFix the tax of refunds\n\nIt was rounded twice.\n\n');
  const facts = await read(directory, onGitHub('push', { sha, payload: push(sha) }));
  expect(facts).toEqual({
    commit: {
      sha1: sha,
      message: 'Fix the tax of refunds\n\nIt was rounded twice.',
      author: `${author.name} <${author.mail}>`,
      author_username: 'ada',
      branch: 'main',
      url: `https://github.com/acme/app/commit/${sha}`,
      timestamp: author.timestamp,
      parents: [parent],
    },
    repository: { id: '42', name: 'acme/app', url: 'https://github.com/acme/app', provider: 'github', description: 'The app' },
    builtSha: sha,
    checkout: 'subject',
    digests: {
      commitSha256: createHash('sha256')
        .update(execFileSync('git', ['cat-file', 'commit', sha], { cwd: directory }))
        .digest('hex'),
    },
    missing: [],
    notices: [],
  });
});

test('parents are known at the edge of a shallow clone, where git log hides them', async () => {
  const directory = makeRepository();
  const root = commit(directory, 'Root');
  git(directory, ['checkout', '--quiet', '-b', 'side']);
  const side = commit(directory, 'Side');
  git(directory, ['checkout', '--quiet', 'main']);
  const sha = merge(directory, side);
  const clone = cloneShallow(directory);
  expect(git(clone, ['log', '-1', '--format=%P'])).toBe('');
  expect((await read(clone)).commit.parents).toEqual([root, side]);
  expect((await read(clone)).commit.sha1).toBe(sha);
});

test('a first commit has no parents, which is not the same as unknown ones', async () => {
  const directory = makeRepository();
  commit(directory);
  const { commit: info, missing } = await read(directory);
  expect(info.parents).toEqual([]);
  expect(missing).not.toContain('parents');
});

test('what the clone holds comes before what the event says', async () => {
  const directory = makeRepository();
  const sha = commit(directory, 'From git');
  expect((await read(directory, onGitHub('push', { sha, payload: push(sha) }))).commit.message).toBe('From git');
});

test('replaced objects do not speak for the commit', async () => {
  const directory = makeRepository();
  const other = commit(directory, 'Harmless');
  const sha = commit(directory, 'The real one');
  git(directory, ['replace', sha, other]);
  expect(git(directory, ['log', '-1', '--format=%s', sha])).toBe('Harmless');
  expect((await read(directory)).commit).toMatchObject({ sha1: sha, message: 'The real one', parents: [other] });
});

describe('encodings', () => {
  test.each([
    ['ISO-8859-1', Buffer.from('Gebühr für Jürgen', 'latin1'), 'Gebühr für Jürgen'],
    ['iso8859-15', Buffer.from([0xa4, 0x20, 0x31, 0x30]), '€ 10'],
    ['CP1252', Buffer.from([0x80, 0x20, 0x31, 0x30]), '€ 10'],
    ['Shift_JIS', Buffer.from([0x83, 0x65, 0x83, 0x58, 0x83, 0x67]), 'テスト'],
    ['UTF-8', Buffer.from('grüße 🚀'), 'grüße 🚀'],
    ['no-such-encoding', Buffer.from('fünf', 'latin1'), 'fünf'],
  ])('a message and an author in %s come out as Unicode', async (encoding, bytes, text) => {
    const directory = makeRepository();
    commitRaw(
      directory,
      Buffer.concat([
        Buffer.from('author '),
        bytes,
        Buffer.from(` <a@example.com> 1767323045 +0200\ncommitter C <c@example.com> 1767323046 +0000\nencoding ${encoding}\n\n`),
        bytes,
        Buffer.from('\n'),
      ]),
    );
    expect((await read(directory)).commit).toMatchObject({ message: text, author: `${text} <a@example.com>`, timestamp: 1_767_323_045 });
  });

  test('git’s own re-encoding at commit is undone', async () => {
    const directory = makeRepository();
    git(directory, ['config', 'i18n.logOutputEncoding', 'ISO-8859-1']);
    git(
      directory,
      ['-c', 'i18n.commitEncoding=ISO-8859-1', 'commit', '--quiet', '--allow-empty', '-F', '-'],
      Buffer.from('Größe', 'latin1'),
    );
    expect((await read(directory)).commit.message).toBe('Größe');
  });

  test('bytes of no declared encoding that are not UTF-8 are read as Latin-1', async () => {
    const directory = makeRepository();
    commitRaw(directory, Buffer.from('author J\xfcrgen <j@example.com> 1 +0000\ncommitter C <c@e.x> 1 +0000\n\nM\xfcll\n', 'latin1'));
    expect((await read(directory)).commit).toMatchObject({ message: 'Müll', author: 'Jürgen <j@example.com>' });
  });
});

describe('odd commit objects', () => {
  test('NUL and other control characters are taken out', async () => {
    const directory = makeRepository();
    commitRaw(directory, Buffer.from('author A\u0007B <a@e.x> 1 +0000\ncommitter C <c@e.x> 1 +0000\n\nab\u0000c\u001b[2J\tx\r\ny\n'));
    expect((await read(directory)).commit).toMatchObject({ message: 'abc[2J\tx\r\ny', author: 'AB <a@e.x>' });
  });

  test('headers inside a signature or in the message are not taken for the commit’s own', async () => {
    const directory = makeRepository();
    const evil = 'e'.repeat(40);
    commitRaw(
      directory,
      Buffer.from(
        `author A <a@e.x> 7 +0000\ncommitter C <c@e.x> 1 +0000\ngpgsig -----BEGIN\n parent ${evil}\n author M <m@e.x> 9 +0000\n -----END\n\nText\n\nparent ${evil}\nauthor M <m@e.x> 9 +0000\n`,
      ),
    );
    expect((await read(directory)).commit).toMatchObject({ author: 'A <a@e.x>', timestamp: 7, parents: [] });
  });

  test('an encoding that hides the headers does not hide the parents', async () => {
    const directory = makeRepository();
    const parent = commit(directory);
    commitRaw(
      directory,
      Buffer.from(`parent ${parent}\nauthor A <a@e.x> 7 +0000\ncommitter C <c@e.x> 1 +0000\nencoding utf-16le\n\nabcd\n`),
    );
    expect((await read(directory)).commit.parents).toEqual([parent]);
  });

  test.each(['author nobody', 'author <> x', 'authored A <a@e.x> 7 +0000'])('%j leaves out what it does not say', async (line) => {
    const directory = makeRepository();
    commitRaw(directory, Buffer.from(`${line}\ncommitter C <c@e.x> 1 +0000\n\nText\n`));
    const { commit: info, missing } = await read(directory);
    expect(info).not.toHaveProperty('timestamp');
    expect(missing).toContain('timestamp');
  });
});

describe('the branch', () => {
  test('comes from the event where HEAD is detached', async () => {
    const directory = makeRepository();
    const sha = commit(directory);
    git(directory, ['checkout', '--quiet', '--detach']);
    expect((await read(directory, onGitHub('schedule', { sha, ref: 'refs/heads/team/main' }))).commit.branch).toBe('team/main');
  });

  test('is missing on a laptop whose HEAD is detached', async () => {
    const directory = makeRepository();
    commit(directory);
    git(directory, ['checkout', '--quiet', '--detach']);
    const { commit: info, missing } = await read(directory);
    expect(info).not.toHaveProperty('branch');
    expect(missing).toContain('branch');
  });
});

describe('the address', () => {
  test.each([
    ['https://acme.github.example/org/app.git', 'https://acme.github.example/org/app', 'org/app', undefined],
    ['git@github.com:acme/app.github.io.git', 'https://github.com/acme/app.github.io', 'acme/app.github.io', 'github'],
    ['https://oauth2:glpat-secret@gitlab.com/group/team/app.git', 'https://gitlab.com/group/team/app', 'group/team/app', 'gitlab'],
  ])('of origin %s is %s', async (origin, url, name, provider) => {
    const directory = makeRepository({ origin });
    const sha = commit(directory);
    const facts = await read(directory);
    expect(facts.repository).toEqual({ name, url, ...(provider === undefined ? {} : { provider }) });
    expect(facts.commit.url).toBe(`${url}/${provider === 'gitlab' ? '-/commit' : 'commit'}/${sha}`);
    expect(JSON.stringify(facts)).not.toContain('secret');
  });

  test('shows no credential that a rewriting rule brings in', async () => {
    const directory = makeRepository({ origin: 'gh:acme/app.git' });
    git(directory, ['config', 'url.https://x-access-token:ghs_secret@github.com/.insteadOf', 'gh:']);
    commit(directory);
    const facts = await read(directory);
    expect(facts.repository?.url).toBe('https://github.com/acme/app');
    expect(JSON.stringify(facts)).not.toContain('secret');
  });

  test('is the event’s on GitHub, also on a server of one’s own and whatever origin says', async () => {
    const directory = makeRepository({ origin: 'https://x-access-token:ghs_secret@github.com/somebody/else.git' });
    const sha = commit(directory);
    const facts = await read(directory, onGitHub('schedule', { sha, serverUrl: 'https://ghes.example.com' }));
    expect(facts.commit.url).toBe(`https://ghes.example.com/acme/app/commit/${sha}`);
    expect(facts.repository).toMatchObject({ url: 'https://ghes.example.com/acme/app', provider: 'github' });
    expect(JSON.stringify(facts)).not.toContain('secret');
  });

  test('and the repository are left out without origin and event, and that is said once', async () => {
    const directory = makeRepository();
    commit(directory);
    const facts = await read(directory);
    expect(facts.commit).not.toHaveProperty('url');
    expect(facts).toMatchObject({ repository: undefined, missing: ['url', 'repository'] });
    expect(facts.notices).toEqual([expect.stringContaining('The repository is left out')]);
  });
});

describe('redaction', () => {
  test('holds back the named fields and never the SHA and the address', async () => {
    const directory = makeRepository();
    const sha = commit(directory, 'Secret project');
    const event = onGitHub('push', { sha, payload: push(sha) });
    const { commit: info } = await read(directory, event, { redact: ['author', 'message', 'branch'] });
    expect(info).toMatchObject({
      sha1: sha,
      message: '**REDACTED**',
      author: '**REDACTED**',
      author_username: '**REDACTED**',
      branch: '**REDACTED**',
      url: `https://github.com/acme/app/commit/${sha}`,
      timestamp: author.timestamp,
    });
    expect((await read(directory, event, { redact: ['message'] })).commit).toMatchObject({ message: '**REDACTED**', branch: 'main' });
  });

  test('leaves nothing to be asked for elsewhere', async () => {
    const event = onGitHub('pull_request', { payload: pullRequest('a'.repeat(40)) });
    const { missing } = await read(temporaryDirectory(), event, { redact: ['author', 'message'] });
    expect(missing).toEqual(['timestamp', 'parents']);
  });
});
