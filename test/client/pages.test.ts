import { describe, expect, it } from 'vitest';
import { everyItem, type ListPage } from '../../src/client/pages.ts';

const named = (from: number, to: number): string[] => Array.from({ length: to - from }, (_, index) => `n${from + index}`);

/**
 * Reads a whole listing with these pages, in pages of ten. Answers the items, the messages, and the number of pages that were
 * asked for.
 */
async function readAll(
  pageOf: (page: number) => ListPage<string>,
): Promise<{ readonly items: readonly string[]; readonly said: readonly string[]; readonly pages: number }> {
  const said: string[] = [];
  let pages = 0;
  const read = (page: number): Promise<ListPage<string>> => {
    pages += 1;
    return Promise.resolve(pageOf(page));
  };
  const items: string[] = [];
  const listing = everyItem({ onNotice: (sentence) => void said.push(sentence) }, read, (item) => item, 10);
  for await (const item of listing) items.push(item);
  return { items, said, pages };
}

const enveloped = (all: readonly string[], page: number): ListPage<string> => ({
  items: all.slice((page - 1) * 10, page * 10),
  pagination: { total: all.length, page_count: Math.ceil(all.length / 10) },
});
const plain = (all: readonly string[], page: number): ListPage<string> => ({ ...enveloped(all, page), pagination: undefined });

describe('a listing', () => {
  it.each([
    [0, 1],
    [1, 1],
    [10, 1],
    [11, 2],
    [30, 3],
  ])('of %i items is read in as many pages as it is said to have', async (count, pages) => {
    expect(await readAll((page) => enveloped(named(0, count), page))).toEqual({ items: named(0, count), said: [], pages });
  });

  it.each([
    [0, 1],
    [5, 2],
    [10, 2],
    [25, 3],
  ])('of %i items without a page count is read until a page is empty or shorter', async (count, pages) => {
    expect(await readAll((page) => plain(named(0, count), page))).toEqual({ items: named(0, count), said: [], pages });
  });

  it('that comes whole, whatever page is asked for, is read once', async () => {
    const whole = { items: named(0, 25), pagination: undefined };
    expect(await readAll(() => whole)).toEqual({ items: named(0, 25), said: [], pages: 1 });
  });

  it('whose service gives the same page again and again is left, and that is said where there should be more', async () => {
    const again = { items: named(0, 10), pagination: undefined };
    expect(await readAll(() => again)).toEqual({ items: named(0, 10), said: [], pages: 2 });
    const stuck = await readAll(() => ({ items: named(0, 10), pagination: { total: 30, page_count: 3 } }));
    expect(stuck).toMatchObject({ items: named(0, 10), said: [expect.stringContaining('page 1 again')], pages: 2 });
  });

  it('gives items that move to the next page while it is read only once', async () => {
    const all = named(0, 25);
    const { items, said } = await readAll((page) => enveloped(page === 1 ? all : ['new', ...all], page));
    expect([items, said]).toEqual([all, []]);
  });

  it('goes on where a whole page of new items moves the first page to the second', async () => {
    const all = named(0, 25);
    const { items, said } = await readAll((page) => enveloped(page === 1 ? all : [...named(100, 110), ...all], page));
    expect([items, said]).toEqual([all, []]);
  });

  it('says so where it becomes shorter while it is read', async () => {
    const { items, said } = await readAll((page) => enveloped(page === 1 ? named(0, 25) : named(5, 25), page));
    expect(items).toEqual([...named(0, 10), ...named(15, 25)]);
    expect(said).toEqual([expect.stringContaining('became shorter while it was read (25, then 20)')]);
  });

  it('that tells of ever more pages ends', async () => {
    let count = 0;
    const endless = (): ListPage<string> => ({ items: [`n${(count += 1)}`], pagination: { total: 1e9, page_count: 1e9 } });
    expect((await readAll(endless)).pages).toBe(10_000);
  });
});
