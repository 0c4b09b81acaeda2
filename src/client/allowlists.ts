import { isAllowedArtifact } from '../contract/checks/allowlists.gen.ts';
import type { AllowanceInput, AllowedArtifact, ParamsOf } from '../contract/index.ts';
import { callOperation } from './operation.ts';
import { expectList } from './reply.ts';
import type { Call } from './transport.ts';

/** Allows an artifact in an environment: it is compliant there, whatever is known of it. */
export async function allowArtifact(call: Call, params: ParamsOf<'allowArtifact'>, allowance: AllowanceInput): Promise<void> {
  await callOperation(call, 'allowArtifact', params, { data: allowance });
}

/** Everything that is allowed in any environment of an organization. */
export async function listAllowedArtifacts(call: Call, params: ParamsOf<'listAllowedArtifacts'>): Promise<readonly AllowedArtifact[]> {
  const { items } = await expectList(isAllowedArtifact, 'AllowedArtifact', await callOperation(call, 'listAllowedArtifacts', params));
  return items;
}
