import { isPolicy } from '../contract/checks/policies.gen.ts';
import type { ParamsOf, PolicyInput } from '../contract/index.ts';
import { every, fileOf, one, put } from './asking.ts';
import type { Call } from './transport.ts';

/** Creates a policy, or changes one: a file (YAML text) with changes is a new version. Resolves to whether it is new. */
export function putPolicy(call: Call, params: ParamsOf<'putPolicy'>, policy: PolicyInput, yaml: string): Promise<'created' | 'updated'> {
  return put(call, 'putPolicy', params, { data: policy, file: fileOf('policy_file', 'policy.yml', yaml) });
}

/** Every policy of an organization, by name. */
export const listPolicies = every('listPolicies', isPolicy, 'Policy');

/** One policy with all its versions; a `ResponseError` with status 404 where there is none. */
export const getPolicy = one('getPolicy', isPolicy, 'Policy');
