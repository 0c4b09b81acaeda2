import { expect, it, onTestFinished, vi } from 'vitest';
import type { Event } from '../../../src/commands/index.ts';
import { listAll, listLimit } from '../../../src/commands/run/connect.ts';

/** Lists a listing of so many items. Tells how many of them were read. */
async function listOf(
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
  const found = await listAll(listing(), limit, { report: (event) => void told.push(event) });
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
  expect(await listOf(count, limit)).toEqual({ found: expected, read: expected, told: [] });
});

it('a listing that takes long says how far it has come, every two seconds', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 700));
  onTestFinished(() => void vi.restoreAllMocks());
  const { told } = await listOf(850, 0);
  expect(told).toEqual([
    { kind: 'progress', message: 'Read 300 so far' },
    { kind: 'progress', message: 'Read 600 so far' },
  ]);
});

it('a listing of more than is kept in memory is not given in part, unless a part is asked for', async () => {
  expect(await listOf(listLimit, 0)).toMatchObject({ found: listLimit });
  expect(await listOf(listLimit + 1, listLimit)).toMatchObject({ found: listLimit });
  await expect(listOf(listLimit + 1, 0)).rejects.toMatchObject({
    message: expect.stringContaining('more than 10,000'),
    fix: expect.stringContaining('limit'),
  });
});
