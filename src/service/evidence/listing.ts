import type { Pagination } from '../../contract/index.ts';

/** What a listing answers: the items one by one as they are read, and where the page is, when there are pages. */
export interface Listing<Item> {
  readonly pagination: Pagination | undefined;
  readonly items: AsyncIterable<Item>;
}

/** The next few items of a list that goes on afterwards. */
export async function* next<Item>(items: AsyncGenerator<Item>, count: number): AsyncIterable<Item> {
  for (let index = 0; index < count; index += 1) {
    const item = await items.next();
    if (item.done !== true) yield item.value;
  }
}
