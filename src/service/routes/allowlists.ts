import { operations } from '../../contract/index.ts';
import * as allowlists from '../evidence/allowlists.ts';
import { dataRoute, route, type Route } from '../http/route.ts';
import { listJson } from '../http/send.ts';

export const allowlistRoutes: readonly Route[] = [
  dataRoute(operations.allowArtifact, 'override', ({ evidence, author, params, data }) =>
    allowlists.allowArtifact(evidence, author, params.env_name, data),
  ),

  route(operations.listAllowedArtifacts, 'read', ({ evidence, author }) => listJson(allowlists.listAllowedArtifacts(evidence, author))),
];
