/** Without those whose value is `undefined`: an optional field must not be there at all. */
export function given<Fields extends object>(fields: Fields): Given<Fields> {
  const found: Given<Fields> = {};
  for (const key in fields) {
    const value = fields[key];
    if (value !== undefined) found[key] = value;
  }
  return found;
}

type Given<Fields> = { [Key in keyof Fields]?: Fields[Key] & ({} | null) };

/** `undefined` where the look throws: what is missing or malformed, or may not be read, is nothing. */
export function orNothing<Value>(look: () => Value): Value | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

/** The named fields alone: a field that comes to the other later does not get in by itself. */
export function pick<Of extends object, Name extends keyof Of>(of: Of, ...names: readonly Name[]): Pick<Of, Name>;
export function pick(of: object, ...names: readonly PropertyKey[]): object {
  return Object.fromEntries(names.map((name) => [name, Reflect.get(of, name)]));
}

/** A value for each name, in their order. */
export function recordOf<Name extends string, Value>(names: readonly Name[], of: (name: Name) => Value): Readonly<Record<Name, Value>>;
export function recordOf<Value>(names: readonly string[], of: (name: string) => Value): object {
  return Object.fromEntries(names.map((name) => [name, of(name)]));
}

/** In the interface null means the same as an absent field. */
export function withoutNulls(input: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}
