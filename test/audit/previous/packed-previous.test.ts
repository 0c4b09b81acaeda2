import { expect, test } from 'vitest';
import type { Previous } from '../../../src/audit/facts/previous.ts';
import { previousText, readPackedPrevious } from '../../../src/audit/previous/packed-previous.ts';

const previous: Previous = {
  about: { repository: 'acme/shop', repositoryId: 12, serverUrl: 'https://github.com', org: 'acme' },
  complete: true,
  since: null,
  until: '2026-11-15T06:00:00Z',
  completeUntil: null,
  completeTips: { main: 'a'.repeat(40) },
  flows: ['unit'],
  branches: ['main'],
  findings: [],
  tags: {},
  head: null,
  digest: 'ab'.repeat(32),
};

test('the audit before is in a package as it was taken', () => {
  expect(readPackedPrevious(previousText(previous))).toEqual(previous);
});

test('earlier packages do not say whose audit it was, and are read', () => {
  const { header, ...rest } = JSON.parse(previousText(previous));
  const { branches, flows, period } = header;
  const about = { repository: null, repositoryId: null, serverUrl: null, org: null };
  expect(readPackedPrevious(JSON.stringify({ ...rest, header: { branches, flows, period } }))).toEqual({ ...previous, about });
});
