// @ts-nocheck
// Generated from the schemas of this room by `npm run generate`; do not edit. A test fails when it drifts.
import type { Records } from '../index.ts';

/** Whether a value is in the contract's `Records`. */
export const isRecords: (value: unknown) => value is Records = (() => {
  const External = [/^[0-9a-f]{64}$/u, /^[0-9a-f]{64}$/u];
  const check_0 = ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && (((("org" in value && "org_id" in value) && "head" in value) && "records" in value) && (((typeof value.org === "string" && typeof value.org_id === "string") && ((typeof value.head === "object" && value.head !== null && !(Array.isArray(value.head))) && (("sequence" in value.head && "link" in value.head) && ((Number.isInteger(value.head.sequence) && (!((Number.isFinite(value.head.sequence) || typeof value.head.sequence === "bigint")) || value.head.sequence >= 0)) && (typeof value.head.link === "string" && External[0].test(value.head.link)))))) && (Array.isArray(value.records) && value.records.every((unique_0, index) => (((typeof unique_0 === "object" && unique_0 !== null && !(Array.isArray(unique_0))) && ((("sequence" in unique_0 && "link" in unique_0) && "body" in unique_0) && (((Number.isInteger(unique_0.sequence) && (!((Number.isFinite(unique_0.sequence) || typeof unique_0.sequence === "bigint")) || unique_0.sequence >= 0)) && (typeof unique_0.link === "string" && External[1].test(unique_0.link))) && typeof unique_0.body === "string"))))))))));
  return (value: unknown): value is Records => check_0(value);
})();
