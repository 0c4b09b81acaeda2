import { Type } from 'typebox';
import { Items } from './answers.ts';
import type { Operation } from './operation.ts';
import { Anything, InArtifact, MaybeMoment, MaybeText } from './scalars.ts';

/** What one person said. `approved_by` is what the caller claims. */
export const Approver = Type.Object({
  state: MaybeText,
  comment: MaybeText,
  approved_by: MaybeText,
  approval_url: MaybeText,
  timestamp: MaybeMoment,
});
export type Approver = Type.Static<typeof Approver>;

/** An approval of an artifact; `release_number` counts those of its flow. */
export const Approval = Type.Object({
  release_number: Type.Integer(),
  state: Type.String(),
  base_artifact: MaybeText,
  artifact_name: MaybeText,
  target_artifact: MaybeText,
  description: MaybeText,
  /** SHAs, or objects that hold one. */
  src_commit_list: Anything,
  created_at: MaybeMoment,
  last_modified_at: MaybeMoment,
  approvals: Type.Optional(Type.Union([Type.Array(Approver), Type.Null()])),
  environment: MaybeText,
  user_data: Anything,
  /** Who reported it, where the service says so: proven, unlike `approved_by`. */
  reported_by: MaybeText,
});
export type Approval = Type.Static<typeof Approval>;

export const approvalOperations = {
  /** Interface, operation 8. */
  listApprovals: {
    method: 'GET',
    path: '/artifacts/:org/:flow_name/:fingerprint/approvals',
    params: InArtifact,
    reply: Type.Array(Approval),
    checks: { Items, Approval },
  },
} as const satisfies Record<string, Operation>;
