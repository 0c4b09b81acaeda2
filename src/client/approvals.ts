import { isApproval, isApprovalReported, isRunningCommit } from '../contract/checks/approvals.gen.ts';
import type { Approval, ApprovalInput, AsSent, ParamsOf, QueryOf } from '../contract/index.ts';
import { anotherThing } from './about.ts';
import { callOperation } from './operation.ts';
import type { ListPage } from './pages.ts';
import { expect, expectList } from './reply.ts';
import type { Call } from './transport.ts';

/** Operation 8: every approval of an artifact, in the order of the answer. */
export async function listApprovals(call: Call, params: ParamsOf<'listApprovals'>): Promise<readonly Approval[]> {
  const { items } = await expectList(isApproval, 'Approval', await callOperation(call, 'listApprovals', params));
  return items;
}

/** One page of the approvals of a flow, the latest first. */
export async function listFlowApprovals(
  call: Call,
  params: ParamsOf<'listFlowApprovals'>,
  query: QueryOf<'listFlowApprovals'>,
): Promise<ListPage<Approval>> {
  return expectList(isApproval, 'Approval', await callOperation(call, 'listFlowApprovals', params, { query }));
}

/** One approval by its number; a `ResponseError` with status 404 where there is none. */
export async function getApproval(call: Call, params: ParamsOf<'getApproval'>): Promise<Approval> {
  const answer = await callOperation(call, 'getApproval', params);
  const approval = await expect(isApproval, 'Approval', answer.reply(), answer.request);
  const [asked, got] = [Number(params.approval_number), approval.release_number];
  // A negative number counts from the latest, so that any may be the answer.
  if (asked >= 0 && asked !== got) throw anotherThing(answer.request, '$.release_number', String(asked), String(got));
  return approval;
}

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

/** The commit of the flow's artifact that runs in an environment; `undefined` where none is known to run. */
export async function getRunningCommit(call: Call, params: ParamsOf<'getRunningCommit'>): Promise<string | undefined> {
  const answer = await callOperation(call, 'getRunningCommit', params);
  return (await expect(isRunningCommit, 'RunningCommit', answer.reply(), answer.request)).commit_sha ?? undefined;
}
