// @ts-nocheck
// Generated from the schemas of this room by `npm run generate`; do not edit. A test fails when it drifts.
import type { Approval, ApprovalReported, RunningCommit } from '../index.ts';

/** Whether a value is in the contract's `Approval`. */
export const isApproval: (value: unknown) => value is Approval = (() => {
  const check_0 = ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && (("release_number" in value && "state" in value) && ((((((((((((Number.isInteger(value.release_number) && typeof value.state === "string") && (value.base_artifact === undefined || (!("base_artifact" in value) || (typeof value.base_artifact === "string" || value.base_artifact === null)))) && (value.artifact_name === undefined || (!("artifact_name" in value) || (typeof value.artifact_name === "string" || value.artifact_name === null)))) && (value.target_artifact === undefined || (!("target_artifact" in value) || (typeof value.target_artifact === "string" || value.target_artifact === null)))) && (value.description === undefined || (!("description" in value) || (typeof value.description === "string" || value.description === null)))) && (value.src_commit_list === undefined || (!("src_commit_list" in value) || true))) && (value.created_at === undefined || (!("created_at" in value) || ((Number.isFinite(value.created_at) || typeof value.created_at === "string") || value.created_at === null)))) && (value.last_modified_at === undefined || (!("last_modified_at" in value) || ((Number.isFinite(value.last_modified_at) || typeof value.last_modified_at === "string") || value.last_modified_at === null)))) && (value.approvals === undefined || (!("approvals" in value) || ((Array.isArray(value.approvals) && value.approvals.every((unique_0, index) => (((typeof unique_0 === "object" && unique_0 !== null && !(Array.isArray(unique_0))) && (((((unique_0.state === undefined || (!("state" in unique_0) || (typeof unique_0.state === "string" || unique_0.state === null))) && (unique_0.comment === undefined || (!("comment" in unique_0) || (typeof unique_0.comment === "string" || unique_0.comment === null)))) && (unique_0.approved_by === undefined || (!("approved_by" in unique_0) || (typeof unique_0.approved_by === "string" || unique_0.approved_by === null)))) && (unique_0.approval_url === undefined || (!("approval_url" in unique_0) || (typeof unique_0.approval_url === "string" || unique_0.approval_url === null)))) && (unique_0.timestamp === undefined || (!("timestamp" in unique_0) || ((Number.isFinite(unique_0.timestamp) || typeof unique_0.timestamp === "string") || unique_0.timestamp === null)))))))) || value.approvals === null)))) && (value.environment === undefined || (!("environment" in value) || (typeof value.environment === "string" || value.environment === null)))) && (value.user_data === undefined || (!("user_data" in value) || true))) && (value.reported_by === undefined || (!("reported_by" in value) || (typeof value.reported_by === "string" || value.reported_by === null)))))));
  return (value: unknown): value is Approval => check_0(value);
})();

/** Whether a value is in the contract's `ApprovalReported`. */
export const isApprovalReported: (value: unknown) => value is ApprovalReported = (() => {
  const check_0 = ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && (value.release_number === undefined || (!("release_number" in value) || Number.isInteger(value.release_number)))));
  return (value: unknown): value is ApprovalReported => check_0(value);
})();

/** Whether a value is in the contract's `RunningCommit`. */
export const isRunningCommit: (value: unknown) => value is RunningCommit = (() => {
  const check_0 = ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && (value.commit_sha === undefined || (!("commit_sha" in value) || (typeof value.commit_sha === "string" || value.commit_sha === null)))));
  return (value: unknown): value is RunningCommit => check_0(value);
})();
