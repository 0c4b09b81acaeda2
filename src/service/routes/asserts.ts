import { operations } from '../../contract/index.ts';
import * as asserts from '../evidence/asserts.ts';
import { noEnvironment, noPolicy } from '../evidence/not-found.ts';
import { queryRoute, type Route } from '../http/route.ts';

const assertArtifact = queryRoute(operations.assertArtifact, 'read', async ({ evidence, author, params, query }) => {
  const { environment_name: environment, policy_name: [policy] = [] } = query;
  // There are none yet: an assertion that leaves one out would say yes to something else than was asked.
  if (environment !== undefined) throw noEnvironment(author.orgName, environment);
  if (policy !== undefined) throw noPolicy(author.orgName, policy);
  return await asserts.assertArtifact(evidence, author, params.fingerprint, query.flow_name);
});

export const assertRoutes: readonly Route[] = [assertArtifact];
