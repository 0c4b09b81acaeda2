import type { Pagination } from '../../contract/index.ts';

/** What a listing answers: the items one by one as they are read, and where the page is, when there are pages. */
export interface Listing<Item> {
  readonly pagination: Pagination | undefined;
  readonly items: AsyncIterable<Item>;
}

/** Where a page is; nothing where no page size was asked for. */
export function paginationOf(
  total: number,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Pagination | undefined {
  return perPage === 0 ? undefined : { total, page, per_page: perPage, page_count: Math.ceil(total / perPage) };
}

/** Everything that comes by name, so many at once as `read` reads behind a name. */
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
