import { expect, it, onTestFinished, vi } from 'vitest';
import { collect, mostListed } from '../../../src/commands/run/collect.ts';
import type { Event } from '../../../src/commands/index.ts';

/** Collects from a listing of so many items. Tells how many of them were read. */
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

it('a listing that takes long says how far it has come, every two seconds', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 700));
  onTestFinished(() => void vi.restoreAllMocks());
  const { told } = await collectOf(850, 0);
  expect(told).toEqual([
    { kind: 'progress', message: 'Read 300 so far' },
    { kind: 'progress', message: 'Read 600 so far' },
  ]);
});

it('a listing of more than is kept in memory is not given in part, unless a part is asked for', async () => {
  expect(await collectOf(mostListed, 0)).toMatchObject({ found: mostListed });
  expect(await collectOf(mostListed + 1, mostListed)).toMatchObject({ found: mostListed });
  await expect(collectOf(mostListed + 1, 0)).rejects.toMatchObject({
    message: expect.stringContaining('more than 10,000'),
    fix: expect.stringContaining('limit'),
  });
});
