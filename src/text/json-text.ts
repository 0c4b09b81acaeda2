import { isObject, stringAt } from './values.ts';

/** Bounds, so that the cost of a text is known before it is read. */
export interface JsonBounds {
  /** Lists and objects inside of each other. */
  readonly depth: number;
  /** Lists, objects, strings, numbers and words, all together. */
  readonly values: number;
  /** Each name counts once however often it is used: a new name costs far more than a known one. */
  readonly names: number;
}

export interface JsonProblem {
  /** Where, such as `junit_results[0].failures`; '' is the whole text. */
  readonly path: string;
  /** A sentence that begins after the path. */
  readonly sentence: string;
}

interface Open {
  /** A list has none. */
  readonly names: Set<string> | undefined;
  step: string | number;
}

/**
 * Reads a JSON text once, from its start to its end, and stops at the first thing that is not allowed: a name that an
 * object has twice (readers differ in which one they take), more than the bounds, a number that no reader can hold, or
 * half of a surrogate pair. Made to run before `JSON.parse`, which is still the judge of what is JSON at all: of a text
 * that is not, this may say anything.
 */
export function jsonProblem(text: string, bounds: JsonBounds): JsonProblem | undefined {
  const stack: Open[] = [];
  const names = new Set<string>();
  let values = 0;
  let top: Open | undefined;
  let nameIsNext = false;
  const problem = (sentence: string): JsonProblem => ({ path: pathOf(stack), sentence });
  const isOver = () => (values += 1) > bounds.values;
  const tooMany = () => problem(`is one value too many: at most ${bounds.values} are taken. Send less, or attach it as a file.`);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    switch (code) {
      case 0x20: // the four kinds of white space, and the colon
      case 0x09:
      case 0x0a:
      case 0x0d:
      case 0x3a:
        continue;
      case 0x2c: // ,
        if (top?.names !== undefined) nameIsNext = true;
        else if (typeof top?.step === 'number') top.step += 1;
        continue;
      case 0x5d: // ]
      case 0x7d: // }
        stack.pop();
        top = stack.at(-1);
        nameIsNext = false;
        continue;
      case 0x22: {
        const end = endOfString(text, at);
        const string = end === undefined ? undefined : decoded(text.slice(at + 1, end));
        if (end === undefined || string === undefined) return undefined;
        at = end;
        if (!string.isWellFormed()) return problem('has half of a surrogate pair, which is no text.');
        if (!nameIsNext || top?.names === undefined) {
          if (isOver()) return tooMany();
          continue;
        }
        nameIsNext = false;
        top.step = string;
        if (top.names.has(string)) return problem('is there twice: say it once.');
        top.names.add(string);
        names.add(string);
        if (names.size > bounds.names) return problem(`is one name too many: at most ${bounds.names} different ones are taken.`);
        continue;
      }
      case 0x5b: // [
      case 0x7b: // {
        if (isOver()) return tooMany();
        if (stack.length === bounds.depth) return problem(`is nested deeper than ${bounds.depth} levels: make it flatter.`);
        top = code === 0x7b ? { names: new Set(), step: '' } : { names: undefined, step: 0 };
        stack.push(top);
        nameIsNext = code === 0x7b;
        continue;
      default: {
        if (isOver()) return tooMany();
        const end = endOfWord(text, at);
        // No shorter number is infinite, unless it has an exponent.
        if ((end - at > 300 || /[eE]/.test(text.slice(at, end))) && !Number.isFinite(numberOf(text.slice(at, end))))
          return problem('has a number that is too large for any reader of JSON.');
        at = end - 1;
      }
    }
  }
  return undefined;
}

/** The place of its last quote. Every character is looked at once. */
export function endOfString(text: string, start: number): number | undefined {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (text.charCodeAt(quote - 1 - slashes) === 0x5c) slashes += 1;
    if (slashes % 2 === 0) return quote;
  }
  return undefined;
}

const wordEnd = /[\s,:\]}[{"]/g;

function endOfWord(text: string, start: number): number {
  wordEnd.lastIndex = start + 1;
  return wordEnd.exec(text)?.index ?? text.length;
}

/** `true` and `false` have an `e`, too. */
function numberOf(word: string): number {
  return /^[-\d]/.test(word) ? Number(word) : 0;
}

/** So that `"\u0061"` and `"a"` are one name. */
function decoded(raw: string): string | undefined {
  if (!raw.includes('\\')) return raw;
  try {
    const value: unknown = JSON.parse(`"${raw}"`);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A long one is cut, because an answer repeats it. */
function pathOf(stack: readonly Open[]): string {
  const whole = stack.slice(0, 16).reduce((path, { step }) => {
    if (typeof step === 'number') return `${path}[${step}]`;
    return path === '' ? cut(step) : `${path}.${cut(step)}`;
  }, '');
  return stack.length > 16 ? `${whole}…` : whole;
}

function cut(name: string): string {
  return (name.length > 100 ? `${name.slice(0, 99)}…` : name).toWellFormed();
}

/** Part of the language since ES2025; the compiler's library does not know it yet. */
declare global {
  interface JSON {
    rawJSON(text: string): object;
    isRawJSON(value: unknown): boolean;
  }
}

/** `read` gets the text of a number, and the double that is nearest. */
export function parseNumbers(text: string, read: (source: string, value: number) => unknown): unknown {
  // The compiler's library does not know the third argument either.
  const value: unknown = JSON.parse(text, (...[, inner, context]: readonly unknown[]) => {
    const source = stringAt(context, 'source');
    return typeof inner === 'number' && source !== undefined ? read(source, inner) : inner;
  });
  return value;
}

/** Numbers with fewer digits are not rounded when they are read. */
const fewest = 16;

/** Most JSON holds no such number, and is looked at in leaps. */
export function mayBeRounded(text: string): boolean {
  for (let at = fewest - 1; at < text.length; at += fewest) {
    if (!isDigit(text, at)) continue;
    let [from, to] = [at, at + 1];
    while (from > 0 && isDigit(text, from - 1)) from -= 1;
    while (to < text.length && isDigit(text, to)) to += 1;
    if (to - from >= fewest) return true;
  }
  return false;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

/** A number that a double would round is kept as its text. */
export function parseExact(text: string): unknown {
  if (!mayBeRounded(text)) {
    const value: unknown = JSON.parse(text);
    return value;
  }
  return parseNumbers(text, (source, value) => (decimal(source) === decimal(String(value)) ? value : JSON.rawJSON(source)));
}

export function isExactNumber(value: unknown): boolean {
  return JSON.isRawJSON(value);
}

/** Digits without zeros at either end, and where the point is. */
function decimal(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  return kept === '' ? '0' : `${sign}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`;
}

/** RFC 6901: `a`, `0` and `b` in `/a/0/b`. */
export function pointerParts(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** For example `a[0].b`; it begins with `prefix`. */
export function pointerPath(pointer: string, prefix: string): string {
  return pointerParts(pointer).reduce((path, part) => {
    if (path === '') return part;
    return /^\d+$/.test(part) ? `${path}[${part}]` : `${path}.${part}`;
  }, prefix);
}

/** The same text for the same value, whichever way it was written. Levels deeper than `deepest` are left out. */
export function sortedJson(value: unknown, deepest = Infinity): string {
  return JSON.stringify(sortKeys(value, deepest));
}

function sortKeys(value: unknown, deepest: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (deepest === 0) return '…';
  if (!isObject(value)) return Object.values(value).map((item: unknown) => sortKeys(item, deepest - 1));
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sortKeys(inner, deepest - 1)]));
}
