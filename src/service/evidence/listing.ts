import type { Pagination } from '../../contract/index.ts';
import { portions } from '../log/read-log.ts';

/** The page of a list that is asked for, from 1; with the size 0 the page is everything. */
export interface AskedPage {
  readonly page: number;
  readonly perPage: number;
}

/** The answer of a listing: the items one by one as they are read, and the numbers of the page if there are pages. */
export interface Listing<Item> {
  readonly pagination: Pagination | undefined;
  readonly items: AsyncIterable<Item>;
}

/** The numbers of a page; nothing if no page size was given. */
export function paginationOf(total: number, { page, perPage }: AskedPage): Pagination | undefined {
  return perPage === 0 ? undefined : { total, page, per_page: perPage, page_count: Math.ceil(total / perPage) };
}

/** All items of a list that is in the order of a place, such as a name. `read` reads the next few after a place. */
export async function* inSteps<Item, Place>(
  begin: Place,
  atOnce: number,
  read: (after: Place, limit: number) => Promise<readonly Item[]>,
  placeOf: (item: Item) => Place,
): AsyncGenerator<readonly Item[]> {
  for (let after = begin; ;) {
    const items = await read(after, atOnce);
    yield items;
    const last = items.at(-1);
    if (last === undefined || items.length < atOnce) return;
    after = placeOf(last);
  }
}

/** Where a record is in the log, and its size. */
export interface Sequenced {
  readonly sequence: number;
  readonly bytes: number;
}

/** Reads records in the order of the list; a few at once, because one may be megabytes. */
export async function* inPortions<Item>(
  found: readonly Sequenced[],
  read: (sequences: readonly number[]) => Promise<readonly Item[]>,
): AsyncGenerator<Item> {
  for (const portion of portions(found)) yield* await read(portion.map(({ sequence }) => sequence));
}

/** Reads what a list names, so many at once. */
export async function* inChunks<Key, Item>(
  keys: readonly Key[],
  atOnce: number,
  read: (some: readonly Key[]) => Promise<Iterable<Item>>,
): AsyncGenerator<Item> {
  for (let at = 0; at < keys.length; at += atOnce) yield* await read(keys.slice(at, at + atOnce));
}

/** The next few items of a list that may go on afterwards. */
export async function* next<Item>(items: AsyncIterator<Item>, count: number): AsyncGenerator<Item> {
  for (let index = 0; index < count; index += 1) {
    const item = await items.next();
    if (item.done === true) return;
    yield item.value;
  }
}
