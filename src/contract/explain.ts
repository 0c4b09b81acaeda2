import { schemas, type ReplyName } from './schemas.gen.ts';

export interface Mismatch {
  /** JSON path, such as `$.compliance_status.status`. */
  readonly path: string;
  readonly expected: string;
}

/** The part of JSON Schema that our reply schemas use. */
interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly pattern?: string;
}

/** Loaded only after a generated check has said no, so that a good answer pays nothing. `undefined` when the value fits after all. */
export function explain(reply: ReplyName, value: unknown): Mismatch | undefined {
  const schema: Schema = schemas[reply];
  return walk(schema, value, '$');
}

function walk(schema: Schema, value: unknown, path: string): Mismatch | undefined {
  if (schema.anyOf !== undefined) {
    const mismatches = schema.anyOf.map((branch) => walk(branch, value, path));
    if (mismatches.includes(undefined)) return undefined;
    // The branch that got deepest is the one that was meant.
    const deepest = mismatches.filter((mismatch) => mismatch !== undefined).toSorted((a, b) => b.path.length - a.path.length)[0];
    return deepest !== undefined && deepest.path !== path ? deepest : { path, expected: describe(schema) };
  }
  if (schema.type === 'object') return walkObject(schema, value, path);
  if (schema.type === 'array') {
    if (!Array.isArray(value)) return { path, expected: describe(schema) };
    return first(value.map((item: unknown, index) => () => walk(schema.items ?? {}, item, `${path}[${index}]`)));
  }
  const fits =
    schema.type === undefined ||
    (schema.type === 'null' && value === null) ||
    (schema.type === 'number' && Number.isFinite(value)) ||
    (schema.type === 'integer' && Number.isInteger(value)) ||
    (schema.type === 'boolean' && typeof value === 'boolean') ||
    (schema.type === 'string' &&
      typeof value === 'string' &&
      (schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(value)));
  return fits ? undefined : { path, expected: describe(schema) };
}

function walkObject(schema: Schema, value: unknown, path: string): Mismatch | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { path, expected: 'an object' };
  const entries: ReadonlyMap<string, unknown> = new Map(Object.entries(value));
  const missing = schema.required?.find((name) => !entries.has(name));
  if (missing !== undefined) return { path: step(path, missing), expected: describe(schema.properties?.[missing] ?? {}) };
  const named = Object.entries(schema.properties ?? {}).filter(([name]) => entries.get(name) !== undefined);
  const patterned = Object.entries(schema.patternProperties ?? {}).flatMap(([pattern, inner]) =>
    [...entries.keys()].filter((name) => new RegExp(pattern, 'u').test(name)).map((name) => [name, inner] as const),
  );
  return first(
    [...named, ...patterned].map(
      ([name, inner]) =>
        () =>
          walk(inner, entries.get(name), step(path, name)),
    ),
  );
}

function first(checks: readonly (() => Mismatch | undefined)[]): Mismatch | undefined {
  for (const check of checks) {
    const mismatch = check();
    if (mismatch !== undefined) return mismatch;
  }
  return undefined;
}

function step(path: string, name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`;
}

function describe(schema: Schema): string {
  if (schema.anyOf !== undefined) return schema.anyOf.map(describe).join(' or ');
  if (schema.pattern !== undefined) return `a string of the form ${schema.pattern}`;
  if (schema.type === undefined) return 'a value';
  if (schema.type === 'null') return 'null';
  return `${/^[aio]/.test(schema.type) ? 'an' : 'a'} ${schema.type}`;
}
