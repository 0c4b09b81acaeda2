import { operations } from '../../contract/index.ts';
import * as allowlists from '../evidence/allowlists.ts';
import { checked } from '../http/check.ts';
import { readJsonBody } from '../http/form.ts';
import { route, type Route } from '../http/route.ts';
import { listJson, sendJson } from '../http/send.ts';

const allowArtifact = route(operations.allowArtifact, 'evidence', async ({ request, reply, evidence, author, params }) => {
  const input = await readJsonBody(request, (value) => checked(operations.allowArtifact.data, value));
  await allowlists.allowArtifact(evidence, author, params.env_name, input);
  return await reply.code(201).send({ message: 'OK' });
});

const listAllowedArtifacts = route(operations.listAllowedArtifacts, 'read', ({ reply, evidence, author }) =>
  sendJson(reply, listJson(allowlists.listAllowedArtifacts(evidence, author))),
);

export const allowlistRoutes: readonly Route[] = [allowArtifact, listAllowedArtifacts];
