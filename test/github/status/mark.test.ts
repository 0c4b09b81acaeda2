import { expect, test } from 'vitest';
import type { StatusMark } from '../../../src/gate/index.ts';
import { markOf, markedLink, slotKey } from '../../../src/github/commit-status.ts';

const whole: StatusMark = {
  slot: {
    key: slotKey(['acme', 'shop', 'pull_request', 7]),
    org: 'acme',
    flow: 'shop',
    label: 'pull_request #7 › ci.yml › gate',
    pullRequests: [7, 12],
    workflow: { path: '.github/workflows/a@b.yml', ref: 'refs/pull/7/merge' },
  },
  of: { run: '16588214930', attempt: '2' },
  by: { run: '16588214999', attempt: '1' },
  word: 'yes',
};
const page = 'https://evidence.example/acme/t';
const run = 'https://github.com/acme/shop/actions/runs/16588214930';
const withSlot = (slot: Partial<StatusMark['slot']>): StatusMark => ({ ...whole, slot: { ...whole.slot, ...slot } });

test.each(['yes', 'no', 'running', 'awaiting', 'unapproved'] as const)('a mark that says %s is read as it was written', (word) => {
  const plain = withSlot({ workflow: { path: '.github/workflows/ci.yml', ref: 'refs/heads/a@b' } });
  expect(markOf(markedLink({ ...plain, word }, page, run))).toEqual({ ...plain, word });
  const bare = { ...plain, by: undefined, word, slot: { ...plain.slot, pullRequests: [], workflow: undefined } };
  expect(markOf(markedLink(bare, page, run))).toEqual(bare);
});

test('it stands in the part that no server is sent, and the rest of the link is as it was', () => {
  const link = new URL(markedLink(whole, `${page}?a=b`, run) ?? '');
  expect(`${link.origin}${link.pathname}${link.search}`).toBe(`${page}?a=b`);
});

test.each([
  ['is none', undefined],
  ['is none of the web', 'javascript:alert(1)'],
  ['has such a part of its own', `${page}#top`],
  ['has no room for it', `${page}?${'x'.repeat(1_900)}`],
])('it leads to the run where the page %s', (_, address) => {
  expect(markedLink(whole, address, run)).toMatch(new RegExp(`^${run}#evidence=1&`));
  expect(markedLink(whole, address, undefined)).toBeUndefined();
});

test.each<[string, Partial<StatusMark['slot']>]>([
  ['a flow', { flow: 'f'.repeat(255), org: 'o'.repeat(255) }],
  ['a label', { label: '›'.repeat(500) }],
  ['a label of large characters', { label: '🫖'.repeat(500) }],
  ['a file', { workflow: { path: `.github/workflows/${'ü'.repeat(120)}.yml`, ref: `refs/heads/${'茶'.repeat(80)}` } }],
  [
    'all that there is room for',
    {
      workflow: { path: `.github/workflows/${'ü'.repeat(85)}.yml`, ref: 'refs/heads/main' },
      pullRequests: Array.from({ length: 20 }, (_, at) => at + 100_000),
    },
  ],
  ['a list of pull requests', { pullRequests: Array.from({ length: 1_000 }, (_, at) => at + 100_000) }],
])('%s of any length leaves a mark that is whole, and a link of at most 2,048 characters', (_, slot) => {
  const all = { flow: 'f'.repeat(255), org: 'o'.repeat(255), label: '茶'.repeat(80), ...slot };
  const link = markedLink({ ...withSlot(all), of: { run: '9'.repeat(20), attempt: '1000' } }, page, run) ?? '';
  expect(link.length).toBeLessThanOrEqual(2_048);
  const found = markOf(link);
  expect(found).toMatchObject({ of: { run: '9'.repeat(20) }, slot: { key: whole.slot.key, flow: all.flow, org: all.org } });
  // A list that is cut would say that a slot is over because of some of its pull requests. A path that is cut would name
  // another file.
  expect([[], all.pullRequests ?? whole.slot.pullRequests]).toContainEqual(found?.slot.pullRequests);
  expect([undefined, all.workflow ?? whole.slot.workflow]).toContainEqual(found?.slot.workflow);
});

const good = markedLink(whole, page, undefined) ?? '';

test.each<[string, string | null | undefined]>([
  ['no link', undefined],
  ['null', null],
  ['an empty one', ''],
  ['no web address', good.replace('https:', 'javascript:')],
  ['a link without it', page],
  ['a longer link', `${good}&x=${'x'.repeat(2_048)}`],
  ['another version', good.replace('evidence=1', 'evidence=2')],
  ['no version', good.replace('evidence=1&', '')],
  ['another word', good.replace('word=yes', 'word=constructor')],
  ['no word', good.replace('word=yes&', '')],
  ['no run', good.replace(/run=[^&]+&/, '')],
  ['a run without an attempt', good.replace(/run=[^&]+&/, 'run=17&')],
  ['a run that is no number', good.replace(/run=[^&]+&/, 'run=1e9.1&')],
  ['a run with zeros before it', good.replace(/run=[^&]+&/, 'run=017.1&')],
  ['a run of a thousand digits', good.replace(/run=[^&]+&/, `run=${'9'.repeat(1_000)}.1&`)],
  ['a judging run that is no number', good.replace(/by=[^&]+&/, 'by=me.1&')],
  ['no slot', good.replace(/slot=[^&]+&/, '')],
  ['no organization', good.replace(/org=[^&]+&/, '')],
  ['no flow', good.replace(/flow=[^&]+&/, '')],
  ['one that was cut', good.slice(0, good.indexOf('&flow='))],
  ['its parts before the #', good.replace('#', '?')],
])('%s is no mark', (_, link) => {
  expect(markOf(link)).toBeUndefined();
});

test('of parts given twice the first counts, and what is foreign in a label is one short line', () => {
  expect(markOf(`${good}&word=no`)?.word).toBe('yes');
  const hostile = markOf(good.replace(/label=[^&]+/, `label=${encodeURIComponent(`\u001b[31m::error::a\n${'x'.repeat(300)}`)}`));
  expect(hostile?.slot.label).not.toMatch(/[\n\u001b]/);
  expect(hostile?.slot.label.length).toBeLessThanOrEqual(80);
});

test.each([
  ['0', []],
  ['-7', []],
  ['7.x.9', [7, 9]],
  ['99999999999999999999', []],
])('of the numbers %s those of pull requests are read', (text, expected) => {
  expect(markOf(good.replace(/pull=[^&]+/, `pull=${text}`))?.slot.pullRequests).toEqual(expected);
});

test('the key of a slot differs where a part does, and where it stands elsewhere', () => {
  const parts = [['a', 'b'], ['b', 'a'], ['ab'], ['a', undefined, 'b'], ['a', 'b', undefined], ['a', 1], ['a', '1'], ['a', { b: 1 }]];
  expect(new Set(parts.map(slotKey)).size).toBe(parts.length);
  expect(slotKey(['a', undefined])).toBe(slotKey(['a', null]));
  expect(slotKey(parts)).toMatch(/^[\w-]{22}$/);
});
