import { Ajv, type ErrorObject, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Problems } from './definition.ts';

/** The dialects of JSON Schema that are known, by their `$schema`; a schema that names none is of the newest. */
const dialects = new Map([
  ['https://json-schema.org/draft/2020-12/schema', Ajv2020],
  ['http://json-schema.org/draft-07/schema', Ajv],
]);

const options: Options = {
  // A keyword that nobody knows is a rule that would never be applied.
  strictSchema: true,
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
  strictNumbers: true,
  // The library resolves it, and does not count it as known.
  keywords: ['$anchor'],
  // `format` describes and does not judge, as the newest dialect has it.
  validateFormats: false,
  // What every object inherits is not in the data.
  ownProperties: true,
  // Nothing is written past what we say ourselves.
  logger: false,
};

type Validate = (data: unknown) => readonly ErrorObject[];

/** What is wrong with a schema, if anything is. */
export function schemaProblem(text: string): string | undefined {
  try {
    compile(text, true);
    return undefined;
  } catch (error) {
    return sentence(error instanceof Error ? error.message : String(error));
  }
}

/** What of the data is not valid under a schema, if anything is not: the first thing. `path` is where the data is. */
export function dataProblems(text: string, data: unknown, path: string): Problems | undefined {
  const [error] = compile(text, false)(data);
  if (error === undefined) return undefined;
  const more = error.keyword === 'additionalProperties' ? `: ${String(error.params.additionalProperty)}` : '';
  return { [pathOf(error.instancePath, path)]: sentence(`${error.message ?? error.keyword}${more}`) };
}

/** Each schema has a library of its own: one that names itself as another does would stand in the other's place. */
function compile(text: string, isNew: boolean): Validate {
  const schema: unknown = JSON.parse(text);
  if (typeof schema !== 'boolean' && (typeof schema !== 'object' || schema === null || Array.isArray(schema)))
    throw new Error('a JSON Schema is an object, or true or false');
  const ajv = new (dialectOf(schema))({ ...options, validateSchema: isNew });
  const validate = ajv.compile(schema);
  // A schema that says `$async` answers later, and what it answers then would be nobody's to read.
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
  const text = message.length > 500 ? `${message.slice(0, 499).replace(/[\uD800-\uDBFF]$/, '')}…` : message;
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

function pathOf(pointer: string, path: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((before, part) => (/^\d+$/.test(part) ? `${before}[${part}]` : `${before}.${part}`), path);
}
