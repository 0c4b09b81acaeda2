import type { Step } from './chain.ts';

/**
 * Where a branch was just before a moment, by its updates in order, the newest first; null where it was not there. An update
 * of that very moment counts with `inclusive`.
 *
 * @param tip where it is now
 */
export function tipAt(
  updates: readonly (Step & { readonly at: string })[],
  tip: string | null,
  moment: string,
  inclusive: boolean,
): string | null {
  const limit = Date.parse(moment);
  const index = updates.findIndex(({ at }) => (inclusive ? Date.parse(at) <= limit : Date.parse(at) < limit));
  if (index >= 0) return updates[index]?.after ?? null;
  const oldest = updates.at(-1);
  return oldest === undefined ? tip : oldest.before;
}
