// @ts-nocheck
// Generated from the schemas of this room by `npm run generate`; do not edit. A test fails when it drifts.
import type { Flow } from '../index.ts';

/** Whether a value is in the contract's `Flow`. */
export const isFlow: (value: unknown) => value is Flow = (() => {
  const check_0 = ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && ("name" in value && (((((((((typeof value.name === "string" && (value.description === undefined || (!("description" in value) || (typeof value.description === "string" || value.description === null)))) && (value.visibility === undefined || (!("visibility" in value) || (typeof value.visibility === "string" || value.visibility === null)))) && (value.template === undefined || (!("template" in value) || (typeof value.template === "string" || value.template === null)))) && (value.created_at === undefined || (!("created_at" in value) || (Number.isFinite(value.created_at) || value.created_at === null)))) && (value.created_by === undefined || (!("created_by" in value) || (typeof value.created_by === "string" || value.created_by === null)))) && (value.last_modified_at === undefined || (!("last_modified_at" in value) || (Number.isFinite(value.last_modified_at) || value.last_modified_at === null)))) && (value.org === undefined || (!("org" in value) || (typeof value.org === "string" || value.org === null)))) && (value.repo_url === undefined || (!("repo_url" in value) || (typeof value.repo_url === "string" || value.repo_url === null)))) && (value.tags === undefined || (!("tags" in value) || true))))));
  return (value: unknown): value is Flow => check_0(value);
})();
