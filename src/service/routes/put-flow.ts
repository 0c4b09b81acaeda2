import { operations } from '../../contract/index.ts';
import { putFlow as write } from '../evidence/put-flow.ts';
import { checked } from '../http/check.ts';
import { readForm } from '../http/form.ts';
import { route } from '../http/route.ts';
import { templatePart } from './template-part.ts';

/** Creates a flow with its template, or changes one. */
export const putFlow = route(operations.putFlow, 'write', async ({ request, reply, evidence, author }) => {
  const form = await readForm(request, (value) => checked(operations.putFlow.data, value), templatePart);
  const outcome = await write(evidence, author, form.data, form.file);
  return await reply.code(outcome === 'created' ? 201 : 200).send({ message: 'OK' });
});
