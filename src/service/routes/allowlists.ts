import { operations } from '../../contract/index.ts';
import * as allowlists from '../evidence/allowlists.ts';
import { dataRoute, route, type Route } from '../http/route.ts';
import { listJson } from '../http/send.ts';

const allowArtifact = dataRoute(operations.allowArtifact, 'evidence', ({ evidence, author, params, data }) =>
  allowlists.allowArtifact(evidence, author, params.env_name, data),
);

const listAllowedArtifacts = route(operations.listAllowedArtifacts, 'read', ({ evidence, author }) =>
  listJson(allowlists.listAllowedArtifacts(evidence, author)),
);

export const allowlistRoutes: readonly Route[] = [allowArtifact, listAllowedArtifacts];
