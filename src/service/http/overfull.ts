import type { TSchema } from 'typebox';

/** The size limits in the schema of a field. A field that may be null has them in one of its forms. */
interface Sized {
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly properties?: Readonly<Record<string, Sized>>;
  readonly anyOf?: readonly Sized[];
}

/**
 * The lists and objects of a value that have more entries than their schema allows: a sentence each, by their path. This runs
 * before any other check: to explain an error, the library walks over every entry, and 140,000 entries take it 300 ms.
 */
export function overfull(schema: TSchema, value: unknown): Readonly<Record<string, string>> | undefined {
  const found = isBounded(schema) ? entriesOver(schema, value, '') : [];
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

const known = new WeakMap<Sized, boolean>();

/** Whether a schema bounds any number of entries. */
function isBounded(schema: Sized): boolean {
  let bounded = known.get(schema);
  if (bounded === undefined) {
    const parts = [...(schema.anyOf ?? []), ...Object.values(schema.properties ?? {})];
    bounded = schema.maxItems !== undefined || schema.maxProperties !== undefined || parts.some(isBounded);
    known.set(schema, bounded);
  }
  return bounded;
}

function entriesOver(schema: Sized, value: unknown, path: string): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return [];
  const forms = [schema, ...(schema.anyOf ?? [])];
  const [bound, size] = Array.isArray(value)
    ? (['maxItems', value.length] as const)
    : (['maxProperties', Object.keys(value).length] as const);
  const most = Math.min(...forms.map((form) => form[bound] ?? Number.POSITIVE_INFINITY));
  if (size > most) return [[path, `must have at most ${most} entries, and has ${size}.`]];
  const fields = forms.flatMap((form) => Object.entries(form.properties ?? {}));
  return fields.flatMap(([name, field]) =>
    Object.hasOwn(value, name) ? entriesOver(field, Reflect.get(value, name), path === '' ? name : `${path}.${name}`) : [],
  );
}
