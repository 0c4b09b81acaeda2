import type { Call, ListPage } from '../../client/index.ts';
import type { Asking } from './service-ask.ts';

/** The page that a listing is asked for. */
export interface PageQuery {
  readonly page: number;
  readonly per_page: number;
}

/** A listing of the service. */
export interface Listing<Item> {
  /** How it is called in a message. */
  readonly what: string;
  /** The kind of question, as somebody may repeat it. */
  readonly text: string;
  readonly read: (call: Call, query: PageQuery) => Promise<ListPage<Item>>;
  /** The id of an item; undefined where one does not say. */
  readonly keyOf: (item: Item) => string | undefined;
  /** Whether nothing behind a page is needed: the latest come first. */
  readonly isEnough?: (items: readonly Item[]) => boolean;
}

const perPage = 100;
/** Bound on pages of one listing: a service that tells of ever more is not followed for ever. */
const mostPages = 10_000;
/** How often a listing that moved is read. */
const mostReadings = 3;

/**
 * Every item of a listing. One that moved while it was read is read again, and where it goes on moving, or a page of it is
 * gone or came twice, that is a hole: what there is of it is never taken for all.
 */
export async function wholeListing<Item>(asking: Asking, listing: Listing<Item>): Promise<readonly Item[]> {
  let items: readonly Item[] = [];
  let fault = '';
  for (let reading = 0; reading < mostReadings; reading += 1) {
    const pages = await pagesOf(asking, listing);
    items = pages.flatMap((page) => page.items);
    fault = faultIn(pages, listing) ?? '';
    if (fault === '') return items;
  }
  asking.hole(listing.what, `It could not be read whole: ${fault}`);
  return items;
}

/** A page that says how many there are tells what else to ask for, all at once; without that, pages are asked for until one is short. */
async function pagesOf<Item>(asking: Asking, { isEnough, keyOf, read, text }: Listing<Item>): Promise<readonly ListPage<Item>[]> {
  const pageAt = (page: number): Promise<ListPage<Item>> =>
    asking.ask(
      text,
      (call) => read(call, { page, per_page: perPage }),
      ({ items }) => items.length,
    );
  const first = await pageAt(1);
  if (first.pagination !== undefined && isEnough === undefined) {
    const others = isPlausible(first) ? Math.min(first.pagination.page_count, mostPages) - 1 : 0;
    return [first, ...(await Promise.all(Array.from({ length: Math.max(0, others) }, (_, index) => pageAt(index + 2))))];
  }
  const pages = [first];
  const seen = new Set(keysOf(first));
  for (let last = first, fullest = 0; mayGoOn(last, pages.length, fullest) && isEnough?.(last.items) !== true;) {
    fullest = Math.max(fullest, last.items.length);
    last = await pageAt(pages.length + 1);
    pages.push(last);
    // A service that gives the same page again and again is left.
    const keys = keysOf(last);
    if (keys.some((key) => seen.has(key))) return pages;
    for (const key of keys) seen.add(key);
  }
  return pages;

  function keysOf({ items }: ListPage<Item>): readonly string[] {
    return items.flatMap((item) => keyOf(item) ?? []);
  }
}

/** Whether as many pages as a page tells of hold as many items as it tells of: others are not worth asking for. */
function isPlausible({ items, pagination }: ListPage<unknown>): boolean {
  if (items.length === 0 || pagination === undefined) return false;
  return typeof pagination.total !== 'number' || Math.ceil(pagination.total / items.length) === pagination.page_count;
}

/** A service may keep to a size of its own: a page is short where it has fewer items than one before it. */
function mayGoOn({ items, pagination }: ListPage<unknown>, page: number, fullest: number): boolean {
  if (items.length === 0 || page >= mostPages) return false;
  return pagination === undefined ? items.length <= perPage && items.length >= fullest : page < pagination.page_count;
}

/** Why pages may not be one whole listing; undefined where they are. */
function faultIn<Item>(pages: readonly ListPage<Item>[], { isEnough, keyOf }: Listing<Item>): string | undefined {
  const [first] = pages;
  const size = first?.items.length ?? 0;
  const seen = new Set<string>();
  for (const [index, { items, pagination }] of pages.entries()) {
    const keys = items.flatMap((item) => keyOf(item) ?? []);
    for (const key of keys) {
      if (seen.has(key)) return `page ${index + 1} repeats what came before`;
      seen.add(key);
    }
    if (index < pages.length - 1 && items.length !== size) return `page ${index + 1} is not as long as page 1, and not the last`;
    if (pagination?.page_count !== first?.pagination?.page_count || pagination?.total !== first?.pagination?.total)
      return `it changed between page 1 and page ${index + 1}`;
  }
  const held = pages.reduce((sum, { items }) => sum + items.length, 0);
  const { page_count: count, total } = first?.pagination ?? {};
  if (isEnough !== undefined && pages.some(({ items }) => isEnough(items))) return undefined;
  if (pages.length >= mostPages) return 'it does not end';
  if (typeof total === 'number' && total !== held) return `it tells of ${total} items, and shows ${held}`;
  if (count !== undefined && count > pages.length) return `it tells of ${count} pages, and shows ${pages.length}`;
  if (count !== undefined && count > 1 && pages.at(-1)?.items.length === 0) return `page ${count} of ${count} is empty`;
  return undefined;
}
