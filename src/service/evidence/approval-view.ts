import type { Approval } from '../../contract/index.ts';
import { listAt } from '../../text/index.ts';
import type { ApprovalRecord } from '../store/model/approvals.ts';
import type { View } from './view.ts';

/** An approval as its readers see it. The approver is what the caller claims; `reported_by` is proven. */
export type ApprovalView = View<Approval, 'description'> & { readonly src_commit_list: readonly string[] };

export function approvalView({ data, ...record }: ApprovalRecord): ApprovalView {
  return {
    release_number: record.number,
    state: record.state,
    base_artifact: record.base,
    artifact_name: record.artifact_name,
    target_artifact: record.fingerprint,
    environment: record.environment ?? null,
    description: data.description,
    src_commit_list: (listAt(data, 'src_commit_list') ?? []).filter((commit) => typeof commit === 'string'),
    created_at: record.created_at,
    // A record does not change: a later decision makes another record.
    last_modified_at: record.created_at,
    approvals: (listAt(data, 'approvals') ?? []).map((said) => ({ ...Object(said), timestamp: record.created_at })),
    user_data: data.user_data ?? {},
    reported_by: record.reported_by,
  };
}

/** The commits of an approval, each with the fingerprints of the flow's artifacts that were made from it. */
export function withArtifacts(
  { src_commit_list: commits }: ApprovalView,
  fingerprints: ReadonlyMap<string, readonly string[]>,
): readonly { readonly commit_sha: string; readonly artifact_fingerprints: readonly string[] }[] {
  return commits.map((commit) => ({ commit_sha: commit, artifact_fingerprints: fingerprints.get(commit) ?? [] }));
}
