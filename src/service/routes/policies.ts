import { operations } from '../../contract/index.ts';
import * as policies from '../evidence/policies.ts';
import { formRoute, route, type Route } from '../http/route.ts';
import { listJson, objectJson, setStatus } from '../http/send.ts';
import { policyPart } from './policy-file.ts';

const policyJson = ({ fields, versions }: policies.PolicyView) => objectJson(fields, 'versions', listJson(versions));

export const policyRoutes: readonly Route[] = [
  /** Creates a policy, or adds a version to one; answers the whole policy. */
  formRoute(operations.putPolicy, 'define', policyPart, async ({ reply, evidence, author, data, file }) => {
    const { outcome, policy } = await policies.putPolicy(evidence, author, data, file);
    setStatus(reply, outcome);
    return policyJson(policy);
  }),

  /** The policies of the organization, by name. */
  route(operations.listPolicies, 'read', ({ evidence, author }) => listJson(policies.listPolicies(evidence, author), policyJson)),

  /** One policy with all its versions. */
  route(operations.getPolicy, 'read', async ({ evidence, author, params }) =>
    policyJson(await policies.getPolicy(evidence, author, params.policy_name)),
  ),
];
