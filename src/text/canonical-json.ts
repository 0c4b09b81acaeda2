import canonicalize from 'canonicalize';
import { isExactNumber } from './json-text.ts';

/**
 * JSON in its canonical form (RFC 8785): one text for one value, so that anyone can check a hash of it. A number that a double
 * would round is written as it came. Throws on values that JSON cannot hold: lone surrogates and numbers that are not finite.
 */
export function canonical(value: unknown): string {
  const plain = canonicalize(value);
  const text = plain?.includes(exactNumber) === true ? withExactNumbers(value) : plain;
  if (text === undefined) throw new TypeError('There is no JSON for undefined.');
  return text;
}

/** The library does not know such a number and writes this for it; an object of a client may look the same. */
const exactNumber = '{"rawJSON":';

function withExactNumbers(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return canonicalize(value);
  if (isExactNumber(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((inner: unknown) => withExactNumbers(inner) ?? 'null').join(',')}]`;
  const members = Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, inner]: readonly [string, unknown]) => [canonicalize(name), withExactNumbers(inner)] as const);
  return `{${members.flatMap(([name, inner]) => (inner === undefined ? [] : [`${name}:${inner}`])).join(',')}}`;
}
