import { callOf, comparisonOf, fieldOf, listOf, literalOf, type Part, type Test, testOf } from './parts.ts';
import { ConditionFault, type Token, tokensOf } from './tokens.ts';

/** Bounds of ours: of brackets and `not` within each other, and of the values of a list. */
const deepest = 50;
const longestList = 100;

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']' };
const orders = new Set(['==', '!=', '<', '<=', '>', '>=']);

/** Parses a condition. `or` binds loosest, then `and`, then `not`, which is about the whole comparison behind it. */
export function parse(text: string): Part {
  const tokens = tokensOf(text);
  if (tokens.length < 2) throw new ConditionFault('is empty: say what must be true.');
  return new Parser(tokens).whole();
}

class Parser {
  readonly #tokens: readonly Token[];
  /** The brackets that are open, and each `not` whose end is not reached. */
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
    return orders.has(this.#next.lexeme) ? this.#take().lexeme : undefined;
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

  /** A part that has no fields. */
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

  /** The parts of a list or of a call, up to the bracket that ends it. */
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

/** Several parts, each a question of yes or no, as one; one part alone as it is. */
function joined(parts: readonly Part[], join: (tests: readonly Test[]) => Test): Part {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  return { kind: 'test', test: join(parts.map((part) => testOf(part, 'Each side of `and` and `or`'))) };
}

function notWrittenOut(): ConditionFault {
  return new ConditionFault('reads something by a name that is not written out.');
}
