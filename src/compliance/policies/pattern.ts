/** The message says why, and what to write. */
export class ConditionFault extends Error {
  override readonly name = 'ConditionFault';
}

/** A word or a sign is its own `lexeme`. The end of a condition is a token too, with an empty one. */
export type Token = { readonly lexeme: string } & (
  | { readonly kind: 'name' | 'sign' | 'end' }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'number'; readonly value: number }
);

/** Longest condition, in characters (ours). */
const longest = 2000;

/** A text in quotes ends at the quote that it began with; in single ones, a doubled quote stands for one. */
const token =
  /\s*(?:(?<text>'(?:[^']|'')*'|"[^"]*")|(?<number>[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?(?![\w.-]))|(?<name>[A-Za-z_][\w-]*)|(?<sign>[=!<>]=|&&|\|\||[<>!*()[\],.])|(?<end>$))/y;

/** Signs of other languages that people know, and what a condition says in their place. */
const others: ReadonlyMap<string, string> = new Map([
  ['&&', 'and'],
  ['||', 'or'],
  ['!', 'not'],
  ['*', 'a name'],
]);

export function tokensOf(text: string): readonly Token[] {
  if (text.length > longest) throw new ConditionFault(`is longer than ${longest} characters: take it apart.`);
  const tokens: Token[] = [];
  for (let at = 0, ended = false; !ended; at = token.lastIndex) {
    token.lastIndex = at;
    const found = token.exec(text)?.groups;
    if (found === undefined) throw new ConditionFault(`cannot be read: Unexpected symbol: '${text.slice(at).trimStart().slice(0, 20)}'.`);
    const next = tokenOf(found);
    tokens.push(next);
    ended = next.kind === 'end';
  }
  return tokens;
}

function tokenOf({ text, number, name, sign }: Readonly<Record<string, string | undefined>>): Token {
  if (text !== undefined) {
    const inner = text.slice(1, -1);
    return { kind: 'text', lexeme: text, value: text.startsWith("'") ? inner.replaceAll("''", "'") : inner };
  }
  if (number !== undefined) return { kind: 'number', lexeme: number, value: Number(number) };
  if (name !== undefined) return { kind: 'name', lexeme: name };
  if (sign === undefined) return { kind: 'end', lexeme: '' };
  const instead = others.get(sign);
  if (instead !== undefined) throw new ConditionFault(`says ${sign}: write ${instead}.`);
  return { kind: 'sign', lexeme: sign };
}

/** One step of a pattern's program. A step that takes nothing leads on at once; `take` and `assert` lead to the next one. */
type Step =
  | { readonly kind: 'take'; readonly takes: (character: string) => boolean }
  | { readonly kind: 'assert'; readonly isMet: (before: string, after: string) => boolean }
  | { readonly kind: 'fork'; to: readonly number[] };

/** Bounds of ours: of a pattern, of what a repetition writes out, and of the text that is looked through. */
const longestPattern = 500;
const mostSteps = 1000;
const longestText = 8192;

/**
 * Whether a text holds what a regular expression describes, in time that grows with the two lengths alone: the engine of
 * JavaScript can take years for a pattern such as `(a+)+$`, and a person who may write a policy may not stop the service. All
 * states are followed at once (Thompson 1968). It knows what is regular: no back-references and no looking around.
 */
export function compilePattern(source: string): (text: string) => boolean {
  if (source.length > longestPattern) throw fault(source, `is longer than ${longestPattern} characters`);
  const steps = new Program(source).steps();
  return (text) => {
    if (text.length > longestText) return false;
    const characters = Array.from(text);
    let states = new Set<number>();
    for (let at = 0; at <= characters.length; at += 1) {
      const [before, here] = [characters[at - 1] ?? '', characters[at] ?? ''];
      // Anywhere in the text it may begin.
      const reached = closure(steps, [...states, 0], before, here);
      if (reached.has(steps.length)) return true;
      states = new Set();
      for (const state of reached) {
        const step = steps[state];
        if (step?.kind === 'take' && step.takes(here)) states.add(state + 1);
      }
    }
    return false;
  };
}

/** Every state that is reached without taking a character. The one behind the last step is the end. */
function closure(steps: readonly Step[], from: readonly number[], before: string, after: string): ReadonlySet<number> {
  const reached = new Set<number>();
  const waiting = [...from];
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    if (reached.has(state)) continue;
    reached.add(state);
    const step = steps[state];
    if (step?.kind === 'fork') waiting.push(...step.to);
    if (step?.kind === 'assert' && step.isMet(before, after)) waiting.push(state + 1);
  }
  return reached;
}

