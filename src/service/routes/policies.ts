import { operations } from '../../contract/index.ts';
import * as policies from '../evidence/policies.ts';
import { checked } from '../http/check.ts';
import { readForm } from '../http/form.ts';
import { route, type Route } from '../http/route.ts';
import { listJson, objectJson, sendJson } from '../http/send.ts';
import { policyPart } from './policy-file.ts';

const policyJson = ({ fields, versions }: policies.PolicyView) => objectJson(fields, 'versions', listJson(versions));

/** Creates a policy, or adds a version to one; answers the whole policy. */
const putPolicy = route(operations.putPolicy, 'evidence', async ({ request, reply, evidence, author }) => {
  const form = await readForm(request, (value) => checked(operations.putPolicy.data, value), policyPart, operations.putPolicy.json);
  const { outcome, policy } = await policies.putPolicy(evidence, author, form.data, form.file);
  return await sendJson(reply.code(outcome === 'created' ? 201 : 200), policyJson(policy));
});

/** The policies of the organization, by name. */
const listPolicies = route(
  operations.listPolicies,
  'read',
  async ({ reply, evidence, author }) => await sendJson(reply, listJson(policies.listPolicies(evidence, author), policyJson)),
);

/** One policy with all its versions. */
const getPolicy = route(
  operations.getPolicy,
  'read',
  async ({ reply, evidence, author, params }) =>
    await sendJson(reply, policyJson(await policies.getPolicy(evidence, author, params.policy_name))),
);

export const policyRoutes: readonly Route[] = [putPolicy, listPolicies, getPolicy];
