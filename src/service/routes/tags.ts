import { operations } from '../../contract/index.ts';
import * as tags from '../evidence/tags.ts';
import { dataRoute } from '../http/data-route.ts';
import type { Route } from '../http/route.ts';

const patchTags = dataRoute(operations.patchTags, 'evidence', async ({ reply, evidence, author, params, data: input }) => {
  await tags.changeTags(evidence, author, params.resource_type, params.resource_id, input);
  return await reply.send({ message: 'OK' });
});

export const tagRoutes: readonly Route[] = [patchTags];
