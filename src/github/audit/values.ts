import { countAt, listAt, stringAt, valueAt } from '../../text/index.ts';

/*
 * Values of GitHub's answers. Each is read or it is `undefined`: then whoever asked says that the list is not whole.
 */

const none = '0'.repeat(40);

/** A full SHA. */
export function shaAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = stringAt(value, ...path);
  return found !== undefined && found !== none && /^[0-9a-f]{40}$/.test(found) ? found : undefined;
}

/** The commit that a ref stood for: null where it was not there, which are forty zeros. */
export function tipAt(value: unknown, ...path: readonly string[]): string | null | undefined {
  return stringAt(value, ...path) === none ? null : shaAt(value, ...path);
}

/** The SHA of an object that may be gone. */
export function oidAt(value: unknown, ...path: readonly string[]): string | null | undefined {
  return valueAt(value, ...path) === null ? null : shaAt(value, ...path, 'oid');
}

/** A moment in UTC, without fractions that are zero. */
export function momentAt(value: unknown, ...path: readonly string[]): string | undefined {
  const text = stringAt(value, ...path);
  if (text === undefined || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/.test(text)) return undefined;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? undefined : new Date(moment).toISOString().replace('.000Z', 'Z');
}

/** A number of GitHub's: they begin at 1. */
export function numberAt(value: unknown, ...path: readonly string[]): number | undefined {
  const found = countAt(value, ...path);
  return found === 0 ? undefined : found;
}

/** The values, if none of them is missing. */
export function complete<Values extends object>(values: Values): Complete<Values> | undefined {
  const isComplete = (_values: Values | Complete<Values>): _values is Complete<Values> => !Object.values(values).includes(undefined);
  return isComplete(values) ? values : undefined;
}

type Complete<Values> = { readonly [Key in keyof Values]: Exclude<Values[Key], undefined> };

/** A list of GraphQL with its page: `undefined` where it has no such form, or a null in it. */
export interface Connection {
  readonly nodes: readonly unknown[];
  readonly total: number | undefined;
  /** Where the next page begins; null where this is the last. */
  readonly next: string | null;
}

export function connectionAt(value: unknown, ...path: readonly string[]): Connection | undefined {
  const found = valueAt(value, ...path);
  const nodes = listAt(found, 'nodes');
  const hasNext = valueAt(found, 'pageInfo', 'hasNextPage');
  const cursor = stringAt(found, 'pageInfo', 'endCursor');
  if (nodes === undefined || nodes.some((node) => typeof node !== 'object' || node === null)) return undefined;
  if (hasNext === true && (cursor === undefined || cursor === '' || cursor.length > 1_000)) return undefined;
  if (hasNext !== true && hasNext !== false) return undefined;
  return { nodes, total: countAt(found, 'totalCount'), next: hasNext ? (cursor ?? null) : null };
}
