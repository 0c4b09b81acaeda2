import { Fingerprint, limits, operations, trailFilters, usualPages } from '../../../contract/index.ts';
import { given, list } from '../../../text/index.ts';
import { boundedPage, checked, invalid, pageOf } from '../../http/check.ts';
import { formRoute, route, type Route } from '../../http/route.ts';
import { asciiJson, interfaceListingJson, joinedJson, listJson, listingJson, objectJson, setStatus } from '../../http/send.ts';
import { withWebAddress } from '../../http/web-address.ts';
import { templatePart } from '../../http/yaml.ts';
import * as trails from './use.ts';

export const trailRoutes: readonly Route[] = [
  /** Operation 1: a flow's trails, latest first; the plain list without a page size. A filter by a name's beginning always gives pages. */
  route(operations.listTrails, async ({ evidence, author, params, query }) => {
    const { prefix } = query;
    if (prefix !== undefined) {
      const filter = { flowName: params.flow_name, prefix };
      return interfaceListingJson(await trails.searchTrails(evidence, author, filter, boundedPage(query, limits.pageSize)), trailJson);
    }
    return interfaceListingJson(await trails.listTrails(evidence, author, params.flow_name, pageOf(query, 0)), trailJson);
  }),

  route(operations.getTrail, async ({ evidence, author, params }) =>
    trailJson(await trails.getTrail(evidence, author, params.flow_name, params.trail_name)),
  ),

  /** The trails of all flows, or of one, latest first; always with its pagination, or by `before` where the trails are filtered. */
  route(operations.listOrgTrails, async ({ evidence, author, query }) => {
    const page = boundedPage(query, usualPages.trails, limits.pageSize);
    if (trailFilters.some((name) => filled(query[name]) !== undefined) || query.before !== undefined) {
      const other = (['page', 'flow_tag', 'fingerprint'] as const).find((name) => ![undefined, '', 1].includes(query[name]));
      if (other !== undefined) throw invalid({ [`query.${other}`]: `is not taken next to ${list(trailFilters)} and before.` });
      const filter = trails.filterOf(query);
      const place = given({ before: query.before === undefined ? undefined : Number(query.before) });
      const { items, older, total = null } = await trails.filteredTrails(evidence, author, filled(query.flow), filter, place, page.perPage);
      return objectJson({ total, next: older?.toString() ?? null }, 'data', listJson(items, trailJson));
    }
    const [flowName, tag, fingerprint] = [filled(query.flow), filled(query.flow_tag), filled(query.fingerprint)];
    // Without another filter, the numbers of the trails find a page, however many there are.
    if (tag === undefined && fingerprint === undefined) {
      return listingJson(await trails.listTrails(evidence, author, flowName, page), trailJson);
    }
    const filter = given({
      flowName,
      flowTag: tag === undefined ? undefined : tagOf(tag),
      fingerprint: fingerprint === undefined ? undefined : checked(Fingerprint, fingerprint, 'query.fingerprint'),
    });
    return listingJson(await trails.searchTrails(evidence, author, filter, page), trailJson);
  }),

  formRoute(operations.putTrail, templatePart, async ({ reply, evidence, author, params, data, file }) =>
    setStatus(reply, await trails.putTrail(evidence, author, params.flow_name, withWebAddress(data), file)),
  ),
];

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

/** Some items of a list, without its signs. */
function itemsJson(items: readonly object[]): readonly string[] {
  return [JSON.stringify(items).slice(1, -1)];
}

function trailJson({ events, fields, gate }: trails.TrailView): AsyncIterable<string> {
  return objectJson(fields, 'events', joinedJson('[]', events, itemsJson), gate === undefined ? '' : `,"gate":${asciiJson(gate)}`);
}
