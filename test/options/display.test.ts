import { expect, test } from 'vitest';
import { displayOptions, openReader, readDisplay, uses, type RawOptions } from '../../src/options/index.ts';
import { said } from '../support/commands.ts';

const display = (raw: RawOptions, hasVerdict = true): unknown =>
  said(() => readDisplay(openReader(uses(displayOptions), { raw, naming: (name) => name }), hasVerdict));
const token = { 'github-token': 'ghs_x' };
const none = {
  summary: 'full',
  status: false,
  comment: false,
  statusContext: undefined,
  githubToken: undefined,
  matrix: null,
  leg: undefined,
};

test.each<[RawOptions, object]>([
  [{}, none],
  [
    { summary: 'off', report: 'none' },
    { ...none, summary: 'off' },
  ],
  [
    { ...token, report: 'status' },
    { ...none, status: true, githubToken: 'ghs_x' },
  ],
  [
    { ...token, report: 'comment', matrix: '{"os":"linux"}', leg: 'a' },
    { ...none, comment: true, githubToken: 'ghs_x', matrix: { os: 'linux' }, leg: 'a' },
  ],
  [
    { ...token, report: 'status', 'status-context': 'x'.repeat(255) },
    { ...none, status: true, githubToken: 'ghs_x', statusContext: 'x'.repeat(255) },
  ],
])('a verdict is shown as %j says', (raw, settings) => {
  expect(display(raw)).toEqual(settings);
});

test('a command without a verdict has a summary alone, whatever else is said', () => {
  const raw = { summary: 'failed', report: 'status,none', 'status-context': 'a', matrix: '{"os":"linux"}', leg: 'a', ...token };
  expect(display(raw, false)).toEqual({ ...none, summary: 'failed' });
});

test.each<[RawOptions, string]>([
  [{ ...token, report: 'status,none' }, 'report holds `none` next to others: Write `none` alone, or leave it out'],
  [{ report: 'status' }, 'report needs a token of GitHub: Pass `github-token: ${{ github.token }}`'],
  [
    { ...token, report: 'status', 'status-context': 'x'.repeat(256) },
    'status-context is no name of a status: Write one line of at most 255 characters',
  ],
  [
    { ...token, report: 'status', 'status-context': 'a\nb' },
    'status-context is no name of a status: Write one line of at most 255 characters',
  ],
  [
    { ...token, report: 'comment', 'status-context': 'a' },
    'status-context does nothing without `report: status`: Write `report: status`, or leave it out',
  ],
])('%j is refused', (raw, words) => {
  expect(display(raw)).toBe(words);
});
