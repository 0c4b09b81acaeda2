import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import type { AskMerge } from '../../../src/commands/gate/gate.ts';
import { contextOf } from '../../../src/commands/index.ts';
import { openStatus, statusCommit } from '../../../src/commands/status/open.ts';
import type { EventFacts } from '../../../src/git/index.ts';

const [head, merge, other] = ['a'.repeat(40), 'b'.repeat(40), 'c'.repeat(40)] as const;
const { event: away } = contextOf({}, tmpdir(), new AbortController().signal, () => {});

function event(eventName: string, sha: string, pull: object = {}): EventFacts {
  const shop = { full_name: 'acme/shop' };
  const request = { number: 7, head: { sha: head, ref: 'topic', repo: shop }, base: { ref: 'main', repo: shop }, ...pull };
  return { ...away, eventName, sha, repository: 'acme/shop', payload: { number: 7, repository: shop, pull_request: request } };
}

test('the status is on the head, or on the commit that was named', () => {
  expect(statusCommit(event('pull_request', merge), undefined)).toBe(head);
  expect(statusCommit(event('pull_request', merge), head)).toBe(head);
  expect(statusCommit(event('pull_request', merge), other)).toBe(other);
});

test.each([
  ['of the run', event('pull_request', merge), merge],
  ['of a review', event('pull_request_review', merge), merge],
  ['that the event names', event('pull_request_target', other, { merge_commit_sha: merge, merged: false }), merge],
])('the test merge %s is refused', (_, facts, asked) => {
  expect(() => statusCommit(facts, asked)).toThrow(
    expect.objectContaining({ code: 'invalid-input', fix: expect.stringContaining('head.sha') }),
  );
});

test.each([
  ['the merge that was made', event('pull_request', merge, { merge_commit_sha: merge, merged: true }), merge],
  ['the tip of the default branch', event('pull_request_target', other), other],
  ['a head that GitHub made no merge for', event('pull_request', head, { merge_commit_sha: head }), head],
])('%s is not one', (_, facts, asked) => {
  expect(statusCommit(facts, asked)).toBe(asked);
});

test('without a commit there is no status', () => {
  expect(() => statusCommit({ ...away, eventName: 'push', payload: { deleted: true } }, undefined)).toThrow(
    expect.objectContaining({ code: 'missing-input' }),
  );
});

describe('the trail of another commit', () => {
  /** Opens the status of the head, with a trail: `made` was made of the other one of the two. */
  function open(trail: string | undefined, askMerge: AskMerge): Promise<unknown> {
    const about = { org: 'acme', flow: 'shop', isClaimed: false, matrix: null, leg: undefined };
    const of = { context: 'compliance/shop', commit: undefined, about, trail, runPage: undefined };
    const facts = { ...event('pull_request', merge), runId: '1', runAttempt: '1' };
    return openStatus(facts, of, () => Promise.reject(new RangeError('GitHub is not asked')), askMerge, String);
  }
  const made =
    (sha?: string): AskMerge =>
    (asked) =>
      Promise.resolve({ kind: asked === sha ? 'of-this' : 'another' });

  test.each([other, other.toUpperCase()])('is refused: %s', async (trail) => {
    await expect(open(trail, made())).rejects.toMatchObject({
      code: 'invalid-input',
      message: `Trail ${trail} is that of another commit, and the status would be set on ${head}`,
      fix: expect.stringContaining(`commit: ${other}`),
    });
  });

  test.each<[string, string | undefined, AskMerge]>([
    ['where its commit is the test merge of the head', other, made(other)],
    ['where the head is its test merge', other, made(head)],
    ['where nobody can be asked, which the verdict says', other, () => Promise.resolve({ kind: 'unasked' })],
    [
      'where GitHub does not answer, which the verdict says',
      other,
      () => Promise.resolve({ kind: 'another', fault: { code: 'x', message: 'no' } }),
    ],
    ['no more than that of the head', head, made()],
    ['no more than one of its own name', 'release-1', made()],
    ['no more than none', undefined, made()],
  ])('is not refused %s', async (_, trail, askMerge) => {
    await expect(open(trail, askMerge)).resolves.toBeDefined();
  });
});
