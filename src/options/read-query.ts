import type { OperationName, ParameterForm } from '../contract/index.ts';
import { patterns } from '../contract/limits.ts';
import { queries } from '../contract/queries.gen.ts';
import type { UsageError } from '../errors/index.ts';
import { allOrComplaints, parsePair } from './reader.ts';
import type { NameLength, ReaderOf } from './spec.ts';
import type { queryOptions } from './resources.ts';
import { isSha } from './values.ts';

export interface QuerySettings {
  readonly operation: OperationName;
  /** Its path, with the names of what stands in it. */
  readonly at: string;
  /** As it was chosen. */
  readonly name: string;
  /** Without the organization. */
  readonly path: readonly (readonly [name: string, value: string])[];
  readonly query: Readonly<Record<string, readonly string[]>>;
}

/** Refuses values that the contract does not allow before anything is sent. */
export function readQuery(read: ReaderOf<typeof queryOptions>): QuerySettings {
  const name = read.required('operation');
  const found = Object.hasOwn(queries, name) ? queries[name] : undefined;
  if (found === undefined) {
    const known = Object.keys(queries);
    throw read.invalid('operation', `does not know ${JSON.stringify(name)}`, `Choose from ${known.join(', ')}`, [name], known);
  }
  const given = pairsOf(read);
  const forms = found.parameters;
  // This operation is a gate by another way: its answer must be about the intended artifact.
  const length = found.operation === 'assertArtifact' ? 'whole' : read.nameLength;
  allOrComplaints({
    known: () => refuseUnknown(read, name, [...given.keys()], Object.keys(forms)),
    ...Object.fromEntries(Object.entries(forms).map(([key, form]) => [key, () => check(read, key, given.get(key) ?? [], form, length)])),
  });
  const givenIn = (part: ParameterForm['in']): readonly (readonly [string, readonly string[]])[] =>
    [...given].filter(([key]) => forms[key]?.in === part);
  return {
    operation: found.operation,
    at: found.at,
    name,
    path: givenIn('path').map(([key, values]) => [key, values[0] ?? '']),
    query: Object.fromEntries(givenIn('query')),
  };
}

function pairsOf(read: ReaderOf<typeof queryOptions>): ReadonlyMap<string, readonly string[]> {
  const pairs = new Map<string, string[]>();
  for (const line of read.lines('parameters')) {
    const [key, value] = parsePair(line, (...said) => read.invalid('parameters', ...said));
    pairs.set(key, [...(pairs.get(key) ?? []), value]);
  }
  return pairs;
}

function refuseUnknown(read: ReaderOf<typeof queryOptions>, name: string, given: readonly string[], known: readonly string[]): void {
  const wrong = given.find((key) => !known.includes(key));
  if (wrong === undefined) return;
  const fix = known.length === 0 ? `${name} takes none` : `It takes ${known.join(', ')}`;
  throw read.invalid('parameters', `has ${JSON.stringify(wrong)}, which ${name} does not take`, fix, [wrong], known);
}

/** @throws where a value does not have the form, or a required parameter has none. */
function check(read: ReaderOf<typeof queryOptions>, key: string, values: readonly string[], form: ParameterForm, length: NameLength): void {
  const wrong = (what: string, fix: string): UsageError => read.invalid('parameters', what, fix);
  if (values.length === 0 && form.required) throw wrong(`lacks ${key}`, `Add a line ${key}=…, ${wordsOf(form)}`);
  if (values.length > 1 && form.several !== true) throw wrong(`has ${key} ${values.length} times`, 'Keep one of these lines');
  const bad = values.find((value) => !isOf(form, value) && !(length === 'short' && isShortSha(form, value)));
  if (bad !== undefined)
    throw wrong(`has ${key}=${JSON.stringify(bad)}, which is not ${wordsOf(form)}`, `Write ${key}= and ${wordsOf(form)}`);
}

function isOf({ choices, kind, maximum, maxLength, minimum, minLength, pattern, ...form }: ParameterForm, text: string): boolean {
  // In a path these values would lead to another operation.
  if (form.in === 'path' && (text === '.' || text === '..')) return false;
  // A variable that is not set gives an empty value. One service ignores an empty filter, and another filters everything out.
  if (text === '' || text.length > (maxLength ?? 8_192) || text.length < (minLength ?? 0)) return false;
  switch (kind) {
    case 'choice':
      return choices?.includes(text) === true;
    case 'boolean':
      return text === 'true' || text === 'false';
    case 'integer':
      return /^-?\d{1,15}$/.test(text) && Number(text) >= (minimum ?? -Infinity) && Number(text) <= (maximum ?? Infinity);
    case 'string':
      return pattern === undefined || new RegExp(pattern, 'u').test(text);
  }
}

function isShortSha({ pattern }: ParameterForm, text: string): boolean {
  const of = shas.find((name) => patterns[name] === pattern);
  return of !== undefined && isSha(text, of, 'short');
}

const shas = ['commitSha', 'fingerprint'] as const;

function wordsOf({ choices, kind, maximum, minimum, pattern }: ParameterForm): string {
  const from = minimum === undefined ? '' : ` from ${minimum}`;
  const to = maximum === undefined ? '' : ` to ${maximum}`;
  switch (kind) {
    case 'choice':
      return `one of ${(choices ?? []).join(', ')}`;
    case 'boolean':
      return 'true or false';
    case 'integer':
      return `a whole number${from}${to}`;
    case 'string':
      return pattern === undefined ? 'a text that is not empty' : `a text of the form ${pattern}`;
  }
}
