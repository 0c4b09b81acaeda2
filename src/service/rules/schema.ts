import { Ajv, type ErrorObject, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { cut, pointerPath } from '../../text/index.ts';
import { Compared, comparing, markComparing, refuseComparing } from './compared-integers.ts';
import type { Problems } from './definition.ts';
import { subschemas } from './subschemas.ts';
import { unsafeIntegers, type UnsafeInteger } from './unsafe-integers.ts';

/** The known dialects of JSON Schema, by their `$schema`; a schema that names none has the newest. */
const dialects = new Map([
  ['https://json-schema.org/draft/2020-12/schema', Ajv2020],
  ['http://json-schema.org/draft-07/schema', Ajv],
]);

const options: Options = {
  // An unknown keyword is a rule that would never be applied.
  strictSchema: true,
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
  strictNumbers: true,
  // The library resolves it, but does not count it as known.
  keywords: ['$anchor'],
  // `format` describes and checks nothing, as in the newest dialect.
  validateFormats: false,
  // Properties that every object inherits are not in the data.
  ownProperties: true,
  // The library writes no messages of its own.
  logger: false,
};

type Validate = (data: unknown) => readonly ErrorObject[];

/** The problem of a schema, if there is one. */
export function schemaProblem(text: string): string | undefined {
  try {
    const [unsafe] = unsafeIntegers(text, '');
    if (unsafe !== undefined)
      return `holds the integer ${unsafe.source.slice(0, 40)}, which no reader of JSON that calculates can hold exactly.`;
    const schema: unknown = JSON.parse(text);
    if ([...subschemas(schema)].some((each) => Object.hasOwn(each, 'nullable')))
      return 'nullable is no keyword of JSON Schema: write "type": ["string", "null"], with the type that it is.';
    compile(schema, { validateSchema: true });
    return undefined;
  } catch (error) {
    return sentence(error instanceof Error ? error.message : String(error));
  }
}

/** The first part of the data that is not valid under a schema, if there is one. `path` says where the data is. */
export function dataProblems(text: string, data: unknown, path: string): Problems | undefined {
  const [error] = compile(JSON.parse(text), { validateSchema: false })(data);
  if (error === undefined) return undefined;
  const more = error.keyword === 'additionalProperties' ? `: ${String(error.params.additionalProperty)}` : '';
  return { [pointerPath(error.instancePath, path)]: sentence(`${error.message ?? error.keyword}${more}`) };
}

/** The first of these integers that the schema compares with others; they are in the data, where each stands as the next double. */
export function comparedInteger(text: string, data: unknown, unsafe: readonly UnsafeInteger[]): UnsafeInteger | undefined {
  const schema: unknown = JSON.parse(text);
  markComparing(schema);
  const validate = refuseComparing(unsafe);
  try {
    // Every part is looked at, also after one that says no.
    compile(schema, { validateSchema: false, allErrors: true }, (ajv) => ajv.addKeyword({ keyword: comparing, validate }))(data);
    return undefined;
  } catch (error) {
    if (error instanceof Compared) return error.integer;
    throw error;
  }
}

/** Each schema has its own instance of the library: a schema with the name of another would replace that one. */
function compile(schema: unknown, more: Options, extend: (ajv: Ajv) => void = () => {}): Validate {
  if (typeof schema !== 'boolean' && (typeof schema !== 'object' || schema === null || Array.isArray(schema)))
    throw new Error('a JSON Schema is an object, or true or false');
  const ajv = new (dialectOf(schema))({ ...options, ...more });
  extend(ajv);
  const validate = ajv.compile(schema);
  // A schema with `$async` answers later, and nobody would read that answer.
  if (validate.schemaEnv.$async === true) throw new Error('a schema cannot be asynchronous: take out $async');
  return (data) => (validate(data) ? [] : (validate.errors ?? []));
}

function dialectOf(schema: object | boolean): typeof Ajv | typeof Ajv2020 {
  const named: unknown = typeof schema === 'object' ? Reflect.get(schema, '$schema') : undefined;
  if (named === undefined) return Ajv2020;
  const dialect = typeof named === 'string' ? dialects.get(named.replace(/#$/, '')) : undefined;
  if (dialect === undefined) throw new Error(`$schema must be ${[...dialects.keys()].join(' or ')}`);
  return dialect;
}

function sentence(message: string): string {
  const text = cut(message, 500);
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
