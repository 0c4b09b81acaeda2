import { limits, operations } from '../../contract/index.ts';
import * as trails from '../evidence/trails.ts';
import { checked } from '../http/check.ts';
import { readForm } from '../http/form.ts';
import { pageOf } from '../http/page.ts';
import { queryRoute, route, type Route } from '../http/route.ts';
import { listJson, objectJson, pageJson, sendJson } from '../http/send.ts';
import { withWebAddress } from '../http/web-address.ts';
import { templatePart } from './template-part.ts';

/** Operation 1: a flow's trails, latest first; the plain list unless a page size is asked for. */
const listTrails = queryRoute(operations.listTrails, 'read', async ({ reply, evidence, author, params, query }) => {
  const { items, pagination } = await trails.listTrails(evidence, author, params.flow_name, pageOf(query, 0));
  const list = listJson(items, trailJson);
  return await sendJson(reply, pagination === undefined ? list : pageJson(list, pagination));
});

/** The trails of all flows, or of one, latest first; always with its pagination. */
const listOrgTrails = queryRoute(operations.listOrgTrails, 'read', async ({ reply, evidence, author, query }) => {
  const { page, perPage } = pageOf(
    { ...query, per_page: query.per_page === 0 ? limits.pageSize : (query.per_page ?? 20) },
    limits.pageSize,
  );
  // Flows have no tags and trails no artifacts yet, so nothing is found by them.
  const nothing = filled(query.flow_tag) !== undefined || filled(query.fingerprint) !== undefined;
  const { items, pagination } = await trails.listTrails(evidence, author, filled(query.flow), { page, perPage });
  if (!nothing) return await sendJson(reply, pageJson(listJson(items, trailJson), pagination));
  return await reply.send({ data: [], pagination: { total: 0, page, per_page: perPage, page_count: 0 } });
});

/** An empty filter is none. */
function filled(filter: string | undefined): string | undefined {
  return filter === '' ? undefined : filter;
}

/** One trail. */
const getTrail = route(operations.getTrail, 'read', async ({ reply, evidence, author, params }) =>
  sendJson(reply, trailJson(await trails.getTrail(evidence, author, params.flow_name, params.trail_name))),
);

function trailJson({ fields, events }: trails.TrailView): AsyncIterable<string> {
  return objectJson(fields, 'events', listJson(events));
}

/** Begins a trail, or changes what is said of it. */
const putTrail = route(operations.putTrail, 'evidence', async ({ request, reply, evidence, author, params }) => {
  const { data, file } = await readForm(request, (value) => withWebAddress(checked(operations.putTrail.data, value)), templatePart);
  const outcome = await trails.putTrail(evidence, author, params.flow_name, data, file);
  return await reply.code(outcome === 'created' ? 201 : 200).send({ message: 'OK' });
});

export const trailRoutes: readonly Route[] = [listTrails, getTrail, listOrgTrails, putTrail];
