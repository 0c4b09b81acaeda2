import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Refusal } from '../evidence/refusal.ts';
import { explain, unknownKey } from './explain.ts';

const validators = new WeakMap<TSchema, Validator>();

/**
 * The value, once it is what the schema says; nothing in it is changed. Otherwise a refusal that names every wrong
 * field, with `prefix` before its path.
 */
export function checked<Schema extends TSchema>(schema: Schema, value: unknown, prefix = ''): Static<Schema> {
  let validator = validators.get(schema);
  if (validator === undefined) {
    validator = Compile(schema);
    validators.set(schema, validator);
  }
  if (validator.Check(value)) return value as Static<Schema>;
  const errors = explain(schema, validator.Errors(value), value, prefix);
  throw new Refusal('invalid-request', 'The request is not what this operation takes; `errors` says what is wrong, field by field.', {
    errors,
  });
}

/**
 * The query once it is what the schema says. A query is text: whole numbers and lists of one are read out of it by what
 * the schema says, and an unknown name is refused, for a filter that is silently ignored finds the wrong things.
 */
export function queryOf(schema: TSchema | undefined, query: unknown): unknown {
  const properties =
    (schema as { readonly properties?: Readonly<Record<string, { readonly type?: string }>> } | undefined)?.properties ?? {};
  const given = Object.entries(query as Readonly<Record<string, string | readonly string[]>>);
  const unknown = given.map(([name]) => name).filter((name) => !(name in properties));
  if (unknown.length > 0) {
    const errors = Object.fromEntries(unknown.map((name) => [`query.${name}`, unknownKey(name, Object.keys(properties), 'filter')]));
    throw new Refusal('invalid-request', 'The query names what this operation does not know.', { errors });
  }
  const read = Object.fromEntries(given.map(([name, value]) => [name, coerced(value, properties[name]?.type)]));
  return schema === undefined ? read : checked(schema, read, 'query');
}

function coerced(value: string | readonly string[], type: string | undefined): unknown {
  if (type === 'integer' && typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value);
  if (type === 'array' && typeof value === 'string') return [value];
  return value;
}
