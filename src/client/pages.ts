import type { Page } from '../contract/index.ts';
import { limits } from '../contract/limits.ts';
import { ContractError } from '../errors/index.ts';
import type { Call } from './transport.ts';

/** `pagination` is `undefined` where the service says nothing about its pages. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly pagination: Page['pagination'];
}

/** A service that always announces another page is not followed for ever. */
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

const mostReadings = 3;

/**
 * Every item of a listing, for callers that must not miss one: it did not change while it was read. A listing that changed is read again;
 * one that keeps changing, or is shorter than it says, is a `ContractError`.
 */
export async function wholeListing<Item>(
  read: (page: number, perPage: number) => Promise<ListPage<Item>>,
  keyOf: (item: Item) => string,
  what: string,
  perPage: number = limits.pageSize,
): Promise<readonly Item[]> {
  let moved = '';
  for (let reading = 0; reading < mostReadings; reading += 1) {
    const pages = await everyPage(read, perPage);
    const filled = pages.filter(({ items }) => items.length > 0);
    const again = filled.length > 1 ? await read(1, perPage) : undefined;
    moved = cutIn(pages, perPage) ?? movedIn(filled, again, keyOf) ?? '';
    if (moved === '') return filled.flatMap(({ items }) => items);
  }
  throw new ContractError('wrong-shape', `${what} could not be read whole: ${moved}`, {
    expected: 'a listing whose pages fit together',
    fix: 'Run the job again when nothing else is being recorded; if it happens again, look at the service',
  });
}

async function everyPage<Item>(
  read: (page: number, perPage: number) => Promise<ListPage<Item>>,
  perPage: number,
): Promise<readonly ListPage<Item>[]> {
  const pages: ListPage<Item>[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await read(page, perPage);
    pages.push(answer);
    if (!mayHaveMore(answer, page, perPage)) return pages;
  }
}

/** `undefined` where it is the last. */
function cutIn(pages: readonly ListPage<unknown>[], perPage: number): string | undefined {
  const last = pages.at(-1);
  if (last === undefined) return undefined;
  const { items, pagination } = last;
  if (pagination === undefined) return items.length > 0 && items.length <= perPage ? 'it does not end' : undefined;
  return pages.length < pagination.page_count ? `page ${pages.length} of ${pagination.page_count} is empty` : undefined;
}

/** `undefined` where they are one listing. `again` is page 1, read afterwards. */
function movedIn<Item>(
  pages: readonly ListPage<Item>[],
  again: ListPage<Item> | undefined,
  keyOf: (item: Item) => string,
): string | undefined {
  const known = new Set<string>();
  for (const [index, { items, pagination }] of pages.entries()) {
    const keys = new Set(items.map(keyOf));
    if (!keys.isDisjointFrom(known)) return `page ${index + 1} repeats items of an earlier page`;
    for (const key of keys) known.add(key);
    if (index < pages.length - 1 && items.length !== pages[0]?.items.length)
      return `page ${index + 1} is not as long as page 1, and not the last`;
    const sum = pages.reduce((count, page) => count + page.items.length, 0);
    if (typeof pagination?.total === 'number' && pagination.total !== sum) return `it tells of ${pagination.total} items, and shows ${sum}`;
  }
  const isAsBefore = again === undefined || again.items.map(keyOf).join('\n') === pages[0]?.items.map(keyOf).join('\n');
  return isAsBefore ? undefined : 'its first page changed while the others were read';
}
