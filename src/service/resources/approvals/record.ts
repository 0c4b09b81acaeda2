import { aNumber, aText, anObject, ifThere, oneOf } from '../../../text/check.ts';
import { listAt, stringAt } from '../../../text/index.ts';
import { kind, ofFlow, short, type SaidBy, type Sent } from '../../record/kind.ts';

export const approvalReported = kind(
  ['approval_reported'],
  {
    ...ofFlow,
    /** The trail of the latest report of the artifact; both are absent if that was without a trail. */
    trail: ifThere(aText),
    trail_id: ifThere(aText),
    /** Counts the approvals of the flow. */
    number: aNumber,
    fingerprint: aText,
    /** The name of the artifact's file. */
    artifact_name: aText,
    /** Fingerprint of the artifact that the approved commits come after; the artifact's own if none is known. */
    base: aText,
    environment: ifThere(aText),
    state: oneOf('APPROVED', 'UNAPPROVED', 'PENDING'),
    data: anObject,
  },
  (record) => ({
    type: 'artifact_approval_reported',
    flow_id: record.flow_id,
    trail_id: record.trail_id ?? null,
    artifact_fingerprint: record.fingerprint,
    artifact_name: short(record.artifact_name),
    approval_number: record.number,
    state: record.state,
    environment_name: record.environment ?? null,
    reviewer: short(reviewersIn(record.data)),
    git_commit_info: null,
    repo_info: null,
  }),
);

export type ApprovalContent = SaidBy<typeof approvalReported>;

function reviewersIn({ approvals }: Sent): string | null {
  const named = listAt({ approvals }, 'approvals') ?? [];
  return named.length === 0 ? null : named.map((each) => stringAt(each, 'approved_by') ?? '').join(', ');
}
