/** The fields of an input that say something: the interface takes `null` for "not said". */
export function said(input: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}
