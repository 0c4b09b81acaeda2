// @ts-nocheck
// Generated from the schemas of this room by `npm run generate`; do not edit. A test fails when it drifts.
import type { AttestationCreated, AttestationRecord, AttestationsByCommit } from '../index.ts';

/** Whether a value is in the contract's `AttestationCreated`. */
export const isAttestationCreated: (value: unknown) => value is AttestationCreated = (() => {
  const External = [/^[a-f0-9]{64}$/u];
  const check_0 = ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && ("attestation_id" in value && (((value.message === undefined || (!("message" in value) || typeof value.message === "string")) && typeof value.attestation_id === "string") && (value.head === undefined || (!("head" in value) || ((typeof value.head === "string" && External[0].test(value.head)) || value.head === null)))))));
  return (value: unknown): value is AttestationCreated => check_0(value);
})();

/** Whether a value is in the contract's `AttestationRecord`. */
export const isAttestationRecord: (value: unknown) => value is AttestationRecord = (() => {
  const check_0 = ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && (((("attestation_id" in value && "attestation_name" in value) && "is_compliant" in value) && "created_at" in value) && (((((((((((((((((((((typeof value.attestation_id === "string" && typeof value.attestation_name === "string") && (value.attestation_type === undefined || (!("attestation_type" in value) || (typeof value.attestation_type === "string" || value.attestation_type === null)))) && (typeof value.is_compliant === "boolean" || value.is_compliant === null)) && Number.isFinite(value.created_at)) && (value.trail_name === undefined || (!("trail_name" in value) || (typeof value.trail_name === "string" || value.trail_name === null)))) && (value.flow_name === undefined || (!("flow_name" in value) || (typeof value.flow_name === "string" || value.flow_name === null)))) && (value.artifact_fingerprint === undefined || (!("artifact_fingerprint" in value) || (typeof value.artifact_fingerprint === "string" || value.artifact_fingerprint === null)))) && (value.target_artifacts === undefined || (!("target_artifacts" in value) || ((Array.isArray(value.target_artifacts) && value.target_artifacts.every((unique_0, index) => (typeof unique_0 === "string"))) || value.target_artifacts === null)))) && (value.user_data === undefined || (!("user_data" in value) || true))) && (value.git_commit_info === undefined || (!("git_commit_info" in value) || true))) && (value.junit_results === undefined || (!("junit_results" in value) || true))) && (value.html_url === undefined || (!("html_url" in value) || (typeof value.html_url === "string" || value.html_url === null)))) && (value.annotations === undefined || (!("annotations" in value) || true))) && (value.description === undefined || (!("description" in value) || true))) && (value.external_urls === undefined || (!("external_urls" in value) || true))) && (value.has_audit_package === undefined || (!("has_audit_package" in value) || true))) && (value.origin_url === undefined || (!("origin_url" in value) || true))) && (value.overridden_attestation_id === undefined || (!("overridden_attestation_id" in value) || true))) && (value.repo_info === undefined || (!("repo_info" in value) || true))) && (value.reported_by === undefined || (!("reported_by" in value) || true))) && (value.schema_version === undefined || (!("schema_version" in value) || true))))));
  return (value: unknown): value is AttestationRecord => check_0(value);
})();

/** Whether a value is in the contract's `AttestationsByCommit`. */
export const isAttestationsByCommit: (value: unknown) => value is AttestationsByCommit = (() => {
  const External = [/^[a-f0-9]{40}$/u];
  const check_0 = ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && Object.entries(value).every(([unique_0, unique_1], _) => ((!(External[0].test(unique_0)) || (Array.isArray(unique_1) && unique_1.every((unique_2, index) => (true))))))));
  return (value: unknown): value is AttestationsByCommit => check_0(value);
})();
