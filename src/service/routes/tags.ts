import { operations } from '../../contract/index.ts';
import * as tags from '../evidence/tags.ts';
import { checked } from '../http/check.ts';
import { readJsonBody } from '../http/form.ts';
import { route, type Route } from '../http/route.ts';

const patchTags = route(operations.patchTags, 'evidence', async ({ request, reply, evidence, author, params }) => {
  const input = await readJsonBody(request, (value) => checked(operations.patchTags.data, value));
  await tags.changeTags(evidence, author, params.resource_type, params.resource_id, input);
  return await reply.send({ message: 'OK' });
});

export const tagRoutes: readonly Route[] = [patchTags];
