import { isEnvironment } from '../contract/checks/environments.gen.ts';
import type { Environment, EnvironmentInput, ParamsOf, QueryOf } from '../contract/index.ts';
import { callOperation } from './operation.ts';
import { expect, expectList } from './reply.ts';
import type { Call } from './transport.ts';

/** Makes an environment, or changes its description. Resolves to whether it is new. */
export async function putEnvironment(
  call: Call,
  params: ParamsOf<'putEnvironment'>,
  environment: EnvironmentInput,
): Promise<'created' | 'updated'> {
  const { status } = await callOperation(call, 'putEnvironment', params, { data: environment });
  return status === 201 ? 'created' : 'updated';
}

/** One environment; a `ResponseError` with status 404 where there is none. */
export async function getEnvironment(call: Call, params: ParamsOf<'getEnvironment'>): Promise<Environment> {
  const answer = await callOperation(call, 'getEnvironment', params);
  return expect(isEnvironment, 'Environment', answer.reply(), answer.request);
}

/** The environments of an organization, by name: all, or those whose name holds a text. */
export async function listEnvironments(
  call: Call,
  params: ParamsOf<'listEnvironments'>,
  query: Pick<QueryOf<'listEnvironments'>, 'name' | 'type'>,
): Promise<readonly Environment[]> {
  const { items } = await expectList(isEnvironment, 'Environment', await callOperation(call, 'listEnvironments', params, { query }));
  return items;
}

/** Adds policies to those that decide about artifacts in an environment. */
export async function attachPolicies(call: Call, params: ParamsOf<'attachPolicies'>, policies: readonly string[]): Promise<void> {
  await callOperation(call, 'attachPolicies', params, { data: { policy_names: policies } });
}

/** Removes policies from those that decide. */
export async function detachPolicies(call: Call, params: ParamsOf<'detachPolicies'>, policies: readonly string[]): Promise<void> {
  await callOperation(call, 'detachPolicies', params, { data: { policy_names: policies } });
}
