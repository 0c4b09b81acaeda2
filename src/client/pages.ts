import { limits } from '../contract/limits.ts';
import type { Page } from '../contract/index.ts';
import type { Call } from './transport.ts';

/** One page of any listing; `pagination` is `undefined` where the service says nothing about its pages. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly pagination: Page['pagination'];
}

/** Most pages of one listing: a service that always announces another page is not followed for ever. */
const mostPages = 10_000;

/**
 * Whether a listing goes on after a page. Without a page count any page may have a successor, whatever its size, because a service may use
 * a page size of its own. A page with more items than were asked for is the whole listing.
 */
export function mayHaveMore({ items, pagination }: ListPage<unknown>, page: number, perPage: number): boolean {
  if (items.length === 0 || page >= mostPages) return false;
  return pagination === undefined ? items.length <= perPage : page < pagination.page_count;
}

/**
 * Every item of a listing, with one page in memory at a time. Items that move to the next page while it is read (something was added before
 * them) come once. A service that gives the same page again and again is left. When something was removed meanwhile, items may have been
 * missed, and that is reported. `keyOf` tells items apart.
 */
export async function* everyItem<Item>(
  { onNotice }: Pick<Call, 'onNotice'>,
  read: (page: number, perPage: number) => Promise<ListPage<Item>>,
  keyOf: (item: Item) => string,
  perPage: number = limits.pageSize,
): AsyncGenerator<Item> {
  let before = new Set<string>();
  let total: number | undefined;
  /** Items of the fullest page: without a page count, a page with fewer is the last. */
  let fullest = 0;
  for (let page = 1; ; page += 1) {
    const answer = await read(page, perPage);
    const keys = new Set(answer.items.map(keyOf));
    const stated = answer.pagination?.total;
    const [was, now] = [total, typeof stated === 'number' ? stated : total];
    const grew = was !== undefined && now !== undefined && now > was;
    if (keys.size > 0 && keys.isSubsetOf(before) && !grew) {
      if (answer.pagination !== undefined) onNotice?.(`Page ${page} of the listing is page ${page - 1} again: the rest is missing here`);
      return;
    }
    for (const item of answer.items) if (!before.has(keyOf(item))) yield item;
    if (was !== undefined && now !== undefined && now < was)
      onNotice?.(`The listing became shorter while it was read (${was}, then ${now}): some of it may be missing here`);
    total = now;
    const { length } = answer.items;
    if (!mayHaveMore(answer, page, perPage) || (answer.pagination === undefined && length < fullest)) return;
    fullest = Math.max(fullest, length);
    before = keys;
  }
}
