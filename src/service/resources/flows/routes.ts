import { operations, usualPages } from '../../../contract/index.ts';
import { pageOf } from '../../http/check.ts';
import { dataRoute, formRoute, route, type Route } from '../../http/route.ts';
import { listingJson, setStatus } from '../../http/send.ts';
import { templateOfNames, templatePart } from '../../http/yaml.ts';
import * as flows from './use.ts';

export const flowRoutes: readonly Route[] = [
  /** Creates a flow with its template, or changes one. */
  formRoute(operations.putFlow, templatePart, async ({ reply, evidence, author, data, file }) =>
    setStatus(reply, await flows.putFlow(evidence, author, data, file)),
  ),

  /** Creates or changes a flow by the older form, whose template is a list of names. */
  dataRoute(operations.putNamesFlow, async ({ reply, evidence, author, data }) => {
    const { template: names, ...input } = data;
    const template = names === undefined || names === null ? undefined : templateOfNames(names);
    setStatus(reply, await flows.putFlow(evidence, author, input, template));
  }),

  dataRoute(operations.renameFlow, ({ evidence, author, params, data }) =>
    flows.renameFlow(evidence, author, params.flow_name, data.new_name),
  ),

  /** The body is not read. */
  route(operations.archiveFlow, ({ evidence, author, params }) => flows.archiveFlow(evidence, author, params.flow_name)),

  /** The flows of the organization by name; the plain list unless a page is asked for. */
  route(operations.listFlows, async ({ evidence, author, query }) => {
    const { case_sensitive: isExact = true, search_by_name: part = '', ...asked } = query;
    const isPaged = asked.page !== undefined || asked.per_page !== undefined;
    return listingJson(await flows.listFlows(evidence, author, { part, isExact }, pageOf(asked, isPaged ? usualPages.flows : 0)));
  }),

  route(operations.listTests, ({ evidence, author, params, query }) => flows.failingTests(evidence, author, params.flow_name, query.since)),
  route(operations.getFlow, ({ evidence, author, params }) => flows.getFlow(evidence, author, params.flow_name)),
];
