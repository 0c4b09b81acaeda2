import { isApproval } from '../contract/checks/approvals.gen.ts';
import type { Approval, ParamsOf } from '../contract/index.ts';
import { callOperation } from './operation.ts';
import { expectList } from './reply.ts';
import type { Call } from './transport.ts';

/** Operation 8: every approval of an artifact, in the order of the answer. */
export async function listApprovals(call: Call, params: ParamsOf<'listApprovals'>): Promise<readonly Approval[]> {
  const { items } = await expectList(isApproval, 'Approval', await callOperation(call, 'listApprovals', params));
  return items;
}
