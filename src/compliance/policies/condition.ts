import { Parser, type Expr } from '@actions/expressions';
import { Binary, ContextAccess, FunctionCall, Grouping, IndexAccess, Literal, Logical, Unary } from '@actions/expressions/ast';
import { TokenType } from '@actions/expressions/lexer';
import { compare, isIn, type Scalar } from './compare.ts';
import { compilePattern } from './pattern.ts';
import type { Condition } from './policy.ts';
import { ConditionFault, listFunction, tokensOf } from './tokens.ts';

/** What a condition may read. There is no flow where an artifact has no provenance. */
export interface ConditionContext {
  readonly artifact: { readonly name: string; readonly fingerprint: string };
  readonly flow?: { readonly name: string; readonly tags: Readonly<Record<string, string>> };
}

/** A condition reads what is not there, or compares what cannot be compared. */
class Undecided extends Error {}

type Test = (context: ConditionContext) => boolean;
type Read = (context: ConditionContext) => Scalar | undefined;

/** A part of a condition, by what it gives. */
type Part = {
  /** Whether what it reads is there. */
  readonly exists?: Test;
  /** What stands there itself. */
  readonly constant?: Scalar;
} & (
  | { readonly kind: 'test'; readonly test: Test }
  | { readonly kind: 'value'; readonly read: Read }
  | { readonly kind: 'context' }
  | { readonly kind: 'list'; readonly values: readonly Scalar[] }
);

const compiled = new WeakMap<Condition, Test>();

/** Why a condition cannot be one; `undefined` when it can. */
export function conditionFault(condition: Condition): string | undefined {
  try {
    testOf(condition);
    return undefined;
  } catch (error) {
    if (error instanceof ConditionFault) return error.message;
    throw error;
  }
}

/** Whether a condition is true; `undefined` when that cannot be decided, which is never a yes to anything. */
export function decideCondition(condition: Condition, context: ConditionContext): boolean | undefined {
  try {
    return testOf(condition)(context);
  } catch (error) {
    if (error instanceof Undecided || error instanceof ConditionFault) return undefined;
    throw error;
  }
}

function testOf(condition: Condition): Test {
  let test = compiled.get(condition);
  if (test === undefined) {
    test = asTest(partOf(parsed(condition.text)), 'The whole');
    compiled.set(condition, test);
  }
  return test;
}

const functions = [
  { name: 'exists', minArgs: 1, maxArgs: 1 },
  { name: 'matches', minArgs: 2, maxArgs: 2 },
  { name: listFunction, minArgs: 1, maxArgs: 100 },
];

function parsed(text: string): Expr {
  const tokens = tokensOf(text);
  if (tokens.length < 2) throw new ConditionFault('is empty: say what must be true.');
  try {
    return new Parser([...tokens], ['flow', 'artifact'], functions).parse();
  } catch (error) {
    throw new ConditionFault(`cannot be read: ${error instanceof Error ? error.message : String(error)}.`, { cause: error });
  }
}

function partOf(expr: Expr): Part {
  if (expr instanceof Grouping) return partOf(expr.group);
  if (expr instanceof Literal) return literalOf(expr);
  if (expr instanceof ContextAccess || expr instanceof IndexAccess) return accessOf(pathOf(expr));
  if (expr instanceof FunctionCall) return callOf(expr);
  if (expr instanceof Unary) {
    const test = asTest(partOf(expr.expr), 'What follows `not`');
    return { kind: 'test', test: (context) => !test(context) };
  }
  if (expr instanceof Logical) {
    const tests = expr.args.map((arg) => asTest(partOf(arg), 'Each side of `and` and `or`'));
    const isAnd = expr.operator.type === TokenType.AND;
    return { kind: 'test', test: (context) => (isAnd ? tests.every((each) => each(context)) : tests.some((each) => each(context))) };
  }
  if (expr instanceof Binary) return { kind: 'test', test: comparisonOf(expr) };
  throw new ConditionFault('has a part that policies do not know.');
}

function literalOf({ token }: Literal): Part {
  const { type, value } = token;
  if (type === TokenType.TRUE || type === TokenType.FALSE) return { kind: 'test', test: () => type === TokenType.TRUE };
  if (typeof value === 'string') return { kind: 'value', read: () => value, constant: value };
  if (typeof value === 'number' && Number.isFinite(value)) return { kind: 'value', read: () => value, constant: value };
  throw new ConditionFault(`says ${token.lexeme}: ask with exists() whether something is there.`);
}

/** The names of `flow.tags.risk-level`, however it is written. */
function pathOf(expr: Expr): readonly string[] {
  if (expr instanceof ContextAccess) return [expr.name.lexeme];
  if (expr instanceof IndexAccess && expr.index instanceof Literal && expr.index.literal.primitive)
    return [...pathOf(expr.expr), expr.index.literal.coerceString()];
  throw new ConditionFault('reads something by a name that is not written out.');
}

function accessOf(path: readonly string[]): Part {
  const [root, field, ...more] = path;
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
  throw new ConditionFault(`reads ${name}: there are flow.name, flow.tags.<key>, artifact.name and artifact.fingerprint.`);
}

function callOf({ functionName, args }: FunctionCall): Part {
  const parts = args.map(partOf);
  const [subject, pattern] = parts;
  switch (functionName.lexeme) {
    case listFunction:
      return { kind: 'list', values: parts.map(constantOf) };
    case 'exists': {
      const exists = subject?.exists;
      if (exists === undefined) throw new ConditionFault('asks exists() about something else than flow, artifact or a field of them.');
      return { kind: 'test', test: exists };
    }
    case 'matches': {
      const source = pattern?.constant;
      if (typeof source !== 'string') throw new ConditionFault('gives matches() no pattern in quotes.');
      const [read, matches] = [asValue(subject), compilePattern(source)];
      return { kind: 'test', test: (context) => matches(textOf(read(context))) };
    }
    default:
      throw new ConditionFault(`calls ${functionName.lexeme}(): there are exists() and matches().`);
  }
}

function textOf(value: Scalar | undefined): string {
  if (value === undefined) throw new Undecided();
  return String(value);
}

function constantOf({ constant }: Part): Scalar {
  if (constant === undefined) throw new ConditionFault('has a list of something else than texts and numbers.');
  return constant;
}

function comparisonOf({ left, operator, right }: Binary): Test {
  const [one, other] = [partOf(left), partOf(right)];
  const read = asValue(one);
  if (operator.lexeme === 'in' || operator.lexeme === 'not in') {
    if (other.kind !== 'list') throw new ConditionFault(`has no list such as ["a", "b"] after \`${operator.lexeme}\`.`);
    const wanted = operator.lexeme === 'in';
    return (context) => isIn(read(context), other.values) === wanted;
  }
  const readOther = asValue(other);
  return (context) => {
    const answer = compare(read(context), operator.lexeme, readOther(context));
    if (answer === undefined) throw new Undecided();
    return answer;
  };
}

function asTest(part: Part, what: string): Test {
  if (part.kind === 'test') return part.test;
  throw new ConditionFault(`is no question of yes or no: ${what} must be a comparison, or exists() or matches().`);
}

function asValue(part: Part | undefined): Read {
  if (part?.kind === 'value') return part.read;
  throw new ConditionFault('compares something else than a text, a number or a field such as flow.name.');
}
