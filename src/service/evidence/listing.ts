import type { Pagination } from '../../contract/index.ts';

/** The answer of a listing: the items one by one as they are read, and the place of the page if there are pages. */
export interface Listing<Item> {
  readonly pagination: Pagination | undefined;
  readonly items: AsyncIterable<Item>;
}

/** The place of a page; nothing if no page size was given. */
export function paginationOf(
  total: number,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Pagination | undefined {
  return perPage === 0 ? undefined : { total, page, per_page: perPage, page_count: Math.ceil(total / perPage) };
}

/** All items in the order of their names. `read` reads the next few after a name. */
export async function* byName<Item>(
  atOnce: number,
  read: (after: string, limit: number) => Promise<readonly Item[]>,
  nameOf: (item: Item) => string,
): AsyncGenerator<readonly Item[]> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const items: readonly Item[] = await read(after, atOnce);
    yield items;
    const last = items.at(-1);
    after = last === undefined || items.length < atOnce ? undefined : nameOf(last);
  }
}

/** The next few items of a list that goes on afterwards. */
export async function* next<Item>(items: AsyncGenerator<Item>, count: number): AsyncIterable<Item> {
  for (let index = 0; index < count; index += 1) {
    const item = await items.next();
    if (item.done !== true) yield item.value;
  }
}
