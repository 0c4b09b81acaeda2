import { isCustomType } from '../contract/checks/types.gen.ts';
import type { CustomType, ParamsOf } from '../contract/index.ts';
import { callOperation } from './operation.ts';
import { expect, expectList } from './reply.ts';
import type { Call } from './transport.ts';

/** Operation 9: every custom attestation type of an organization. */
export async function listTypes(call: Call, params: ParamsOf<'listTypes'>): Promise<readonly CustomType[]> {
  const { items } = await expectList(isCustomType, 'CustomType', await callOperation(call, 'listTypes', params));
  return items;
}

/** One type; a `ResponseError` with status 404 where there is none. */
export async function getType(call: Call, params: ParamsOf<'getType'>): Promise<CustomType> {
  const answer = await callOperation(call, 'getType', params);
  return expect(isCustomType, 'CustomType', answer.reply(), answer.request);
}
