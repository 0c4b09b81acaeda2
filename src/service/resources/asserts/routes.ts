import { operations } from '../../../contract/index.ts';
import { given } from '../../../text/index.ts';
import { invalid } from '../../http/check.ts';
import { route, type Route } from '../../http/route.ts';
import * as asserts from './use.ts';

export const assertRoutes: readonly Route[] = [
  route(operations.assertArtifact, async ({ evidence, author, params, query }) => {
    const { environment_name: environment, flow_name: flowName, policy_name: policies } = query;
    if (environment !== undefined && policies !== undefined)
      throw invalid({ 'query.policy_name': 'goes without environment_name: an environment is asked for the policies that it has.' });
    if (environment === undefined && policies === undefined)
      return await asserts.assertArtifact(evidence, author, params.fingerprint, flowName);
    return await asserts.assertArtifactBy(evidence, author, params.fingerprint, flowName, given({ environment, policies }));
  }),
];
