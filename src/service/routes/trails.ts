import { Fingerprint, limits, operations } from '../../contract/index.ts';
import * as trails from '../evidence/trails.ts';
import { checked, invalid } from '../http/check.ts';
import { readForm } from '../http/form.ts';
import { boundedPage, pageOf } from '../http/page.ts';
import { queryRoute, route, type Route } from '../http/route.ts';
import { batchesJson, objectJson, sendJson, sendListing } from '../http/send.ts';
import { withWebAddress } from '../http/web-address.ts';
import { templatePart } from './template-part.ts';
import { given } from '../../text/index.ts';

/**
 * Operation 1: a flow's trails, latest first; the plain list unless a page size is given. Trails that are filtered by the
 * beginning of their name always come in pages.
 */
const listTrails = queryRoute(operations.listTrails, 'read', async ({ reply, evidence, author, params, query }) => {
  const { prefix } = query;
  if (prefix !== undefined) {
    const filter = { flowName: params.flow_name, prefix };
    return await sendListing(reply, await trails.searchTrails(evidence, author, filter, boundedPage(query, limits.pageSize)), trailJson);
  }
  return await sendListing(reply, await trails.listTrails(evidence, author, params.flow_name, pageOf(query, 0)), trailJson);
});

/** The default page size of the trails of all flows. */
const usualPage = 20;

/** The trails of all flows, or of one, latest first; always with its pagination. */
const listOrgTrails = queryRoute(operations.listOrgTrails, 'read', async ({ reply, evidence, author, query }) => {
  const page = boundedPage(query, usualPage, limits.pageSize);
  const [flowName, tag, fingerprint] = [filled(query.flow), filled(query.flow_tag), filled(query.fingerprint)];
  // Without another filter, the numbers of the trails find a page, however many there are.
  if (tag === undefined && fingerprint === undefined) {
    return await sendListing(reply, await trails.listTrails(evidence, author, flowName, page), trailJson);
  }
  const filter = {
    ...given({ flowName }),
    ...(tag === undefined ? {} : { flowTag: tagOf(tag) }),
    ...(fingerprint === undefined ? {} : { fingerprint: checked(Fingerprint, fingerprint, 'query.fingerprint') }),
  };
  return await sendListing(reply, await trails.searchTrails(evidence, author, filter, page), trailJson);
});

/** A tag of a flow in a query: its name and its value. The value may hold the separator, too. */
function tagOf(text: string): readonly [name: string, value: string] {
  const at = text.indexOf('=');
  if (at < 1) throw invalid({ 'query.flow_tag': 'must be the name of a tag and its value, such as team=payments.' });
  return [text.slice(0, at), text.slice(at + 1)];
}

/** An empty filter does not filter. */
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

/** Begins a trail, or changes its details. */
const putTrail = route(operations.putTrail, 'evidence', async ({ request, reply, evidence, author, params }) => {
  const { data, file } = await readForm(request, (value) => withWebAddress(checked(operations.putTrail.data, value)), templatePart);
  const outcome = await trails.putTrail(evidence, author, params.flow_name, data, file);
  return await reply.code(outcome === 'created' ? 201 : 200).send({ message: 'OK' });
});

export const trailRoutes: readonly Route[] = [listTrails, getTrail, listOrgTrails, putTrail];