const isWord = (character: string): boolean => /\w/.test(character);
const assertions: Readonly<Record<string, (before: string, after: string) => boolean>> = {
  '^': (before) => before === '',
  $: (_, after) => after === '',
  '\\b': (before, after) => isWord(before) !== isWord(after),
  '\\B': (before, after) => isWord(before) === isWord(after),
};

const single = /\[\^?(?:[^\]\\]|\\.)*\]|\\[^\dkpPcuxbB]|[^\\()[\]{}|*+?^$]/uy;
const repetition = /(?:[*+?]|\{\d{1,3}(?:,\d{0,3})?\})\??/y;

class Program {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  steps(): readonly Step[] {
    const steps = this.#alternatives();
    if (this.#at < this.#source.length) throw fault(this.#source, `has a ${this.#source[this.#at]} without its beginning`);
    return steps;
  }

  /** Steps whose numbers begin at 0; each is moved to where it comes to stand. */
  #alternatives(): readonly Step[] {
    const ways = [this.#sequence()];
    while (this.#take('|')) ways.push(this.#sequence());
    return ways.reduceRight((rest, way) => [
      fork(1, way.length + 2),
      ...moved(way, 1),
      fork(way.length + 2 + rest.length),
      ...moved(rest, way.length + 2),
    ]);
  }

  #sequence(): readonly Step[] {
    let steps: readonly Step[] = [];
    // At the end there is the empty text, which any text includes.
    while (!'|)'.includes(this.#source.charAt(this.#at))) {
      const item = this.#item();
      const times = this.#match(repetition);
      const more = times === undefined ? item : repeated(item, times, this.#source);
      steps = joined(steps, more, this.#source);
    }
    return steps;
  }

  #item(): readonly Step[] {
    const isMet = Object.entries(assertions).find(([sign]) => this.#take(sign))?.[1];
    if (isMet !== undefined) return [{ kind: 'assert', isMet }];
    if (this.#take('(')) {
      if (!this.#take('?:') && this.#source[this.#at] === '?') throw fault(this.#source, 'has a group that begins with (? and is not (?:');
      const inside = this.#alternatives();
      if (!this.#take(')')) throw fault(this.#source, 'has a ( without its )');
      return inside;
    }
    const piece = this.#match(single);
    if (piece === undefined)
      throw fault(this.#source, `cannot go on with ${this.#source.slice(this.#at, this.#at + 2)} at character ${this.#at + 1}`);
    return [{ kind: 'take', takes: takerOf(piece, this.#source) }];
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }
}

/** JavaScript's own engine decides about one character: that cannot take long. */
function takerOf(piece: string, source: string): (character: string) => boolean {
  try {
    const one = new RegExp(`^${piece}$`, 'u');
    return (character) => one.test(character);
  } catch (cause) {
    throw fault(source, `has ${piece}, which is none`, { cause });
  }
}

function fork(...to: readonly number[]): Step {
  return { kind: 'fork', to };
}

function moved(steps: readonly Step[], by: number): readonly Step[] {
  return steps.map((step) => (step.kind === 'fork' ? fork(...step.to.map((each) => each + by)) : step));
}

function joined(steps: readonly Step[], more: readonly Step[], source: string): readonly Step[] {
  const all = [...steps, ...moved(more, steps.length)];
  if (all.length > mostSteps) throw fault(source, 'repeats too much');
  return all;
}

function repeated(item: readonly Step[], times: string, source: string): readonly Step[] {
  const [least, most] = timesOf(times);
  if (most < least) throw fault(source, `repeats from ${least} to ${most} times`);
  let steps: readonly Step[] = [];
  const then = (more: readonly Step[]): void => void (steps = joined(steps, more, source));
  for (let count = 0; count < least; count += 1) then(item);
  if (most === Infinity) then([fork(1, item.length + 2), ...moved(item, 1), fork(0)]);
  else for (let count = least; count < most; count += 1) then([fork(1, item.length + 1), ...moved(item, 1)]);
  return steps;
}

const signs: Readonly<Record<string, readonly [number, number]>> = { '*': [0, Infinity], '+': [1, Infinity], '?': [0, 1] };

/** The least and the most. Whether it is greedy does not matter to one who asks only whether it matches. */
function timesOf(times: string): readonly [number, number] {
  const known = signs[times.charAt(0)];
  if (known !== undefined) return known;
  const [least, most = least] = times.slice(1, times.indexOf('}')).split(',');
  return [Number(least), most === '' ? Infinity : Number(most)];
}

function fault(source: string, why: string, options?: ErrorOptions): ConditionFault {
  return new ConditionFault(`has the pattern ${JSON.stringify(source.slice(0, 80).toWellFormed())}, which ${why}.`, options);
}
