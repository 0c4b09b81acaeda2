import { afterAll, expect, test } from 'vitest';
import { readGitFacts, completeFromApi, type GitFactsOptions, type GitFacts } from '../../src/git/index.ts';
import { removeRepositories, temporaryDirectory } from '../support/git.ts';
import { onGitHub, pullRequest, push } from './events.ts';

afterAll(removeRepositories);

const sha = 'a'.repeat(40);
const parents = ['b'.repeat(40), 'c'.repeat(40)];

/** The part of GitHub's answer that is read. */
const answer = {
  sha,
  html_url: `https://github.com/acme/app/commit/${sha}`,
  commit: {
    message: 'Fix the tax\n',
    author: { name: 'Ada Lovelace', email: 'ada@example.com', date: '2026-01-02T03:04:05Z' },
    committer: { name: 'GitHub', email: 'noreply@github.com', date: '2026-01-03T03:04:05Z' },
  },
  author: { login: 'ada-l', id: 1 },
  parents: parents.map((parent) => ({ sha: parent, url: 'x', html_url: 'y' })),
};

function withoutCheckout(options: Partial<GitFactsOptions> = {}): Promise<GitFacts> {
  const event = onGitHub('pull_request', { payload: pullRequest(sha) });
  return readGitFacts({ directory: temporaryDirectory(), event, ...options });
}

test('what the event did not tell is filled in, and no longer said to be missing', async () => {
  const before = await withoutCheckout();
  expect(before.missing).toEqual(['message', 'author', 'timestamp', 'parents']);
  const facts = completeFromApi(before, answer);
  expect(facts).toMatchObject({
    commit: {
      sha1: sha,
      message: 'Fix the tax',
      author: 'Ada Lovelace <ada@example.com>',
      author_username: 'ada-l',
      branch: 'fix-tax',
      url: `https://github.com/acme/app/commit/${sha}`,
      timestamp: 1_767_323_045,
      parents,
    },
    missing: [],
    checkout: 'none',
  });
  expect(facts.notices).toEqual(before.notices.filter((notice) => !notice.includes('message')));
});

test('what is known already stays', async () => {
  const event = onGitHub('push', { sha, payload: push(sha) });
  const before = await readGitFacts({ directory: temporaryDirectory(), event });
  expect(before.missing).toEqual(['parents']);
  expect(completeFromApi(before, answer).commit).toEqual({ ...before.commit, author_username: 'ada-l', parents });
});

test('what was redacted stays so', async () => {
  const { commit } = completeFromApi(await withoutCheckout({ redact: ['author', 'message', 'branch'] }), answer);
  expect(commit).toMatchObject({
    message: '**REDACTED**',
    author: '**REDACTED**',
    branch: '**REDACTED**',
    parents,
  });
  expect(commit.author_username).toBeUndefined();
});

test('an answer about another commit changes nothing', async () => {
  const before = await withoutCheckout();
  expect(completeFromApi(before, { ...answer, sha: 'd'.repeat(40) })).toEqual(before);
});

test.each([undefined, null, 'text', 7, [], {}, { message: 'Not Found' }])('the answer %j changes nothing', async (value) => {
  const before = await withoutCheckout();
  expect(completeFromApi(before, value)).toEqual(before);
});

test.each([null, 7, [], {}, ['x'], { name: 7 }, [{ sha: 'short' }], 'javascript:alert(1)'])(
  'fields of the shape %j are left out',
  async (value) => {
    const before = await withoutCheckout();
    const hostile = { sha, html_url: value, commit: { message: [value], author: value }, author: value, parents: [value] };
    expect(completeFromApi(before, hostile)).toEqual(before);
    expect(completeFromApi(before, { ...hostile, commit: value, parents: value }).commit.timestamp).toBeUndefined();
  },
);

test('one parent that is no SHA makes all of them unknown', async () => {
  const facts = completeFromApi(await withoutCheckout(), { ...answer, parents: [{ sha: parents[0] }, { sha: 'x' }] });
  expect(facts.commit).not.toHaveProperty('parents');
  expect(facts.missing).toEqual(['parents']);
  expect(facts.notices.join('\n')).toContain('parents');
});
