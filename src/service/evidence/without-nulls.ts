/** An input without its empty fields: in the interface `null` means the same as an absent field. */
export function withoutNulls(input: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}
