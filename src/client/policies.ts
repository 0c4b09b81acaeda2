import { isPolicy } from '../contract/checks/policies.gen.ts';
import type { ParamsOf, Policy, PolicyInput } from '../contract/index.ts';
import { callOperation } from './operation.ts';
import { expect, expectList } from './reply.ts';
import type { Call } from './transport.ts';

/** Creates a policy, or changes one: a file (YAML text) with changes is a new version. Resolves to whether it is new. */
export async function putPolicy(
  call: Call,
  params: ParamsOf<'putPolicy'>,
  policy: PolicyInput,
  yaml: string,
): Promise<'created' | 'updated'> {
  const file = { part: 'policy_file', attachment: { name: 'policy.yml', content: Buffer.from(yaml) } };
  const { status } = await callOperation(call, 'putPolicy', params, { data: policy, file });
  return status === 201 ? 'created' : 'updated';
}

/** Every policy of an organization, by name. */
export async function listPolicies(call: Call, params: ParamsOf<'listPolicies'>): Promise<readonly Policy[]> {
  const { items } = await expectList(isPolicy, 'Policy', await callOperation(call, 'listPolicies', params));
  return items;
}

/** One policy with all its versions; a `ResponseError` with status 404 where there is none. */
export async function getPolicy(call: Call, params: ParamsOf<'getPolicy'>): Promise<Policy> {
  const answer = await callOperation(call, 'getPolicy', params);
  return expect(isPolicy, 'Policy', answer.reply(), answer.request);
}
