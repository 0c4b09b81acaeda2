import { listAt, stringAt } from '../../../text/index.ts';
import { isNumber, isObject, isText, optional, shape } from '../sql/shape.ts';
import { header, oneOf, type Header, type Sent } from '../log/header.ts';
import { short } from './event-parts.ts';
import type { Kind } from './kind.ts';
import { place } from './place.ts';

export interface ApprovalContent {
  readonly kind: 'approval_reported';
  readonly flow: string;
  readonly flow_id: string;
  /** Where the artifact was reported last; both absent where that was without a trail. */
  readonly trail?: string;
  readonly trail_id?: string;
  /** Counts the approvals of the flow. */
  readonly number: number;
  readonly fingerprint: string;
  /** Name of its file. */
  readonly artifact_name: string;
  /** Fingerprint of the artifact that the approved commits come after; its own where none is known. */
  readonly base: string;
  readonly environment?: string;
  readonly state: 'APPROVED' | 'UNAPPROVED' | 'PENDING';
  readonly data: Sent;
}

export const isApprovalRecord = shape<Header & ApprovalContent>({
  ...header,
  ...place,
  kind: oneOf('approval_reported'),
  trail: optional(isText),
  trail_id: optional(isText),
  number: isNumber,
  fingerprint: isText,
  artifact_name: isText,
  base: isText,
  environment: optional(isText),
  state: oneOf('APPROVED', 'UNAPPROVED', 'PENDING'),
  data: isObject,
});

export const approvalReported: Kind<ApprovalContent> = {
  is: isApprovalRecord,
  event: (record) => ({
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
};

/** Who is said to have decided, one behind the other; `null` where nobody has. */
function reviewersIn({ approvals }: Sent): string | null {
  const named = listAt({ approvals }, 'approvals') ?? [];
  return named.length === 0 ? null : named.map((each) => stringAt(each, 'approved_by') ?? '').join(', ');
}
