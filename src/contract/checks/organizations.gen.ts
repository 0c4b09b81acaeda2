// @ts-nocheck
// Generated from the schemas of this room by `npm run generate`; do not edit. A test fails when it drifts.
import type { DefaultOrganization } from '../index.ts';

/** Whether a value is in the contract's `DefaultOrganization`. */
export const isDefaultOrganization: (value: unknown) => value is DefaultOrganization = (() => {
  const check_0 = ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && (value.default_org_name === undefined || (!("default_org_name" in value) || (typeof value.default_org_name === "string" || value.default_org_name === null)))));
  return (value: unknown): value is DefaultOrganization => check_0(value);
})();
