import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { contextOf } from '../../../src/commands/index.ts';
import { statusCommit } from '../../../src/commands/status/open.ts';
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
