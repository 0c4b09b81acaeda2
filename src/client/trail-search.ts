import type { Trail } from '../contract/index.ts';
import type { TrailPage } from './trail-pages.ts';

/** What a search through the listing came to. */
export interface TrailSearch {
  readonly found: Trail | undefined;
  /** How many trails were read, over all polls. */
  readonly read: number;
}

/** A search that remembers on which page the trail was, so that the next poll begins there. */
export interface TrailListing {
  find(): Promise<TrailSearch>;
}

/** Bound on pages of one search; with 100 trails a page that is a million trails. */
const mostPages = 10_000;

/** Finds one trail by paging the listing from the newest. `readPage` brings a page; the caller's deadline bounds the whole. */
export function searchListing(readPage: (page: number) => Promise<TrailPage>): TrailListing {
  let remembered = 1;
  let read = 0;
  /** Items of the fullest page: a page with fewer is the last. */
  let fullest = 0;
  return {
    async find() {
      // New trails push ours to later pages only: what was on page n is on page n or behind it.
      let previous: TrailPage | undefined;
      for (let page = remembered; page <= mostPages; page += 1) {
        const answer = await readPage(page);
        // A service that ignores the page gives the same one again.
        if (previous !== undefined && previous.first === answer.first && answer.items > 0) break;
        read += answer.items;
        if (answer.found !== undefined) {
          remembered = page;
          return { found: answer.found, read };
        }
        if (!answer.more || answer.items < fullest) break;
        fullest = answer.items;
        previous = answer;
      }
      // Not behind the remembered page: it may have been deleted and begun anew, so the next search starts over.
      const startOver = remembered > 1;
      remembered = 1;
      return startOver ? this.find() : { found: undefined, read };
    },
  };
}
