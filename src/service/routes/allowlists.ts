import { operations } from '../../contract/index.ts';
import * as allowlists from '../evidence/allowlists.ts';
import { dataRoute } from '../http/data-route.ts';
import { route, type Route } from '../http/route.ts';
import { listJson, sendJson } from '../http/send.ts';

const allowArtifact = dataRoute(operations.allowArtifact, 'evidence', async ({ reply, evidence, author, params, data: input }) => {
  await allowlists.allowArtifact(evidence, author, params.env_name, input);
  return await reply.code(201).send({ message: 'OK' });
});

const listAllowedArtifacts = route(operations.listAllowedArtifacts, 'read', ({ reply, evidence, author }) =>
  sendJson(reply, listJson(allowlists.listAllowedArtifacts(evidence, author))),
);

export const allowlistRoutes: readonly Route[] = [allowArtifact, listAllowedArtifacts];
