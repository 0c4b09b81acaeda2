import { matches } from '../contract/patterns.ts';
import type { Policy } from '../gate/index.ts';
import { aroundDot } from '../text/index.ts';
import type { OptionReader } from './reader.ts';
import type { DecidingSpec } from './spec.ts';

/** Attestations that a trail must have, next to those of its template. */
export const requiredOption = {
  name: 'required-attestations',
  kind: 'names',
  decides: 'asked',
  default: 'none',
  whenEmpty: 'error',
  placeholder: 'NAMES',
  description:
    'Attestations that must be on the trail and compliant, next to those of the template: `name`, or `artifact.name`; with `:type` after it evidence of that type alone (`unit-tests:junit`, `app.scan:snyk`, `coverage:custom:coverage`). `none` requires nothing more.',
} as const satisfies DecidingSpec;

/** Types of evidence; a custom one is `custom:NAME`, and `*` is any. */
const types: readonly string[] = ['junit', 'generic', 'snyk', 'sonar', 'jira', 'pull_request', 'decision', 'system:decision', '*'];

const form = 'Write `name` or `artifact.name`, and `:type` after it where the type matters, separated by commas; or `none` alone';

/** The required names, and the required type of a name where one is given. */
export function readRequired(read: OptionReader<'required-attestations'>): Required<Pick<Policy, 'required' | 'requiredTypes'>> {
  const texts = read.names('required-attestations');
  if (texts.length === 1 && texts[0] === 'none') return { required: [], requiredTypes: new Map() };
  const requiredTypes = new Map<string, string>();
  const names = texts.map((text) => {
    const { name, type } = parts(text);
    if (name === 'none' || !/^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)?$/.test(name))
      throw wrong(read, text, `${aroundDot(name)?.advice.concat('. ') ?? ''}${form}`);
    if (type === undefined) return name;
    if (!isType(type)) throw wrong(read, text, `Choose the type from ${types.join(', ')}, or custom:NAME`, [type]);
    if ((requiredTypes.get(name) ?? type) !== type) throw wrong(read, text, 'Evidence has one type: ask for each name once');
    requiredTypes.set(name, type);
    return name;
  });
  return { required: [...new Set(names)], requiredTypes };
}

/** Split at the first colon: names have none, but the names of custom types do. */
function parts(text: string): { readonly name: string; readonly type: string | undefined } {
  const colon = text.indexOf(':');
  return colon < 0 ? { name: text, type: undefined } : { name: text.slice(0, colon), type: text.slice(colon + 1) };
}

function isType(type: string): boolean {
  return types.includes(type) || (type.startsWith('custom:') && matches('typeName', type.slice('custom:'.length)));
}

function wrong(read: OptionReader<'required-attestations'>, text: string, fix: string, given: readonly string[] = []): Error {
  return read.invalid('required-attestations', `holds ${JSON.stringify(text)}`, fix, given, types);
}
