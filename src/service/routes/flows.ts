import { operations } from '../../contract/index.ts';
import * as flows from '../evidence/flows.ts';
import { dataRoute } from '../http/data-route.ts';
import { checked } from '../http/check.ts';
import { readForm } from '../http/form.ts';
import { pageOf } from '../http/page.ts';
import { queryRoute, route, type Route } from '../http/route.ts';
import { sendListing } from '../http/send.ts';
import { templateOfNames } from './template.ts';
import { templatePart } from './template-part.ts';

/** Creates a flow with its template, or changes one. */
const putFlow = route(operations.putFlow, 'evidence', async ({ request, reply, evidence, author }) => {
  const form = await readForm(request, (value) => checked(operations.putFlow.data, value), templatePart);
  const outcome = await flows.putFlow(evidence, author, form.data, form.file);
  return await reply.code(outcome === 'created' ? 201 : 200).send({ message: 'OK' });
});

/** Creates or changes a flow by the older form, whose template is a list of names. */
const putNamesFlow = dataRoute(operations.putNamesFlow, 'evidence', async ({ reply, evidence, author, data }) => {
  const { template, ...input } = data;
  const outcome = await flows.putFlow(
    evidence,
    author,
    input,
    template === undefined || template === null ? undefined : templateOfNames(template),
  );
  return await reply.code(outcome === 'created' ? 201 : 200).send({ message: 'OK' });
});

const renameFlow = dataRoute(operations.renameFlow, 'evidence', async ({ reply, evidence, author, params, data }) => {
  const { new_name: newName } = data;
  await flows.renameFlow(evidence, author, params.flow_name, newName);
  return await reply.send({ message: 'OK' });
});

/** The body is not read. */
const archiveFlow = route(operations.archiveFlow, 'evidence', async ({ reply, evidence, author, params }) => {
  await flows.archiveFlow(evidence, author, params.flow_name);
  return await reply.send({ message: 'OK' });
});

/** The flows of the organization by name; the plain list unless a page is asked for. */
const listFlows = queryRoute(operations.listFlows, 'read', async ({ reply, evidence, author, query }) => {
  const { case_sensitive: isExact = true, search_by_name: part = '', ...asked } = query;
  const isPaged = asked.page !== undefined || asked.per_page !== undefined;
  return await sendListing(reply, await flows.listFlows(evidence, author, { part, isExact }, pageOf(asked, isPaged ? usualPage : 0)));
});

/** The default page size of flows. */
const usualPage = 20;

/** One flow with its template. */
const getFlow = route(operations.getFlow, 'read', ({ evidence, author, params }) => flows.getFlow(evidence, author, params.flow_name));

export const flowRoutes: readonly Route[] = [putFlow, putNamesFlow, renameFlow, archiveFlow, listFlows, getFlow];
