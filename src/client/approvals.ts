import { isApproval, isApprovalReported, isRunningCommit } from '../contract/checks/approvals.gen.ts';
import type { ApprovalInput, AsSent, ParamsOf } from '../contract/index.ts';
import { anotherThing } from './about.ts';
import { every, one, page } from './asking.ts';
import { callOperation } from './operation.ts';
import { expect } from './reply.ts';
import type { Call } from './transport.ts';

/** Operation 8: every approval of an artifact, in the order of the answer. */
export const listApprovals = every('listApprovals', isApproval, 'Approval');

/** One page of the approvals of a flow, the latest first. */
export const listFlowApprovals = page('listFlowApprovals', isApproval, 'Approval');

/** One approval by its number; a `ResponseError` with status 404 where there is none. */
export const getApproval = one('getApproval', isApproval, 'Approval', ({ release_number: got }, params, request) => {
  const asked = Number(params.approval_number);
  // A negative number counts from the latest, so that any may be the answer.
  if (asked >= 0 && asked !== got) throw anotherThing(request, '$.release_number', String(asked), String(got));
});

/**
 * Reports an approval, or requests one where nobody is said to have decided. Resolves to its number where the service tells it. A request
 * whose answer is lost is sent again, so that the same approval may be recorded twice, under two numbers.
 */
export async function reportApproval(
  call: Call,
  params: ParamsOf<'reportApproval'>,
  approval: AsSent<ApprovalInput>,
): Promise<number | undefined> {
  const answer = await callOperation(call, 'reportApproval', params, { data: approval });
  const reply = answer.reply();
  // Some services answer only that it worked.
  if (typeof reply === 'string') return undefined;
  return (await expect(isApprovalReported, 'ApprovalReported', reply, answer.request)).release_number;
}

const readRunning = one('getRunningCommit', isRunningCommit, 'RunningCommit');

/** The commit of the flow's artifact that runs in an environment; `undefined` where none is known to run. */
export async function getRunningCommit(call: Call, params: ParamsOf<'getRunningCommit'>): Promise<string | undefined> {
  return (await readRunning(call, params)).commit_sha ?? undefined;
}
