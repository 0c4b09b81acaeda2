import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import { Settings } from 'typebox/system';
import { limits, patterns } from '../../contract/index.ts';
import { cut, nearest, pointerParts, pointerPath, valueAt } from '../../text/index.ts';
import { Refusal } from '../evidence/refusal.ts';

/** The properties of an object schema, and the type of each. */
export function propertiesOf(schema: TSchema): readonly (readonly [string, string | undefined])[] {
  if (!('properties' in schema) || typeof schema.properties !== 'object' || schema.properties === null) return [];
  const properties: readonly (readonly [string, { readonly type?: string }])[] = Object.entries(schema.properties);
  return properties.map(([name, { type }]) => [name, type]);
}

/** Enough to name every mistake of an honest client, and a limit for the others. */
export const mostErrors = 32;

/** Names the wrong fields of a value, a sentence each, by their path, for example `junit_results[0].total`. */
function explain(
  schema: TSchema,
  found: readonly TLocalizedValidationError[],
  value: unknown,
  prefix: string,
): Readonly<Record<string, string>> {
  const fields = propertiesOf(schema).map(([name]) => name);
  const errors = new Map<string, string>();
  for (const error of found) {
    for (const [pointer, sentence] of sentencesOf(error, found, value, fields)) {
      const path = pointerPath(pointer, prefix);
      // The first error says most: the following ones are about the other forms that a field may have.
      if (!errors.has(path)) errors.set(path, sentence);
    }
  }
  if (errors.size === 0) errors.set(prefix === '' ? 'body' : prefix, 'is of none of the forms that are allowed here.');
  return Object.fromEntries(errors);
}

function sentencesOf(
  error: TLocalizedValidationError,
  all: readonly TLocalizedValidationError[],
  value: unknown,
  fields: readonly string[],
): readonly (readonly [string, string])[] {
  const at = error.instancePath;
  if (error.keyword === 'required')
    return error.params.requiredProperties.map((key) => [`${at}/${escaped(key)}`, 'is missing: add it.'] as const);
  // One for each unknown key.
  if (error.keyword === 'boolean') return [[at, unknownKey(pointerParts(at).at(-1) ?? '', pointerParts(at).length === 1 ? fields : [])]];
  // The errors of the branches and of the keys say this better.
  if (error.keyword === 'anyOf' || error.keyword === 'additionalProperties') return [];
  // The hint that a field may also be null does not help a client that sent a value.
  if (error.keyword === 'type' && error.params.type === 'null') return [];
  if (error.keyword === 'const') return [[at, `must be ${valuesAt(at, all).join(' or ')}. ${inputOf(value, at)}`]];
  return [[at, `${sentenceOf(error)} ${inputOf(value, at)}`]];
}

function valuesAt(pointer: string, all: readonly TLocalizedValidationError[]): readonly string[] {
  return all.flatMap((error) =>
    error.keyword === 'const' && error.instancePath === pointer ? [JSON.stringify(error.params.allowedValue)] : [],
  );
}

function sentenceOf(error: TLocalizedValidationError): string {
  if (error.keyword === 'type') {
    const types: readonly string[] = [error.params.type].flat();
    return `must be ${types.map((type) => names[type] ?? type).join(' or ')}.`;
  }
  if (error.keyword === 'pattern')
    return `must be ${patternNames.get(String(error.params.pattern)) ?? `of the form ${String(error.params.pattern)}`}.`;
  if (error.keyword === 'minimum') return `must be at least ${error.params.limit}.`;
  if (error.keyword === 'maximum') return `must be at most ${error.params.limit}.`;
  return `${error.message}.`;
}

const names: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  string: 'a string',
  object: 'an object',
  array: 'a list',
  boolean: 'true or false',
};

const patternNames = new Map<string, string>([
  [patterns.fingerprint, 'a SHA-256 of 64 lower-case hexadecimal digits'],
  [patterns.commitSha, 'a full commit SHA of 40 lower-case hexadecimal digits'],
  [patterns.flowName, 'a name of letters, digits and . - _ ~ that begins with a letter or digit'],
  [patterns.trailName, 'a name of letters, digits and - _ . ~ that begins with a letter or digit'],
  [patterns.typeName, 'a name of letters, digits and - _ ~ that begins with a letter or digit'],
  [patterns.environmentName, 'a name of letters, digits and . - _ that begins with a letter or digit'],
  [patterns.policyName, 'a name of letters, digits and - _ . ~ that begins with a letter or digit'],
  [patterns.recordId, 'an identifier as lists and answers have it, such as 3f0c9a1e-52d7-4b6a-9c1d-08e4f7a2'],
  [patterns.templateName, 'a name of letters, digits and - _ ,'],
]);

