import type { Pagination } from '../../contract/index.ts';

/** What a listing answers: the items one by one as they are read, and where the page is, when there are pages. */
export interface Listing<Item> {
  readonly pagination: Pagination | undefined;
  readonly items: AsyncIterable<Item>;
}
