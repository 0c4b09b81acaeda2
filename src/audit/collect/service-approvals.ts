import type { Approval as Told } from '../../contract/index.ts';
import { oneLine } from '../../text/index.ts';
import type { Approval } from '../facts/shipped.ts';
import type { Asking } from './service-ask.ts';
import { wholeListing } from './service-pages.ts';
import { fingerprintOf, momentOf } from './service-values.ts';

/** Every approval of a flow: what was approved long ago may be deployed now. */
export async function readApprovals(asking: Asking, flow: string): Promise<readonly Approval[]> {
  const { org } = asking;
  const what = `The approvals of flow ${oneLine(flow, 100)}`;
  const listing = wholeListing(asking, {
    what,
    text: `GET /approvals/${org}/FLOW?page=N&per_page=100`,
    read: (call, query) => asking.questions.listFlowApprovals(call, { org, flow_name: flow }, query),
    keyOf: ({ release_number: number }) => String(number),
  });
  const told = (await asking.orUntold('approvals', what, listing)) ?? [];
  const approvals = told.flatMap((each) => approvalOf(flow, each) ?? []);
  if (approvals.length < told.length) asking.hole(what, `${told.length - approvals.length} of them do not say what was approved, and when`);
  return approvals;
}

function approvalOf(flow: string, told: Told): Approval | undefined {
  const fingerprint = fingerprintOf(told.target_artifact);
  const at = momentOf(told.created_at);
  if (fingerprint === null || at === null) return undefined;
  return {
    kind: 'approval',
    flow,
    number: told.release_number,
    fingerprint,
    state: told.state,
    environment: told.environment ?? null,
    at,
    url: null,
    artifact: told.artifact_name ?? null,
    description: told.description ?? null,
    approvers: (told.approvals ?? []).map(({ approval_url: ticket, approved_by: name, comment, state, timestamp }) => ({
      name: name ?? '',
      said: state ?? '',
      at: momentOf(timestamp),
      comment: comment ?? null,
      ticket: ticket ?? null,
    })),
    by: told.reported_by ?? null,
  };
}
