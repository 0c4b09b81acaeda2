import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findingIssue, restIssue, sharedIssue, type IssueFinding } from '../../src/github/issue-text.ts';
import { keepIssues, type IssuesPlan, type WantedIssue } from '../../src/github/issues.ts';
import { root } from '../support/sources.ts';
import { openIssues, type DoubledIssue } from './issues-double.ts';

const marker = (key: string): string => `<!-- compliance-evidence-audit: ${createHash('sha256').update(key).digest('hex')} -->`;
const wanted = (key: string, more: Partial<WantedIssue> = {}): WantedIssue => ({
  key,
  title: `Title ${key}`,
  body: `Body ${key}`,
  ...more,
});
const kept = (number: number, key: string, more: Partial<DoubledIssue> = {}): DoubledIssue => ({
  number,
  author: 'github-actions[bot]',
  title: `Title ${key}`,
  body: `${marker(key)}\r\nBody ${key}\n`,
  state: 'open',
  reason: null,
  ...more,
});
const plan = (issues: readonly WantedIssue[], closing: IssuesPlan['closing'] = new Map()): IssuesPlan => ({
  wanted: () => issues,
  closing,
});

interface Keeping {
  readonly dryRun?: boolean;
  readonly refuse?: (request: string) => number | undefined;
}

async function keep(issues: readonly DoubledIssue[], asked: IssuesPlan, { dryRun = false, refuse }: Keeping = {}) {
  const double = await openIssues(refuse);
  double.issues.push(...issues);
  let pauses = 0;
  const access = { apiUrl: double.url, token: 'ghs_x', repository: 'acme/app' };
  const counts = await keepIssues(access, asked, { dryRun, pause: () => Promise.resolve(void (pauses += 1)) });
  return { counts, pauses, asked: double.asked, issues: double.issues };
}

test('issues are opened, changed and closed, with a pause between two', async () => {
  const old = [
    kept(1, 'same'),
    kept(2, 'title', { title: 'Another' }),
    kept(3, 'body', { body: `${marker('body')}\nAnother` }),
    kept(4, 'closed by hand', { state: 'closed' }),
    kept(5, 'done'),
    kept(6, 'done before', { state: 'closed' }),
    kept(7, 'wanted and closing'),
    kept(8, 'of a stranger', { author: 'eve' }),
    kept(9, 'a pull request', { isPull: true }),
    kept(10, 'same', { title: 'A second one with the same marker' }),
    kept(11, 'without a marker', { body: `before ${marker('without a marker')}` }),
  ];
  const issues = [
    'same',
    'title',
    'body',
    'closed by hand',
    'wanted and closing',
    'of a stranger',
    'a pull request',
    'without a marker',
    'new',
  ];
  const closing = new Map([
    ['done', 'completed'],
    ['done before', 'completed'],
    ['wanted and closing', 'not_planned'],
    ['of a stranger', 'not_planned'],
    ['nobody knows it', 'not_planned'],
  ] as const);
  const asked = plan(
    issues.map((key) => wanted(key)),
    closing,
  );
  const texts = [
    await keep(
      old.map((issue) => ({ ...issue })),
      asked,
    ),
    await keep(
      old.map((issue) => ({ ...issue })),
      asked,
      { dryRun: true },
    ),
  ];
  const findings = ['high', 'low', 'critical', 'low', 'medium'].map((severity, at): IssueFinding => ({
    key: `key ${at} of @ada`,
    rule: 'change-without-trail',
    severity,
    subject: { kind: at === 0 ? 'commit' : 'trail', id: 'c0ffee'.padEnd(40, '0'), url: at < 2 ? 'https://x.example/a' : null },
    message: '**A** change of @ada, see https://x.example',
    fix: `Record it ${'x'.repeat(3_000)}`,
    firstSeen: '2026-11-02',
    ...(at === 1 ? { carried: true } : {}),
  }));
  const bodies = [
    ...findings.slice(0, 2).map(findingIssue),
    sharedIssue(findings),
    restIssue(findings.slice(1)),
    restIssue(Array.from({ length: 11 }, () => findings).flat()),
  ].map(({ body, title }) => `${title}\n${body.length > 4_000 ? body.slice(-2_000) : body}`);
  await expect([...texts.map((text) => JSON.stringify(text, undefined, 1)), ...bodies].join('\n---\n')).toMatchFileSnapshot(
    join(root, 'test/fixtures/issues.txt'),
  );
});

test('those that are chosen may hang on which are open', async () => {
  const open: string[] = [];
  const asked: IssuesPlan = {
    wanted: (isOpen) => {
      open.push(...['one', 'two', 'three'].filter((key) => isOpen(key)));
      return [];
    },
    closing: new Map(),
  };
  await keep([kept(1, 'one'), kept(2, 'two', { state: 'closed' })], asked);
  expect(open).toEqual(['one']);
});

test('all pages are read, and one that is full is not the last', async () => {
  const others = Array.from({ length: 100 }, (_, at) => kept(at + 2, `other ${at}`));
  const { asked, counts } = await keep([kept(1, 'first'), ...others], plan([wanted('first')]));
  expect([counts.unchanged, asked.filter((line) => line.startsWith('GET /repos')).length]).toEqual([1, 2]);
});

test.each([
  [410, 'The repository acme/app has no issues: they are switched off'],
  [403, 'GitHub refused to list the issues (403)'],
])('what GitHub refuses with %i stops it', async (status, words) => {
  await expect(keep([], plan([wanted('a')]), { refuse: (line) => (line.startsWith('GET /repos') ? status : undefined) })).rejects.toThrow(
    words,
  );
});
