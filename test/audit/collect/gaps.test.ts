import { expect, test } from 'vitest';
import { itemsOf, type Gaps } from '../../../src/audit/collect/gaps.ts';
import type { Listed } from '../../../src/audit/collect/port.ts';
import { EvidenceError, UsageError } from '../../../src/errors/index.ts';

const why = 'GitHub did not answer';
const fix = 'Run this again later';

/** The answer, and all that was written down as missing. */
async function asked(ask: () => Promise<Listed<number>>) {
  const gaps: Gaps = { holes: [], untold: [] };
  const items = await itemsOf(gaps, 'releases', 'the releases', ask);
  return { items, ...gaps };
}

const hole = { kind: 'hole', what: 'the releases', why, fix };
const untold = { kind: 'untold', source: 'releases', why, fix };

test('a source that failed is a hole, and untold: rules that need it have not tested anything', async () => {
  const found = asked(() => Promise.reject(new Error(why)));
  await expect(found).resolves.toEqual({ items: undefined, holes: [hole], untold: [untold] });
});

test('a failure that says its fix is told with it', async () => {
  const found = await asked(() => Promise.reject(new EvidenceError('unreadable-file', why, { fix: 'Look at the clone' })));
  expect([...found.holes, ...found.untold].map((each) => each.fix)).toEqual(['Look at the clone', 'Look at the clone']);
});

test('a source that refuses is untold', async () => {
  await expect(asked(async () => ({ kind: 'refused', why, fix }))).resolves.toEqual({ items: undefined, holes: [], untold: [untold] });
});

test('a list that is cut off is a hole, and its items are told', async () => {
  await expect(asked(async () => ({ kind: 'cut', items: [1], why, fix }))).resolves.toEqual({ items: [1], holes: [hole], untold: [] });
});

test('a whole list leaves nothing out', async () => {
  await expect(asked(async () => ({ kind: 'whole', items: [1, 2] }))).resolves.toEqual({ items: [1, 2], holes: [], untold: [] });
});

test.each([
  ['a usage error', new UsageError('invalid-input', 'wrong', { fix: 'Write another' })],
  ['a stop', Object.assign(new Error('stopped'), { name: 'AbortError' })],
])('%s is no gap, and ends the audit', async (_, error) => {
  await expect(asked(() => Promise.reject(error))).rejects.toBe(error);
});
