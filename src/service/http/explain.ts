import type { TSchema } from 'typebox';
import type { TLocalizedValidationError } from 'typebox/error';
import { patterns } from '../../contract/index.ts';
import { cut, nearest, pointerParts, pointerPath, valueAt } from '../../text/index.ts';
import { propertiesOf } from './properties.ts';

/** Enough to name every mistake of an honest client, and a limit for the others. */
export const mostErrors = 32;

/** Names the wrong fields of a value, a sentence each, by their path, for example `junit_results[0].total`. */
export function explain(
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
  if (error.keyword === 'type') return `must be ${typeNames([error.params.type].flat())}.`;
  if (error.keyword === 'pattern')
    return `must be ${patternNames.get(String(error.params.pattern)) ?? `of the form ${String(error.params.pattern)}`}.`;
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

function typeNames(types: readonly string[]): string {
  return types.map((type) => names[type] ?? type).join(' or ');
}

const patternNames = new Map<string, string>([
  [patterns.fingerprint, 'a SHA-256 of 64 lower-case hexadecimal digits'],
  [patterns.commitSha, 'a full commit SHA of 40 lower-case hexadecimal digits'],
  [patterns.flowName, 'a name of letters, digits and . - _ ~ that begins with a letter or digit'],
  [patterns.trailName, 'a name of letters, digits and - _ . ~ that begins with a letter or digit'],
  [patterns.templateName, 'a name of letters, digits and - _ ,'],
]);

/** The sentence about an unknown name, with the name that was probably meant. */
export function unknownKey(key: string, known: readonly string[], what = 'field'): string {
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
