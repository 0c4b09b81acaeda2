/** An input without the fields that say nothing: in the interface `null` is the same as an absent field. */
export function withoutNulls(input: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}
