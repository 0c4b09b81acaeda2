import { operations } from '../../contract/index.ts';
import * as flows from '../evidence/flows.ts';
import { checked } from '../http/check.ts';
import { readForm } from '../http/form.ts';
import { route, type Route } from '../http/route.ts';
import { templatePart } from './template-part.ts';

/** Creates a flow with its template, or changes one. */
const putFlow = route(operations.putFlow, 'evidence', async ({ request, reply, evidence, author }) => {
  const form = await readForm(request, (value) => checked(operations.putFlow.data, value), templatePart);
  const outcome = await flows.putFlow(evidence, author, form.data, form.file);
  return await reply.code(outcome === 'created' ? 201 : 200).send({ message: 'OK' });
});

/** One flow with its template. */
const getFlow = route(operations.getFlow, 'read', ({ evidence, author, params }) => flows.getFlow(evidence, author, params.flow_name));

export const flowRoutes: readonly Route[] = [putFlow, getFlow];