/** The sentence about an unknown name, with the name that was probably meant. */
function unknownKey(key: string, known: readonly string[], what = 'field'): string {
  const meant = nearest(key, known);
  return `is not a ${what} of this operation: ${meant === undefined ? 'take it out.' : `did you mean ${meant}?`}`;
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function inputOf(value: unknown, pointer: string): string {
  const text = JSON.stringify(start(valueAt(value, ...pointerParts(pointer)))) ?? 'nothing';
  return `[input: ${cut(text, 80)}]`;
}

/** The part of a value that an answer shows: the whole may be megabytes, and each of 32 errors shows one. */
function start(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.slice(0, 80);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return depth > 3 ? ['…'] : value.slice(0, 20).map((item: unknown) => start(item, depth + 1));
  const entries: [string, unknown][] = [];
  if (depth > 3) return { '…': '…' };
  for (const key in value) {
    if (entries.push([key.slice(0, 80), start(Reflect.get(value, key), depth + 1)]) === 20) break;
  }
  return Object.fromEntries(entries);
}

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

/** Makes something of a schema the first time that it is asked for. */
function ofSchema<Schema extends object, Made>(make: (schema: Schema) => Made): (schema: Schema) => Made {
  const known = new WeakMap<Schema, Made>();
  return (schema) => {
    let made = known.get(schema);
    if (made === undefined) known.set(schema, (made = make(schema)));
    return made;
  };
}

const boundsOf = ofSchema((schema: Sized): Bounds => {
  const forms = [schema, ...(schema.anyOf ?? [])];
  return {
    items: Math.min(...forms.map(({ maxItems = Number.POSITIVE_INFINITY }) => maxItems)),
    properties: Math.min(...forms.map(({ maxProperties = Number.POSITIVE_INFINITY }) => maxProperties)),
    fields: forms.flatMap((form) => Object.entries(form.properties ?? {})).filter(([, field]) => isBounded(field)),
  };
});

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

/** The requested page, which is never everything. */
export function boundedPage(query: Parameters<typeof pageOf>[0], usual: number, most = usual): ReturnType<typeof pageOf> {
  return pageOf({ ...query, per_page: query.per_page === 0 ? most : (query.per_page ?? usual) }, usual);
}

/** The requested page; `perPage` 0 means everything. */
export function pageOf(
  query: { readonly page?: number; readonly per_page?: number },
  otherwise: number,
): { readonly page: number; readonly perPage: number } {
  const perPage = query.per_page ?? otherwise;
  if (perPage > limits.pageSize) {
    throw new Refusal('invalid-request', 'The page is too large.', {
      errors: { 'query.per_page': `must be at most ${limits.pageSize}. [input: ${perPage}]` },
    });
  }
  return { page: query.page ?? 1, perPage };
}

Settings.Set({ maxErrors: mostErrors });

const validatorOf = ofSchema((schema: TSchema): Validator => Compile(schema));

function conforms<Value>(schema: TSchema, value: unknown): value is Value {
  return validatorOf(schema).Check(value);
}

/** The problems of a value, a sentence per field; `undefined` if there are none. */
export function problemsOf(schema: TSchema, value: unknown, prefix = ''): Readonly<Record<string, string>> | undefined {
  return conforms(schema, value) ? undefined : explain(schema, validatorOf(schema).Errors(value), value, prefix);
}

/**
 * The value, unchanged, if it matches the schema. Otherwise throws a refusal that names every wrong field, with `prefix` before
 * its path. Leave `Value` to its default: `Static<Schema>` written where it is used would make the compiler compare it for every
 * possible schema, here and in each generic function that calls this.
 */
export function checked<Schema extends TSchema, Value = Static<Schema>>(schema: Schema, value: unknown, prefix = ''): NoInfer<Value> {
  const full = overfull(schema, value);
  if (full !== undefined) throw invalid(full);
  if (conforms<NoInfer<Value>>(schema, value)) return value;
  throw invalid(problemsOf(schema, value, prefix) ?? {});
}

export function invalid(errors: Readonly<Record<string, string>>): Refusal {
  return new Refusal('invalid-request', 'The request is not what this operation takes; `errors` says what is wrong, field by field.', {
    errors,
  });
}

/**
 * The query, if it matches the schema. A query is text: the schema says which values are read as whole numbers, booleans or lists
 * of one. An unknown name is refused, because a filter that is silently ignored finds the wrong things.
 */
export function checkedQuery<Schema extends TSchema, Value = Static<Schema>>(
  schema: Schema,
  query: unknown,
  part = 'query',
): NoInfer<Value> {
  const types = new Map(propertiesOf(schema));
  const given: readonly (readonly [string, unknown])[] = Object.entries(query ?? {});
  const unknown = given.map(([name]) => name).filter((name) => !types.has(name));
  if (unknown.length > 0) {
    const known = [...types.keys()];
    throw invalid(Object.fromEntries(unknown.map((name) => [part === '' ? name : `${part}.${name}`, unknownKey(name, known, 'filter')])));
  }
  return checked<Schema, Value>(schema, Object.fromEntries(given.map(([name, value]) => [name, coerced(value, types.get(name))])), part);
}

function coerced(value: unknown, type: string | undefined): unknown {
  if (type === 'integer' && typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value);
  if (type === 'boolean' && typeof value === 'string' && /^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  if (type === 'array' && typeof value === 'string') return [value];
  return value;
}
