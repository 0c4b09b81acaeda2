import { compilePattern } from './pattern.ts';
import { ConditionFault } from './tokens.ts';

/** The fields that a condition may read. There is no flow where an artifact has no provenance. */
export interface ConditionContext {
  readonly artifact: { readonly name: string; readonly fingerprint: string };
  readonly flow?: { readonly name: string; readonly tags: Readonly<Record<string, string>> };
}

/** A condition reads what is not there, or compares what cannot be compared. */
export class Undecided extends Error {}

export type Test = (context: ConditionContext) => boolean;
type Read = (context: ConditionContext) => Scalar | undefined;

/** A part of a condition, by what it gives. */
export type Part = {
  /** Whether what it reads is there. */
  readonly exists?: Test;
  /** The value, where it is written in the condition itself. */
  readonly constant?: Scalar;
} & (
  | { readonly kind: 'test'; readonly test: Test }
  | { readonly kind: 'value'; readonly read: Read }
  | { readonly kind: 'context' }
  | { readonly kind: 'list'; readonly values: readonly Scalar[] }
);

/** The values that are words; `undefined` for a name. */
export function literalOf(word: string): Part | undefined {
  if (word === 'true' || word === 'false') return { kind: 'test', test: () => word === 'true' };
  if (!['null', 'NaN', 'Infinity'].includes(word)) return undefined;
  throw new ConditionFault(`says ${word}: ask with exists() whether something is there.`);
}

/** A field by its names, `flow`, `tags`, `risk-level`, however they were written. */
export function fieldOf(path: readonly string[]): Part {
  const [root = '', field, ...more] = path;
  const name = path.join('.');
  const flowOf = ({ flow }: ConditionContext) => {
    if (flow === undefined) throw new Undecided();
    return flow;
  };
  if (name === 'artifact') return { kind: 'context', exists: () => true };
  if (name === 'artifact.name') return { kind: 'value', read: ({ artifact }) => artifact.name, exists: () => true };
  if (name === 'artifact.fingerprint') return { kind: 'value', read: ({ artifact }) => artifact.fingerprint, exists: () => true };
  if (name === 'flow' || name === 'flow.tags') return { kind: 'context', exists: ({ flow }) => flow !== undefined };
  if (name === 'flow.name') return { kind: 'value', read: (context) => flowOf(context).name, exists: ({ flow }) => flow !== undefined };
  if (root === 'flow' && field === 'tags') {
    // The key of a tag may have dots.
    const key = more.join('.');
    const tagIn = ({ tags }: NonNullable<ConditionContext['flow']>) => (Object.hasOwn(tags, key) ? tags[key] : undefined);
    return {
      kind: 'value',
      read: (context) => tagIn(flowOf(context)),
      exists: ({ flow }) => flow !== undefined && tagIn(flow) !== undefined,
    };
  }
  if (!['flow', 'artifact'].includes(root.toLowerCase()))
    throw new ConditionFault(`cannot be read: a policy knows no ${root}, but flow and artifact.`);
  throw new ConditionFault(`reads ${name}: there are flow.name, flow.tags.<key>, artifact.name and artifact.fingerprint.`);
}

/** The result of a function call. */
export function callOf(name: string, parts: readonly Part[]): Part {
  const [subject, pattern] = parts;
  const asked = { exists: 1, matches: 2 }[name];
  if (asked === undefined) throw new ConditionFault(`calls ${name}(): there are exists() and matches().`);
  if (parts.length !== asked) throw new ConditionFault(`cannot be read: ${name}() takes ${asked}, and was given ${parts.length}.`);
  if (name === 'exists') {
    const exists = subject?.exists;
    if (exists === undefined) throw new ConditionFault('asks exists() about something else than flow, artifact or a field of them.');
    return { kind: 'test', test: exists };
  }
  const source = pattern?.constant;
  if (typeof source !== 'string') throw new ConditionFault('gives matches() no pattern in quotes.');
  const [read, matches] = [valueOf(subject), compilePattern(source)];
  return { kind: 'test', test: (context) => matches(textOf(read(context))) };
}

export function comparisonOf(one: Part, operator: string, other: Part): Part {
  const read = valueOf(one);
  if (operator === 'in' || operator === 'not in') {
    if (other.kind !== 'list') throw new ConditionFault(`has no list such as ["a", "b"] after \`${operator}\`.`);
    const wanted = operator === 'in';
    return { kind: 'test', test: (context) => isIn(read(context), other.values) === wanted };
  }
  const readOther = valueOf(other);
  const test = (context: ConditionContext): boolean => {
    const answer = compare(read(context), operator, readOther(context));
    if (answer === undefined) throw new Undecided();
    return answer;
  };
  return { kind: 'test', test };
}

export function testOf(part: Part, what: string): Test {
  if (part.kind === 'test') return part.test;
  throw new ConditionFault(`is no question of yes or no: ${what} must be a comparison, or exists() or matches().`);
}

export function listOf(parts: readonly Part[]): Part {
  if (parts.length === 0) throw new ConditionFault('has a list of nothing.');
  return { kind: 'list', values: parts.map(constantOf) };
}

function constantOf({ constant }: Part): Scalar {
  if (constant === undefined) throw new ConditionFault('has a list of something else than texts and numbers.');
  return constant;
}

function valueOf(part: Part | undefined): Read {
  if (part?.kind === 'value') return part.read;
  throw new ConditionFault('compares something else than a text, a number or a field such as flow.name.');
}

function textOf(value: Scalar | undefined): string {
  if (value === undefined) throw new Undecided();
  return String(value);
}

/** A text or a number. */
export type Scalar = string | number;

/** A tag is always a text; where it is compared with a number, it counts as the number that it spells. */
function pairOf(one: Scalar | undefined, other: Scalar | undefined): readonly [Scalar, Scalar] | undefined {
  if (typeof one === 'string' && typeof other === 'string') return [one, other];
  const [a, b] = [numberOf(one), numberOf(other)];
  return a === undefined || b === undefined ? undefined : [a, b];
}

function numberOf(value: Scalar | undefined): number | undefined {
  if (typeof value !== 'string') return value;
  return /^[+-]?\d{1,15}(?:\.\d{1,15})?$/.test(value) ? Number(value) : undefined;
}

function areEqual(one: Scalar | undefined, other: Scalar | undefined): boolean {
  const pair = pairOf(one, other);
  return pair !== undefined && pair[0] === pair[1];
}

/** Whether a value is one of some; what is not there is none of them. */
export function isIn(value: Scalar | undefined, values: readonly Scalar[]): boolean {
  return values.some((each) => areEqual(value, each));
}

const orders: Readonly<Record<string, (one: Scalar, other: Scalar) => boolean>> = {
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
};

/**
 * `undefined` where the order of the two is not defined: one is missing, or is not a number where the other is one. A missing
 * value equals nothing. Case counts.
 */
export function compare(one: Scalar | undefined, operator: string, other: Scalar | undefined): boolean | undefined {
  if (operator === '==') return areEqual(one, other);
  if (operator === '!=') return !areEqual(one, other);
  const pair = pairOf(one, other);
  return pair === undefined ? undefined : orders[operator]?.(...pair);
}
