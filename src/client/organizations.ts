import { isDefaultOrganization } from '../contract/checks/organizations.gen.ts';
import { change, one } from './asking.ts';
import type { Call } from './transport.ts';

/** Operation 10: makes an organization the one that is meant when the caller names none. Any success will do: its body says nothing. */
export const setDefaultOrganization = change('setDefaultOrganization');

const getDefault = one('getDefaultOrganization', isDefaultOrganization, 'DefaultOrganization');

/** The caller's default organization; `undefined` where none was set. */
export async function getDefaultOrganization(call: Call): Promise<string | undefined> {
  const { default_org_name: name } = await getDefault(call, {});
  return name === null || name === '' ? undefined : name;
}
