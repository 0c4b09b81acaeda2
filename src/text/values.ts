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

/* Reading of foreign values. Nothing is believed before its type was checked, and only own properties are followed. */

/** `undefined` where the path ends early. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  let current = value;
  for (const key of path) {
    if (!hasFields(current) || !Object.hasOwn(current, key)) return undefined;
    current = current[key];
  }
  return current;
}

export function stringAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = valueAt(value, ...path);
  return typeof found === 'string' ? found : undefined;
}

/** Exact and not negative. */
export function countAt(value: unknown, ...path: readonly string[]): number | undefined {
  const found = valueAt(value, ...path);
  return typeof found === 'number' && Number.isSafeInteger(found) && found >= 0 ? found : undefined;
}

export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] | undefined {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found : undefined;
}

/** A list is not an object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return hasFields(value) && !Array.isArray(value);
}

function hasFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** `undefined` where it is not JSON, which no JSON has. */
export function parseJson(text: string): unknown {
  return orNothing(() => JSON.parse(text));
}

/** A thing with several keys is in the list of each. */
export function listsBy<Key, Thing>(things: Iterable<Thing>, keysOf: (thing: Thing) => Iterable<Key>): ReadonlyMap<Key, readonly Thing[]> {
  const lists = new Map<Key, Thing[]>();
  for (const thing of things) {
    for (const key of new Set(keysOf(thing))) {
      const list = lists.get(key);
      if (list === undefined) lists.set(key, [thing]);
      else list.push(thing);
    }
  }
  return lists;
}
