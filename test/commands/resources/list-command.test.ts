import { expect, it } from 'vitest';
import type { ListPage } from '../../../src/client/index.ts';
import type { Event } from '../../../src/commands/index.ts';
import { listLimit, pagesOf, takeItems, type PageQuery } from '../../../src/commands/resources/list-command.ts';

interface Listing {
  readonly count: number;
  readonly limit: number;
  readonly keep?: (item: number) => boolean;
  readonly isTold?: boolean;
}

/** Lists a listing of so many items, and tells how many pages were asked for. */
async function listOf({ count, isTold = true, keep, limit }: Listing) {
  const told: Event[] = [];
  let pages = 0;
  async function read({ page, per_page: size }: PageQuery): Promise<ListPage<number>> {
    pages += 1;
    const items = Array.from(
      { length: Math.max(0, Math.min(size, count - (page - 1) * size)) },
      (_, index) => (page - 1) * size + index + 1,
    );
    return { items, pagination: isTold ? { page_count: Math.ceil(count / size), total: count } : undefined };
  }
  const taken = await takeItems(pagesOf({}, read, String), { keep, limit }, { report: (event) => void told.push(event) });
  return { ...taken, items: taken.items.length, pages, told };
}

it.each([
  [5, 0, 5, 0],
  [5, 5, 5, 0],
  [5, 3, 3, 2],
  [5, 9, 5, 0],
  [0, 0, 0, 0],
  [250, 30, 30, 220],
])(
  'of a listing of %i items and a limit of %i there are %i and %i more, and no page is read in vain',
  async (count, limit, items, more) => {
    const found = await listOf({ count, limit });
    expect(found).toMatchObject({ items, more, pages: limit === 250 ? 3 : 1 });
  },
);

it('where the service does not say how many there are, it is only known that there are more', async () => {
  expect(await listOf({ count: 5, limit: 3, isTold: false })).toMatchObject({ items: 3, more: null });
  expect(await listOf({ count: 3, limit: 3, isTold: false })).toMatchObject({ items: 3, more: 0 });
});

it('a filter looks at a bounded number of items, and a list that is cut says at how many', async () => {
  const keep = (item: number): boolean => item > 2_500;
  expect(await listOf({ count: 3_000, limit: 30, keep })).toMatchObject({ items: 0, more: null, looked: 2_000, total: 3_000 });
  expect(await listOf({ count: 3_000, limit: 0, keep })).toMatchObject({ items: 500, more: 0, looked: 3_000 });
  const some = (item: number): boolean => item % 10 === 0;
  expect(await listOf({ count: 3_000, limit: 30, keep: some })).toMatchObject({ items: 30, more: null, looked: 300, pages: 4 });
});

it('a listing says how far it has come, and how far it goes where all of it is wanted', async () => {
  const { told } = await listOf({ count: 250, limit: 0 });
  expect(told).toEqual([
    { kind: 'progress', message: 'Read 100 so far', steps: { done: 100, of: 250 } },
    { kind: 'progress', message: 'Read 200 so far', steps: { done: 200, of: 250 } },
  ]);
});

it('a listing of more than is kept in memory is not given in part, unless a part is asked for', async () => {
  expect(await listOf({ count: listLimit, limit: 0 })).toMatchObject({ items: listLimit });
  expect(await listOf({ count: listLimit + 1, limit: listLimit })).toMatchObject({ items: listLimit, more: 1 });
  await expect(listOf({ count: listLimit + 1, limit: 0 })).rejects.toMatchObject({
    message: expect.stringContaining('more than 10,000'),
    fix: expect.stringContaining('limit'),
  });
});
