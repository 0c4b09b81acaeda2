// @ts-nocheck
// Generated from the schemas of this room by `npm run generate`; do not edit. A test fails when it drifts.
import type { AllowedArtifact } from '../index.ts';

/** Whether a value is in the contract's `AllowedArtifact`. */
export const isAllowedArtifact: (value: unknown) => value is AllowedArtifact = (() => {
  const check_0 = ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && ("fingerprint" in value && (((((typeof value.fingerprint === "string" && (value.artifact_name === undefined || (!("artifact_name" in value) || (typeof value.artifact_name === "string" || value.artifact_name === null)))) && (value.environment_name === undefined || (!("environment_name" in value) || (typeof value.environment_name === "string" || value.environment_name === null)))) && (value.timestamp === undefined || (!("timestamp" in value) || ((Number.isFinite(value.timestamp) || typeof value.timestamp === "string") || value.timestamp === null)))) && (value.user_name === undefined || (!("user_name" in value) || (typeof value.user_name === "string" || value.user_name === null)))) && (value.description === undefined || (!("description" in value) || (typeof value.description === "string" || value.description === null)))))));
  return (value: unknown): value is AllowedArtifact => check_0(value);
})();
