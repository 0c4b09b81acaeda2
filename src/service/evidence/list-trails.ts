import type { Pagination } from '../../contract/index.ts';
import type { Evidence } from './context.ts';
import { noFlow } from './not-found.ts';
import { trailView } from './trail-view.ts';

export interface Listing {
  readonly pagination: Pagination | undefined;
  readonly items: AsyncIterable<object>;
}

/**
 * The trails of a flow, or of all flows, latest first: one page of them, or all when no page size is asked for. Pages are cut by the
 * number that a trail has in its flow, so the last page costs what the first does. They are read one by one as the
 * answer is written, for a trail may be megabytes: neither the memory nor other requests feel the length.
 */
export async function listTrails(
  { store, links }: Evidence,
  org: { readonly orgId: string; readonly orgName: string },
  flowName: string | undefined,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<Listing> {
  const total = await store.trailCount(org.orgId, flowName);
  if (total === undefined) throw noFlow(org.orgName, flowName ?? '');
  const size = perPage === 0 ? total : perPage;
  const first = Math.max(total - (page - 1) * size, 0);
  const last = Math.max(first - size, 0);
  async function* items() {
    for (let upTo = first; upTo > last; upTo -= 1) {
      const trails = await store.trailsByNumber(org.orgId, flowName, upTo - 1, upTo);
      for (const trail of trails) yield trailView(trail, org.orgName, links);
    }
  }
  const pagination = perPage === 0 ? undefined : { total, page, per_page: perPage, page_count: Math.ceil(total / perPage) };
  return { pagination, items: items() };
}
