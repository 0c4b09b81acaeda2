import { Ajv, type ErrorObject, type Options, type SchemaValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { messageOf } from '../../errors/index.ts';
import { cut, isObject, parseNumbers, pointerPath } from '../../text/index.ts';

/** The schema and the rules that evidence of a custom type is evaluated by. */
export interface Definition {
  /** A JSON Schema that the data must be valid under, as JSON text. */
  readonly schema: string | undefined;
  /** jq programs; each must yield nothing but `true`. */
  readonly rules: readonly string[];
}

/** The parts of a custom type that are checked when it is made: what it evaluates by, and what it shows. */
export interface Checked extends Definition {
  /** jq programs that are shown only, and decide nothing. */
  readonly expressions: readonly string[];
}

/** A sentence for each field that is wrong, by its path. */
export type Problems = Readonly<Record<string, string>>;

/** The outcome for the data: whether it complies, or why that cannot be said. */
export type Evaluation =
  | { readonly outcome: 'evaluated'; readonly compliant: boolean }
  | { readonly outcome: 'unreadable'; readonly problems: Problems };

/** Keywords whose values are maps from names to schemas, and those whose values are data or names. */
const maps: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']);
const noSchemas: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples', 'required', 'dependentRequired']);

type Subschema = Record<string, unknown>;

/** A schema and every schema within it that is an object. */
function* subschemas(schema: unknown): Generator<Subschema> {
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

/** An integer that no double can hold, and where it is in the data. */
export interface UnsafeInteger {
  /** The digits as they were sent. */
  readonly source: string;
  /** For example `attestation_data.builds[0].id`. */
  readonly path: string;
  /** The same as a JSON pointer into the data. */
  readonly pointer: string;
}

/** Stands in the data for such an integer while its path is determined. */
class Marked {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

/** The integers in JSON text that no double can hold; `path` is where the data is. */
export function unsafeIntegers(data: string, path: string): readonly UnsafeInteger[] {
  // Such integers have many digits, or an exponent.
  if (!/\d{16}|\d[eE]/.test(data)) return [];
  const marked = parseNumbers(data, (source, value) => (isUnsafe(source, value) ? new Marked(source) : value));
  const found: UnsafeInteger[] = [];
  const open: { readonly value: unknown; readonly at: string; readonly pointer: string }[] = [{ value: marked, at: path, pointer: '' }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { at, pointer, value } = next;
    if (value instanceof Marked) found.push({ source: value.source, path: at, pointer });
    else if (Array.isArray(value))
      value.forEach((inner: unknown, index) => open.push({ value: inner, at: `${at}[${index}]`, pointer: `${pointer}/${index}` }));
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value))
        open.push({ value: inner, at: `${at}.${name}`, pointer: `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` });
  }
  return found;
}

function isUnsafe(source: string, value: number): boolean {
  if (Math.abs(value) < 2 ** 53 && !/\d{16}/.test(source)) return false;
  const whole = wholeNumber(source);
  return whole !== undefined && (!Number.isFinite(value) || whole !== BigInt(value));
}

/** The number, if it is whole; a number near a double has at most 309 digits. */
function wholeNumber(source: string): bigint | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(source) ?? [];
  const shift = Number(exponent) - fraction.length;
  const digits = `${whole}${fraction}`;
  if (shift >= 0) return BigInt(`${sign}${digits}${'0'.repeat(Math.min(shift, 400))}`);
  const [before, after] = [digits.slice(0, shift), digits.slice(shift)];
  return /^0*$/.test(after) ? BigInt(`${sign}${before === '' ? '0' : before}`) : undefined;
}

/** A schema compares an integer that no double can hold, so that its answer would be about another number. */
class Compared extends Error {
  override readonly name = 'Compared';
  readonly integer: UnsafeInteger;
  constructor(integer: UnsafeInteger) {
    super(`${integer.source} is compared`);
    this.integer = integer;
  }
}

/** The keyword of ours that stands next to those that compare numbers. */
const comparing = 'x-compares-numbers';

const ofNumbers = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const;

function markComparing(schema: unknown): void {
  const found = [...subschemas(schema)].filter((each) => ofNumbers.some((keyword) => keyword in each) || comparesWholes(each));
  for (const each of found) each[comparing] = true;
}

/** Whether it compares values that numbers may be within. */
function comparesWholes({ const: only, enum: some, uniqueItems }: Subschema): boolean {
  return (
    uniqueItems === true || /(?<=^|[[:,])-?\d/.test(JSON.stringify([only ?? null, some ?? null]).replaceAll(/"(?:[^"\\]|\\.)*"/g, '""'))
  );
}

/** Throws `Compared` where one of these integers comes to a marked part. */
function refuseComparing(unsafe: readonly UnsafeInteger[]): SchemaValidateFunction {
  return (_marked, _data, parent, at) => {
    const place = at?.instancePath ?? '';
    const within = parent !== undefined && comparesWholes(parent) ? `${place}/` : undefined;
    const found = unsafe.find(({ pointer }) => pointer === place || (within !== undefined && pointer.startsWith(within)));
    if (found !== undefined) throw new Compared(found);
    return true;
  };
}

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
    return sentence(messageOf(error));
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
function compile(schema: unknown, more: Options, extend: (ajv: Ajv) => void = () => {}): (data: unknown) => readonly ErrorObject[] {
  if (typeof schema !== 'boolean' && !isObject(schema)) throw new Error('a JSON Schema is an object, or true or false');
  const ajv = new (dialectOf(schema))({ ...options, ...more });
  extend(ajv);
  const validate = ajv.compile(schema);
  // A schema with `$async` answers later, and that answer would not be read.
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
