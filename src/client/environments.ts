import { isEnvironment } from '../contract/checks/environments.gen.ts';
import type { EnvironmentInput, ParamsOf } from '../contract/index.ts';
import { change, every, one, put } from './asking.ts';
import type { Call } from './transport.ts';

/** Makes an environment, or changes its description. Resolves to whether it is new. */
export function putEnvironment(
  call: Call,
  params: ParamsOf<'putEnvironment'>,
  environment: EnvironmentInput,
): Promise<'created' | 'updated'> {
  return put(call, 'putEnvironment', params, { data: environment });
}

/** One environment; a `ResponseError` with status 404 where there is none. */
export const getEnvironment = one('getEnvironment', isEnvironment, 'Environment');

/** The environments of an organization, by name: all, or those whose name holds a text. No page may be asked for. */
export const listEnvironments = every('listEnvironments', isEnvironment, 'Environment');

/** Adds policies to those that decide about artifacts in an environment. */
export const attachPolicies = change('attachPolicies', policyNames);

/** Removes policies from those that decide. */
export const detachPolicies = change('detachPolicies', policyNames);

function policyNames(policies: readonly string[]): object {
  return { policy_names: policies };
}
