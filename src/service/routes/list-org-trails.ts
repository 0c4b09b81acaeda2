import { limits, operations } from '../../contract/index.ts';
import { listTrails as read } from '../evidence/list-trails.ts';
import { pageJson } from './list-trails.ts';
import { pageOf } from '../http/page.ts';
import { queryRoute } from '../http/route.ts';
import { sendJson } from '../http/send.ts';

/** The trails of all flows, or of one, latest first; always with its pagination. */
export const listOrgTrails = queryRoute(operations.listOrgTrails, 'read', async ({ reply, evidence, author, query }) => {
  const { page, perPage } = pageOf(
    { ...query, per_page: query.per_page === 0 ? limits.pageSize : (query.per_page ?? 20) },
    limits.pageSize,
  );
  // Flows have no tags and trails no artifacts yet, so nothing is found by them.
  const nothing = said(query.flow_tag) !== undefined || said(query.fingerprint) !== undefined;
  const listing = await read(evidence, author, said(query.flow), { page, perPage });
  if (!nothing) return await sendJson(reply, pageJson(listing));
  return await reply.send({ data: [], pagination: { total: 0, page, per_page: perPage, page_count: 0 } });
});

/** An empty filter is none. */
function said(filter: string | undefined): string | undefined {
  return filter === '' ? undefined : filter;
}
