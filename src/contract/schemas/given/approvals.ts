import { Type } from 'typebox';
import { CommitSha, Fingerprint } from '../scalars.ts';
import { oneOf } from '../fields.ts';
import { orNull, Text, Time, UserData, Whole } from './parts.ts';

export const ApprovalState = oneOf('APPROVED', 'UNAPPROVED', 'PENDING');

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
  approvals: Type.Array(
    Type.Object({ state: oneOf('APPROVED', 'UNAPPROVED'), comment: Text, approved_by: Text, approval_url: Text, timestamp: Time }),
  ),
  /** Null: it is valid everywhere. */
  environment: orNull(Text),
  user_data: UserData,
  /** Proven, unlike `approved_by`. */
  reported_by: Text,
};

export const GivenApproval = Type.Object({ ...Common, src_commit_list: Type.Array(CommitSha) });

/** An approval alone: of each commit the artifacts that were made of it. */
export const GivenWholeApproval = Type.Object({
  ...Common,
  src_commit_list: Type.Array(Type.Object({ commit_sha: CommitSha, artifact_fingerprints: Type.Array(Fingerprint) })),
});
