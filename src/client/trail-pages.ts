import { isItems, isNamed, isPage, isTrail } from '../contract/checks.gen.ts';
import type { Page, Trail } from '../contract/index.ts';
import { oneLine } from '../text/index.ts';
import { refuseOtherTrail } from './about.ts';
import { expect } from './reply.ts';

/** One page of a listing of trails. */
export interface TrailPage {
  /** The trail asked for, when it is on this page. */
  readonly found: Trail | undefined;
  /** How many items this page held. */
  readonly items: number;
  /** Whether a further page may hold more. */
  readonly more: boolean;
  /** The first name on the page, if it has any: a service that ignores `page` answers the same one again. */
  readonly first: string | undefined;
  /** Neighbours that could not be read, a sentence each. */
  readonly skipped: readonly string[];
}

/**
 * Reads one page, in either shape: `{data, pagination}`, or the plain array. Only the trail asked for must be in the
 * contract: a bad neighbour is skipped with a sentence. Without a page count a page may have a
 * successor, whatever its size, for a service may keep to a size of its own; one that is longer than asked for is everything.
 */
export async function readTrailPage(
  body: unknown,
  wanted: { readonly org: string; readonly flow: string; readonly trail: string },
  page: number,
  perPage: number,
  request: string,
): Promise<TrailPage> {
  const enveloped: Page = isItems(body) ? { data: [...body] } : await expect(isPage, 'Page', body, request);
  const skipped: string[] = [];
  let found: Trail | undefined;
  for (const [index, item] of enveloped.data.entries()) {
    if (!isNamed(item)) {
      skipped.push(`${request}: item ${index + 1} of page ${page} has no name and was skipped`);
    } else if (item.name === wanted.trail) {
      found ??= await expect(isTrail, 'Trail', item, request);
      refuseOtherTrail(found, wanted, request);
    } else if (!isTrail(item)) {
      skipped.push(`${request}: the trail ${oneLine(item.name, 100)} on page ${page} is not in the contract and was skipped`);
    }
  }
  const pageCount = enveloped.pagination?.page_count;
  const items = enveloped.data.length;
  return {
    found,
    items,
    more: items > 0 && (pageCount === undefined ? items <= perPage : page < pageCount),
    first: enveloped.data.find((item) => isNamed(item))?.name,
    skipped,
  };
}
