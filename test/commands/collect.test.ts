import { expect, it } from 'vitest';
import { collect } from '../../src/commands/collect.ts';
import type { Event } from '../../src/commands/index.ts';

/** Collects from a listing of so many items; tells how many were read of it. */
async function collectOf(
  count: number,
  limit: number,
): Promise<{ readonly found: number; readonly read: number; readonly told: readonly Event[] }> {
  const told: Event[] = [];
  let read = 0;
  async function* listing(): AsyncGenerator<number> {
    for (; read < count;) {
      read += 1;
      yield read;
    }
  }
  const found = await collect(listing(), limit, { report: (event) => void told.push(event) });
  expect(found).toEqual(Array.from({ length: found.length }, (_, index) => index + 1));
  return { found: found.length, read, told };
}

it.each([
  [5, 0, 5],
  [5, 5, 5],
  [5, 3, 3],
  [5, 9, 5],
  [0, 0, 0],
])('of a listing of %i items and a limit of %i there are %i, and no more is read', async (count, limit, expected) => {
  expect(await collectOf(count, limit)).toEqual({ found: expected, read: expected, told: [] });
});

it('a long listing says how far it has come', async () => {
  const { told } = await collectOf(2_500, 0);
  expect(told).toEqual([
    { kind: 'info', message: 'Read 1000 so far' },
    { kind: 'info', message: 'Read 2000 so far' },
  ]);
  expect((await collectOf(2_500, 1_000)).told).toEqual([]);
});
