import { ConditionFault, compilePattern, tokensOf, type Token } from './pattern.ts';

/** There is no flow where an artifact has no provenance. */
export interface ConditionContext {
  readonly artifact: { readonly name: string; readonly fingerprint: string };
  readonly flow?: { readonly name: string; readonly tags: Readonly<Record<string, string>> };
}

/** A condition reads a field that is not there, or compares values that cannot be compared. */
class Undecided extends Error {}

type Test = (context: ConditionContext) => boolean;
type Read = (context: ConditionContext) => Scalar | undefined;

type Part = {
  readonly exists?: Test;
  readonly constant?: Scalar;
} & (
  | { readonly kind: 'test'; readonly test: Test }
  | { readonly kind: 'value'; readonly read: Read }
  | { readonly kind: 'context' }
  | { readonly kind: 'list'; readonly values: readonly Scalar[] }
);

function literalOf(word: string): Part | undefined {
  if (word === 'true' || word === 'false') return { kind: 'test', test: () => word === 'true' };
  if (!['null', 'NaN', 'Infinity'].includes(word)) return undefined;
  throw new ConditionFault(`says ${word}: ask with exists() whether something is there.`);
}

/** The path is `flow`, `tags`, `risk-level`, however it was written. */
function fieldOf(path: readonly string[]): Part {
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

function callOf(name: string, parts: readonly Part[]): Part {
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

function comparisonOf(one: Part, operator: string, other: Part): Part {
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

function testOf(part: Part, what: string): Test {
  if (part.kind === 'test') return part.test;
  throw new ConditionFault(`is no question of yes or no: ${what} must be a comparison, or exists() or matches().`);
}

function listOf(parts: readonly Part[]): Part {
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

/** A missing value is in no list. */
export function isIn(value: Scalar | undefined, values: readonly Scalar[]): boolean {
  return values.some((each) => areEqual(value, each));
}

const orders: Readonly<Record<string, (one: Scalar, other: Scalar) => boolean>> = {
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
};

/** `undefined` where the two have no order: one is missing, or only one is a number. A missing value equals nothing. Case counts. */
export function compare(one: Scalar | undefined, operator: string, other: Scalar | undefined): boolean | undefined {
  if (operator === '==') return areEqual(one, other);
  if (operator === '!=') return !areEqual(one, other);
  const pair = pairOf(one, other);
  return pair === undefined ? undefined : orders[operator]?.(...pair);
}

/** Bounds of ours: of brackets and `not` within each other, and of the values of a list. */
const deepest = 50;
const longestList = 100;

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']' };
const comparisons = new Set(['==', '!=', '<', '<=', '>', '>=']);

/** Parses a condition. `or` binds loosest, then `and`, then `not`, which is about the whole comparison behind it. */
function parse(text: string): Part {
  const tokens = tokensOf(text);
  if (tokens.length < 2) throw new ConditionFault('is empty: say what must be true.');
  return new Parser(tokens).whole();
}

class Parser {
  readonly #tokens: readonly Token[];
  readonly #open: string[] = [];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Part {
    const part = this.#either();
    return this.#next.kind === 'end' ? part : this.#refuse();
  }

  #either(): Part {
    const parts = [this.#all()];
    while (this.#takes('or')) parts.push(this.#all());
    return joined(parts, (tests) => (context) => tests.some((test) => test(context)));
  }

  #all(): Part {
    const parts = [this.#not()];
    while (this.#takes('and')) parts.push(this.#not());
    return joined(parts, (tests) => (context) => tests.every((test) => test(context)));
  }

  #not(): Part {
    if (!this.#takes('not')) return this.#comparison();
    const test = testOf(
      this.#within('not', () => this.#not()),
      'What follows `not`',
    );
    return { kind: 'test', test: (context) => !test(context) };
  }

  #comparison(): Part {
    let part = this.#value();
    for (let operator = this.#operator(); operator !== undefined; operator = this.#operator())
      part = comparisonOf(part, operator, this.#value());
    return part;
  }

  #operator(): string | undefined {
    if (this.#takes('in')) return 'in';
    if (this.#next.lexeme === 'not' && this.#tokens[this.#at + 1]?.lexeme === 'in') {
      this.#at += 2;
      return 'not in';
    }
    return comparisons.has(this.#next.lexeme) ? this.#take().lexeme : undefined;
  }

  #value(): Part {
    const token = this.#take();
    if (token.kind === 'text' || token.kind === 'number') return { kind: 'value', read: () => token.value, constant: token.value };
    if (token.lexeme === '[') return listOf(this.#upTo('['));
    if (token.lexeme === '(') return this.#end(this.#within('(', () => this.#either()));
    if (token.kind !== 'name') return this.#refuse(token);
    if (this.#takes('(')) return this.#end(callOf(token.lexeme, this.#upTo('(')));
    return literalOf(token.lexeme) ?? fieldOf([token.lexeme, ...this.#path()]);
  }

  #end(part: Part): Part {
    if (this.#next.lexeme === '.' || this.#next.lexeme === '[') throw notWrittenOut();
    return part;
  }

  /** The names behind the first of `flow.tags["risk-level"]`. */
  #path(): readonly string[] {
    const names: string[] = [];
    for (;;) {
      if (this.#takes('.')) {
        const name = this.#take();
        names.push(name.kind === 'name' ? name.lexeme : this.#refuse(name));
      } else if (this.#takes('[')) {
        names.push(this.#within('[', () => this.#key()));
      } else return names;
    }
  }

  #key(): string {
    const key = this.#take();
    if (key.kind !== 'text') throw notWrittenOut();
    return key.value;
  }

  #upTo(bracket: string): readonly Part[] {
    return this.#within(bracket, () => {
      const parts: Part[] = [];
      while (this.#next.lexeme !== closing[bracket]) {
        parts.push(this.#either());
        if (parts.length > longestList)
          throw new ConditionFault(`cannot be read: Too many parameters supplied: '${bracket}' holds ${longestList} at most.`);
        if (!this.#takes(',')) break;
      }
      return parts;
    });
  }

  /** Reads the inside of a bracket that was just opened and closes it, or reads the part behind a `not`. */
  #within<Inner>(bracket: string, read: () => Inner): Inner {
    this.#open.push(bracket);
    if (this.#open.length > deepest) throw new ConditionFault(`has more than ${deepest} brackets or \`not\` within each other.`);
    const inner = read();
    const end = closing[bracket];
    if (end !== undefined && !this.#takes(end)) this.#refuse();
    this.#open.pop();
    return inner;
  }

  get #next(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', lexeme: '' };
  }

  #take(): Token {
    const token = this.#next;
    this.#at += 1;
    return token;
  }

  /** No text in quotes is taken for a word or a sign: its lexeme has the quotes. */
  #takes(lexeme: string): boolean {
    const is = this.#next.lexeme === lexeme;
    if (is) this.#at += 1;
    return is;
  }

  #refuse({ kind, lexeme }: Token = this.#next): never {
    const bracket = this.#open.findLast((each) => each in closing);
    if (lexeme === ']' || (lexeme === ')' && bracket === '['))
      throw new ConditionFault(`closes with ${lexeme} what does not begin with it.`);
    throw new ConditionFault(kind === 'end' ? 'cannot be read: it ends too early.' : `cannot be read: Unexpected symbol: '${lexeme}'.`);
  }
}

function joined(parts: readonly Part[], join: (tests: readonly Test[]) => Test): Part {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  return { kind: 'test', test: join(parts.map((part) => testOf(part, 'Each side of `and` and `or`'))) };
}

function notWrittenOut(): ConditionFault {
  return new ConditionFault('reads something by a name that is not written out.');
}

/** The text between `${{` and `}}`. The one object of a condition stands for it wherever it is evaluated. */
export interface Condition {
  readonly text: string;
}

/** It holds for every artifact but for those that an exception is true of. */
export interface RequiredRule {
  readonly required: boolean;
  readonly exceptions: readonly { readonly if: Condition }[];
}

/** Every artifact must have it; with `if`, every artifact that this is true of. */
export interface AttestationRule {
  readonly if: Condition | null;
  /** `*` is any name. */
  readonly name: string;
  /** `junit`, …, `custom:<name>`; `*` is any type. */
  readonly type: string;
  readonly must_be_compliant: boolean;
  /** `null` is any control. */
  readonly for_control: string | null;
}

/** For each artifact that runs in an environment, with all defaults filled in. */
export interface PolicyRules {
  readonly provenance: RequiredRule;
  readonly 'trail-compliance': RequiredRule;
  readonly attestations: readonly AttestationRule[];
}

export interface Policy {
  readonly name: string;
  readonly version: number;
  readonly rules: PolicyRules;
}

/** For an artifact on a trail, or for that trail: the latest of its name. */
interface AttestationOfArtifact {
  readonly name: string;
  readonly type: string;
  readonly compliant: boolean;
  readonly control?: string;
  /** Why it is a no although its latest record says yes. */
  readonly reason?: string;
}

export interface Provenance {
  readonly flow: string;
  readonly tags: Readonly<Record<string, string>>;
  /** Absent where it was reported without a trail. */
  readonly trail?: string;
  /** The artifact's state on the trail: `COMPLIANT`, `NON-COMPLIANT`, `INCOMPLETE`; absent where nothing was decided. */
  readonly status?: string;
  /** Why that is a no although its records were decided as a yes. */
  readonly reason?: string;
  readonly attestations: readonly AttestationOfArtifact[];
}

export interface ArtifactFacts {
  readonly name: string;
  readonly fingerprint: string;
  /** An artifact without provenance has none. */
  readonly provenance: readonly Provenance[];
}

const compiled = new WeakMap<Condition, Test>();

/** `undefined` when it can be one. */
export function conditionFault(condition: Condition): string | undefined {
  try {
    compile(condition);
    return undefined;
  } catch (error) {
    if (error instanceof ConditionFault) return error.message;
    throw error;
  }
}

/** `undefined` when that cannot be decided, which is never a yes to anything. */
export function decideCondition(condition: Condition, context: ConditionContext): boolean | undefined {
  try {
    return compile(condition)(context);
  } catch (error) {
    if (error instanceof Undecided || error instanceof ConditionFault) return undefined;
    throw error;
  }
}

function compile(condition: Condition): Test {
  let test = compiled.get(condition);
  if (test === undefined) {
    test = testOf(parse(condition.text), 'The whole');
    compiled.set(condition, test);
  }
  return test;
}
