import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Settings } from 'typebox/system';
import { Refusal } from '../evidence/refusal.ts';
import { explain, mostErrors, unknownKey } from './explain.ts';
import { overfull } from './overfull.ts';
import { propertiesOf } from './properties.ts';

Settings.Set({ maxErrors: mostErrors });

const validators = new WeakMap<TSchema, Validator>();

function validatorOf(schema: TSchema): Validator {
  let validator = validators.get(schema);
  if (validator === undefined) {
    validator = Compile(schema);
    validators.set(schema, validator);
  }
  return validator;
}

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

/** The refusal of a request whose fields are wrong. */
export function invalid(errors: Readonly<Record<string, string>>): Refusal {
  return new Refusal('invalid-request', 'The request is not what this operation takes; `errors` says what is wrong, field by field.', {
    errors,
  });
}

/**
 * The query, if it matches the schema. A query is text: the schema says which values are read as whole numbers, booleans or lists
 * of one. An unknown name is refused, because a filter that is silently ignored finds the wrong things.
 */
export function checkedQuery<Schema extends TSchema, Value = Static<Schema>>(schema: Schema, query: unknown): NoInfer<Value> {
  const types = new Map(propertiesOf(schema));
  const given: readonly (readonly [string, unknown])[] = Object.entries(query ?? {});
  const unknown = given.map(([name]) => name).filter((name) => !types.has(name));
  if (unknown.length > 0) {
    const known = [...types.keys()];
    throw invalid(Object.fromEntries(unknown.map((name) => [`query.${name}`, unknownKey(name, known, 'filter')])));
  }
  return checked<Schema, Value>(schema, Object.fromEntries(given.map(([name, value]) => [name, coerced(value, types.get(name))])), 'query');
}

function coerced(value: unknown, type: string | undefined): unknown {
  if (type === 'integer' && typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value);
  if (type === 'boolean' && typeof value === 'string' && /^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  if (type === 'array' && typeof value === 'string') return [value];
  return value;
}
