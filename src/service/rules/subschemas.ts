/** Keywords whose values are maps from names to schemas, and those whose values are data or names. */
const maps: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']);
const noSchemas: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples', 'required', 'dependentRequired']);

export type Subschema = Record<string, unknown>;

/** A schema and every schema within it that is an object. */
export function* subschemas(schema: unknown): Generator<Subschema> {
  if (Array.isArray(schema)) for (const each of schema) yield* subschemas(each);
  else if (isSubschema(schema)) {
    yield schema;
    for (const [keyword, value] of Object.entries(schema)) {
      if (maps.has(keyword) && isSubschema(value)) for (const each of Object.values(value)) yield* subschemas(each);
      else if (!noSchemas.has(keyword)) yield* subschemas(value);
    }
  }
}

function isSubschema(value: unknown): value is Subschema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
