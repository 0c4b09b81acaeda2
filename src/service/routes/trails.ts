import { Fingerprint, limits, operations } from '../../contract/index.ts';
import * as trails from '../evidence/trails.ts';
import { checked, invalid } from '../http/check.ts';
import { readForm } from '../http/form.ts';
import { boundedPage, pageOf } from '../http/page.ts';
import { queryRoute, route, type Route } from '../http/route.ts';
import { batchesJson, objectJson, sendJson, sendListing } from '../http/send.ts';
import { withWebAddress } from '../http/web-address.ts';
import { templatePart } from './template-part.ts';

/** Operation 1: a flow's trails, latest first; the plain list unless a page size is asked for. Those whose name begins so come in pages. */
const listTrails = queryRoute(operations.listTrails, 'read', async ({ reply, evidence, author, params, query }) => {
  const { prefix } = query;
  if (prefix !== undefined) {
    const filter = { flowName: params.flow_name, prefix };
    return await sendListing(reply, await trails.searchTrails(evidence, author, filter, boundedPage(query, limits.pageSize)), trailJson);
  }
  return await sendListing(reply, await trails.listTrails(evidence, author, params.flow_name, pageOf(query, 0)), trailJson);
});

/** Trails of all flows on a page whose size is not said. */
const usualPage = 20;

/** The trails of all flows, or of one, latest first; always with its pagination. */
const listOrgTrails = queryRoute(operations.listOrgTrails, 'read', async ({ reply, evidence, author, query }) => {
  const page = boundedPage(query, usualPage, limits.pageSize);
  const [flowName, tag, fingerprint] = [filled(query.flow), filled(query.flow_tag), filled(query.fingerprint)];
  // Without another filter a page is found by the numbers of the trails, however many there are.
  if (tag === undefined && fingerprint === undefined) {
    return await sendListing(reply, await trails.listTrails(evidence, author, flowName, page), trailJson);
  }
  const filter = {
    ...(flowName === undefined ? {} : { flowName }),
    ...(tag === undefined ? {} : { flowTag: tagOf(tag) }),
    ...(fingerprint === undefined ? {} : { fingerprint: checked(Fingerprint, fingerprint, 'query.fingerprint') }),
  };
  return await sendListing(reply, await trails.searchTrails(evidence, author, filter, page), trailJson);
});

/** A tag of a flow in a query: its name and its value, which may hold more of the sign between them. */
function tagOf(text: string): readonly [name: string, value: string] {
  const at = text.indexOf('=');
  if (at < 1) throw invalid({ 'query.flow_tag': 'must be the name of a tag and its value, such as team=payments.' });
  return [text.slice(0, at), text.slice(at + 1)];
}

/** An empty filter is none. */
function filled(filter: string | undefined): string | undefined {
  return filter === '' ? undefined : filter;
}

/** One trail. */
const getTrail = route(operations.getTrail, 'read', async ({ reply, evidence, author, params }) =>
  sendJson(reply, trailJson(await trails.getTrail(evidence, author, params.flow_name, params.trail_name))),
);

function trailJson({ fields, events }: trails.TrailView): AsyncIterable<string> {
  return objectJson(fields, 'events', batchesJson(events));
}

/** Begins a trail, or changes what is said of it. */
const putTrail = route(operations.putTrail, 'evidence', async ({ request, reply, evidence, author, params }) => {
  const { data, file } = await readForm(request, (value) => withWebAddress(checked(operations.putTrail.data, value)), templatePart);
  const outcome = await trails.putTrail(evidence, author, params.flow_name, data, file);
  return await reply.code(outcome === 'created' ? 201 : 200).send({ message: 'OK' });
});

export const trailRoutes: readonly Route[] = [listTrails, getTrail, listOrgTrails, putTrail];
