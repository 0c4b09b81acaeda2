import { isDefaultOrganization } from '../contract/checks/organizations.gen.ts';
import type { ParamsOf } from '../contract/index.ts';
import { callOperation } from './operation.ts';
import { expect } from './reply.ts';
import type { Call } from './transport.ts';

/** Operation 10: makes an organization the one that is meant when the caller names none. Any success will do: its body says nothing. */
export async function setDefaultOrganization(call: Call, params: ParamsOf<'setDefaultOrganization'>): Promise<void> {
  await callOperation(call, 'setDefaultOrganization', params, { data: null });
}

/** The caller's default organization; `undefined` where none was set. */
export async function getDefaultOrganization(call: Call): Promise<string | undefined> {
  const answer = await callOperation(call, 'getDefaultOrganization', {});
  const { default_org_name: name } = await expect(isDefaultOrganization, 'DefaultOrganization', answer.reply(), answer.request);
  return name === null || name === '' ? undefined : name;
}
