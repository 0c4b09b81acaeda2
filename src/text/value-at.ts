import { orNothing } from './given.ts';

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
