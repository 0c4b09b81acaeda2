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

/** The most entries of a value, and the fields in which there are bounds. */
interface Bounds {
  readonly items: number;
  readonly properties: number;
  readonly fields: readonly (readonly [name: string, schema: Sized])[];
}

const known = new WeakMap<Sized, Bounds>();

function boundsOf(schema: Sized): Bounds {
  let bounds = known.get(schema);
  if (bounds === undefined) {
    const forms = [schema, ...(schema.anyOf ?? [])];
    bounds = {
      items: Math.min(...forms.map(({ maxItems = Number.POSITIVE_INFINITY }) => maxItems)),
      properties: Math.min(...forms.map(({ maxProperties = Number.POSITIVE_INFINITY }) => maxProperties)),
      fields: forms.flatMap((form) => Object.entries(form.properties ?? {})).filter(([, field]) => isBounded(field)),
    };
    known.set(schema, bounds);
  }
  return bounds;
}

/** Whether a schema bounds any number of entries. */
function isBounded(schema: Sized): boolean {
  const { fields, items, properties } = boundsOf(schema);
  return fields.length > 0 || Number.isFinite(items) || Number.isFinite(properties);
}

function entriesOver(schema: Sized, value: unknown, path: string): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return [];
  const { fields, items, properties } = boundsOf(schema);
  const most = Array.isArray(value) ? items : properties;
  if (Number.isFinite(most)) {
    const size = Array.isArray(value) ? value.length : Object.keys(value).length;
    if (size > most) return [[path, `must have at most ${most} entries, and has ${size}.`]];
  }
  return fields.flatMap(([name, field]) =>
    Object.hasOwn(value, name) ? entriesOver(field, Reflect.get(value, name), path === '' ? name : `${path}.${name}`) : [],
  );
}
