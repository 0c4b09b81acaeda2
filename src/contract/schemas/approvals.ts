import { Type } from 'typebox';
import { limits, usualPages } from '../limits.ts';
import { Anything, CommitSha, EnvironmentName, Fingerprint, MaybeText, UserData, closed, maybe, oneOf, pageQuery } from './fields.ts';
import type { Operations } from './operation.ts';
import { GivenUserData, Text, Time, Whole, heard, orNull } from './parts.ts';

const ApprovalState = oneOf('APPROVED', 'UNAPPROVED', 'PENDING');

/** `approved_by` is what the caller claims. */
const givenApprover = { state: oneOf('APPROVED', 'UNAPPROVED'), comment: Text, approved_by: Text, approval_url: Text, timestamp: Time };

const Common = {
  release_number: Whole,
  base_artifact: Fingerprint,
  artifact_name: Text,
  target_artifact: Fingerprint,
  description: Text,
  created_at: Time,
  last_modified_at: Time,
  /** One no is a no; without an answer it is only requested. */
  state: ApprovalState,
  approvals: Type.Array(Type.Object(givenApprover)),
  /** Null: it is valid everywhere. */
  environment: orNull(Text),
  user_data: GivenUserData,
  /** Proven, unlike `approved_by`. */
  reported_by: Text,
};

const GivenApproval = Type.Object({ ...Common, src_commit_list: Type.Array(CommitSha) });

const GivenWholeApproval = Type.Object({
  ...Common,
  src_commit_list: Type.Array(Type.Object({ commit_sha: CommitSha, artifact_fingerprints: Type.Array(Fingerprint) })),
});

export const Approver = heard(givenApprover, {});
export type Approver = Type.Static<typeof Approver>;

/** `release_number` counts those of its flow. */
export const Approval = heard(Common, {
  release_number: Whole,
  state: Text,
  /** SHAs, or objects that hold one. */
  src_commit_list: Anything,
  approvals: maybe(Type.Array(Approver)),
});
export type Approval = Type.Static<typeof Approval>;

export const ApproverInput = closed({
  state: Type.Union([Type.Literal('APPROVED'), Type.Literal('UNAPPROVED')]),
  comment: Type.String({ maxLength: 8192 }),
  approved_by: Type.String({ maxLength: 1024 }),
  approval_url: Type.String({ maxLength: 8192 }),
});
export type ApproverInput = Type.Static<typeof ApproverInput>;

/** Without any answer it requests an approval. */
export const ApprovalInput = closed({
  artifact_fingerprint: Fingerprint,
  description: Type.String({ maxLength: 8192 }),
  src_commit_list: Type.Array(CommitSha, { maxItems: limits.approvedCommits }),
  /** The approved commits come after it. */
  oldest_commit: maybe(CommitSha),
  /** Everywhere when absent. */
  environment: maybe(EnvironmentName),
  approvals: maybe(Type.Array(ApproverInput, { maxItems: limits.approvers })),
  user_data: UserData,
});
export type ApprovalInput = Type.Static<typeof ApprovalInput>;

export const ApprovalReported = Type.Object({ release_number: Type.Optional(Type.Integer()) });
export type ApprovalReported = Type.Static<typeof ApprovalReported>;

export const RunningCommit = Type.Object({ commit_sha: MaybeText });
export type RunningCommit = Type.Static<typeof RunningCommit>;

export const approvalOperations = {
  /** Interface, operation 8: the oldest first. */
  listApprovals: {
    method: 'GET',
    path: '/artifacts/:org/:flow_name/:fingerprint/approvals',
    reply: Type.Array(GivenApproval),
    checks: { Approval },
  },
  /** Not in the interface, as all that follow. The latest first. */
  listFlowApprovals: {
    method: 'GET',
    path: '/approvals/:org/:flow_name',
    query: Type.Object(pageQuery(usualPages.approvals)),
    reply: Type.Array(GivenApproval),
    checks: { Approval },
  },
  reportApproval: {
    method: 'POST',
    path: '/approvals/:org/:flow_name',
    need: 'approve',
    data: ApprovalInput,
    success: [201],
    reply: Type.Object({ ...ApprovalInput.properties, release_number: Type.Integer(), state: ApprovalState }),
    checks: { ApprovalReported },
  },
  /** A negative number counts from the latest, which is `-1`. */
  getApproval: { method: 'GET', path: '/approvals/:org/:flow_name/:approval_number', reply: GivenWholeApproval, checks: { Approval } },
  getRunningCommit: {
    method: 'GET',
    path: '/approvals/:org/:flow_name/artifact-commit/:environment_name',
    reply: Type.Object({ commit_sha: Type.Union([CommitSha, Type.Null()]) }),
    checks: { RunningCommit },
  },
} as const satisfies Operations;
