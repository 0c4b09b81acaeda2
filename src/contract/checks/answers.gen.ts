// @ts-nocheck
// Generated from the schemas of this room by `npm run generate`; do not edit. A test fails when it drifts.
import type { Items, Page } from '../index.ts';

/** Whether a value is in the contract's `Items`. */
export const isItems: (value: unknown) => value is Items = (() => {
  const check_0 = ((value) => (Array.isArray(value) && value.every((unique_0, index) => (true))));
  return (value: unknown): value is Items => check_0(value);
})();

/** Whether a value is in the contract's `Page`. */
export const isPage: (value: unknown) => value is Page = (() => {
  const check_0 = ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && ("data" in value && ((Array.isArray(value.data) && value.data.every((unique_0, index) => (true))) && (value.pagination === undefined || (!("pagination" in value) || ((typeof value.pagination === "object" && value.pagination !== null && !(Array.isArray(value.pagination))) && ("page_count" in value.pagination && (Number.isInteger(value.pagination.page_count) && (value.pagination.total === undefined || (!("total" in value.pagination) || true)))))))))));
  return (value: unknown): value is Page => check_0(value);
})();
