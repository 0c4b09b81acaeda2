import type { TSchema } from 'typebox';
import type { TLocalizedValidationError } from 'typebox/error';
import { distance } from 'fastest-levenshtein';
import { patterns } from '../../contract/index.ts';

/** Names the wrong fields of a value, a sentence each, by their path such as `junit_results[0].total`. */
export function explain(
  schema: TSchema,
  found: readonly TLocalizedValidationError[],
  value: unknown,
  prefix: string,
): Readonly<Record<string, string>> {
  const fields = Object.keys((schema as { readonly properties?: object }).properties ?? {});
  const errors = new Map<string, string>();
  const say = (path: string, sentence: string) => {
    if (!errors.has(path)) errors.set(path, sentence);
  };
  for (const error of found) {
    const path = pathOf(error.instancePath, prefix);
    switch (error.keyword) {
      case 'additionalProperties':
        for (const key of error.params.additionalProperties) say(join(path, key), unknownKey(key, error.instancePath === '' ? fields : []));
        break;
      case 'required':
        for (const key of error.params.requiredProperties) say(join(path, key), 'is missing: add it.');
        break;
      case 'anyOf':
      case 'boolean':
        // What these say is said better by the errors of the branches and of the keys.
        break;
      default:
        say(path, `${sentenceOf(error)} ${inputOf(value, error.instancePath)}`);
    }
  }
  for (const error of found)
    if (error.keyword === 'anyOf')
      say(pathOf(error.instancePath, prefix), `is none of the forms allowed here. ${inputOf(value, error.instancePath)}`);
  if (errors.size === 0) errors.set(prefix === '' ? 'body' : prefix, 'is not of the form that is expected here.');
  return Object.fromEntries(errors);
}

function sentenceOf(error: TLocalizedValidationError): string {
  switch (error.keyword) {
    case 'type':
      return `must be ${typeNames(error.params.type)}.`;
    case 'pattern':
      return `must be ${patternNames.get(String(error.params.pattern)) ?? `of the form ${error.params.pattern}`}.`;
    case 'enum':
      return `must be one of ${error.params.allowedValues.join(', ')}.`;
    default:
      return `${error.message}.`;
  }
}

function typeNames(type: string | readonly string[]): string {
  const names: Readonly<Record<string, string>> = {
    integer: 'a whole number',
    number: 'a number',
    string: 'a string',
    object: 'an object',
    array: 'a list',
    boolean: 'true or false',
    null: 'null',
  };
  return [type]
    .flat()
    .map((name) => names[name] ?? name)
    .join(' or ');
}

const patternNames = new Map<string, string>([
  [patterns.fingerprint, 'a SHA-256 of 64 lower-case hexadecimal digits'],
  [patterns.commitSha, 'a full commit SHA of 40 lower-case hexadecimal digits'],
  [patterns.flowName, 'a name of letters, digits and . - _ ~ that begins with a letter or digit'],
  [patterns.trailName, 'a name of letters, digits and - _ . ~ that begins with a letter or digit'],
  [patterns.templateName, 'a name of letters, digits and - _ ,'],
]);

/** What to say of a name that nothing here has: with the one that was probably meant. */
export function unknownKey(key: string, known: readonly string[], what = 'field'): string {
  const nearest = nearestOf(key, known);
  return nearest === undefined
    ? `is not a ${what} of this operation: take it out.`
    : `is not a ${what} of this operation: did you mean ${nearest}?`;
}

/** The known name that is near enough to be what was meant. */
function nearestOf(name: string, known: readonly string[]): string | undefined {
  const [best] = known.map((candidate) => ({ candidate, away: distance(name.toLowerCase(), candidate) })).sort((a, b) => a.away - b.away);
  return best !== undefined && best.away <= Math.max(2, Math.floor(name.length / 3)) ? best.candidate : undefined;
}

function pathOf(pointer: string, prefix: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(join, prefix);
}

function join(path: string, part: string): string {
  if (/^\d+$/.test(part) && path !== '') return `${path}[${part}]`;
  return path === '' ? part : `${path}.${part}`;
}

function inputOf(value: unknown, pointer: string): string {
  let at: unknown = value;
  for (const part of pointer.split('/').slice(1))
    at = (at as Record<string, unknown> | undefined)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  const text = JSON.stringify(at) ?? 'nothing';
  return `[input: ${text.length > 80 ? `${text.slice(0, 79).replace(/[\uD800-\uDBFF]$/, '')}…` : text}]`;
}
