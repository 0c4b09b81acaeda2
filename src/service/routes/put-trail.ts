import { operations } from '../../contract/index.ts';
import { putTrail as write } from '../evidence/put-trail.ts';
import { checked } from '../http/check.ts';
import { readForm } from '../http/form.ts';
import { route } from '../http/route.ts';
import { templatePart } from './template-part.ts';
import { withWebAddress } from '../http/web-address.ts';

/** Begins a trail, or changes what is said of it. */
export const putTrail = route(operations.putTrail, 'write', async ({ request, reply, evidence, author, params }) => {
  const { data, file } = await readForm(request, (value) => withWebAddress(checked(operations.putTrail.data, value)), templatePart);
  const outcome = await write(evidence, author, params.flow_name, data, file);
  return await reply.code(outcome === 'created' ? 201 : 200).send({ message: 'OK' });
});
