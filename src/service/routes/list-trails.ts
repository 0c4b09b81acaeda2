import { operations } from '../../contract/index.ts';
import { listTrails as read, type Listing } from '../evidence/list-trails.ts';
import { pageOf } from '../http/page.ts';
import { queryRoute } from '../http/route.ts';
import { listJson, sendJson } from '../http/send.ts';

/** Operation 1: a flow's trails, latest first; the plain list unless a page size is asked for. */
export const listTrails = queryRoute(operations.listTrails, 'read', async ({ reply, evidence, author, params, query }) => {
  const listing = await read(evidence, author, params.flow_name, pageOf(query, 0));
  return await sendJson(reply, listing.pagination === undefined ? listJson(listing.items) : pageJson(listing));
});

/** The enveloped shape, always with its pagination. */
export async function* pageJson({ items, pagination }: Listing): AsyncIterable<string> {
  yield '{"data":';
  yield* listJson(items);
  yield `,"pagination":${JSON.stringify(pagination)}}`;
}
