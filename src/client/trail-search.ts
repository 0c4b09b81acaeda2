import { limits } from '../contract/limits.ts';
import type { ParamsOf, Trail } from '../contract/index.ts';
import { oneLine } from '../text/index.ts';
import { mayHaveMore, type ListPage } from './pages.ts';
import type { Call } from './transport.ts';
import { listTrails, type ListedTrail } from './trails.ts';

/** The outcome of a search through the listing. */
export interface FoundTrail {
  readonly found: Trail | undefined;
  /** How many trails were read, over all polls. */
  readonly read: number;
}

/** A search that remembers on which page the trail was, so that the next poll begins there. */
export interface TrailSearch {
  find(call: Call): Promise<FoundTrail>;
}

type TrailPage = ListPage<ListedTrail>;

/** Finds one trail by paging its flow's listing from the newest. */
export function searchTrail({ trail_name: wanted, ...flow }: ParamsOf<'getTrail'>, perPage: number = limits.pageSize): TrailSearch {
  let remembered = 1;
  let read = 0;
  /** Items of the fullest page: a page with fewer is the last. */
  let fullest = 0;

  async function find(call: Call): Promise<FoundTrail> {
    // New trails only push ours to later pages: a trail once on page n is on page n or later.
    let previous: TrailPage | undefined;
    for (let page = remembered; ; page += 1) {
      const answer = await listTrails(call, flow, { page, per_page: perPage });
      const found = pick(answer, wanted);
      for (const sentence of skipped(answer, page)) call.onNotice?.(sentence);
      const items = answer.items.length;
      // A service that ignores the page gives the same one again.
      if (previous !== undefined && firstName(previous) === firstName(answer)) break;
      read += items;
      if (found !== undefined) {
        remembered = page;
        return { found, read };
      }
      if (!mayHaveMore(answer, page, perPage) || items < fullest) break;
      fullest = items;
      previous = answer;
    }
    // It is not on the remembered page or later: it may have been deleted and made again, so the next search starts over.
    const startOver = remembered > 1;
    remembered = 1;
    return startOver ? await find(call) : { found: undefined, read };
  }

  return { find };
}

/** The trail on this page. Throws where it is there, but not in the contract, or of another flow. */
function pick({ items }: TrailPage, wanted: string): Trail | undefined {
  const item = items.find(({ name }) => name === wanted);
  if (item === undefined || item.kind === 'trail') return item?.trail;
  throw item.error;
}

/** The first name on a page, if it has any: a service that ignores `page` answers with the same one again. */
function firstName({ items }: TrailPage): string | undefined {
  return items.find(({ name }) => name !== undefined)?.name;
}

/** Neighbours that could not be read, a sentence each. */
function skipped({ items }: TrailPage, page: number): readonly string[] {
  return items.flatMap(({ kind, name }, index) => {
    if (kind !== 'unreadable') return [];
    return name === undefined
      ? [`In the listing of trails item ${index + 1} of page ${page} has no name and was skipped`]
      : [`In the listing of trails ${oneLine(name, 100)} on page ${page} is not in the contract and was skipped`];
  });
}
