/**
 * The last millisecond that still belongs to a moment; null where nobody knows it. GitHub tells whole seconds, without the
 * fraction that it cut off, and the service tells fractions: a record of 10:00:00.400 and a merge of 10:00:00 may have come
 * in either order. It counts as before: a gate that let the change in recorded first, and whoever records afterwards on
 * purpose is not done within the same second.
 */
export function endOf(at: string | null): number | null {
  const exact = at === null ? Number.NaN : Date.parse(at);
  if (Number.isNaN(exact)) return null;
  return exact % 1000 === 0 ? exact + 999 : exact;
}

/** No moment: all that was ever recorded. */
export const ever = Number.POSITIVE_INFINITY;

/** Whether something was there at a moment. Without a time of its own, it was not. */
export function wasThere({ at }: { readonly at: string }, moment: number): boolean {
  return Date.parse(at) <= moment || moment === ever;
}
