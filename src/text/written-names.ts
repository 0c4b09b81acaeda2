import { distance } from 'fastest-levenshtein';

/**
 * The known name that was probably meant: one that differs by case and separators, or by a typing mistake for every four
 * letters, or the only one that shares all words. Names with other numbers are meant to differ.
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  // The time grows with the product of both lengths.
  const others = known.filter((other) => other !== name && name.length + other.length <= 400 && numbersIn(other) === numbersIn(name));
  const counts = others.map((other) => mistakes(lettersOf(name), lettersOf(other)));
  const fewest = Math.min(...counts);
  if (fewest < Infinity) return others[counts.indexOf(fewest)];
  const alike = others.filter((other) => sharesAll(name, other) || sharesAll(other, name));
  return alike.length === 1 ? alike[0] : undefined;
}

/** `Did you mean gate? `, or nothing. */
export function didYouMean(name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  return meant === undefined ? '' : `Did you mean ${meant}? `;
}

function mistakes(one: string, other: string): number {
  const steps = distance(one, other);
  // Letters that changed places take two steps, and are the smallest mistake: three letters are enough for it.
  const count = steps === 2 && sorted(one) === sorted(other) ? 0.75 : steps;
  return one !== '' && count * 4 <= Math.max(one.length, other.length) ? count : Infinity;
}

function lettersOf(name: string): string {
  return wordsIn(name).join('');
}

function sorted(name: string): string {
  return Array.from(name).toSorted().join('');
}

function numbersIn(name: string): string {
  return (name.match(/\d+/g) ?? []).join();
}

function sharesAll(name: string, of: string): boolean {
  const words = wordsIn(of);
  return words.length > 0 && words.every((word) => wordsIn(name).includes(word));
}

function wordsIn(name: string): readonly string[] {
  return name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** In a name, it mostly comes from a value of a matrix. */
const version = /v?\d+(?:\.\d+)+/;

export interface AroundDot {
  /** One name for all legs. */
  readonly oneName: string;
  readonly advice: string;
}

/**
 * The ways out for a name with a dot in it that a value of a matrix brought, as in `unit-tests-3.11`; `undefined` where it has no such
 * value. `leg`: the values of its leg by their keys, where they are known.
 */
export function aroundDot(name: string, leg: object = {}): AroundDot | undefined {
  const known = Object.entries(leg)
    .map(([key, value]) => ({ key, text: String(value), yaml: typeof value === 'number' ? String(value) : `'${String(value)}'` }))
    .filter(({ key, text }) => /^[A-Za-z_][\w-]*$/.test(key) && /^[\w,-]*\.[\w.,-]*$/.test(text) && name.includes(text))
    .toSorted((one, other) => other.text.length - one.text.length);
  const [text] = version.exec(name) ?? [];
  const values = known.length > 0 || text === undefined ? known : [{ key: '<its key>', text, yaml: `'${text}'` }];
  if (values.length === 0) return undefined;
  const oneName = values
    .reduce((rest, value) => rest.replace(value.text, ''), name)
    .replaceAll(/([-_])[-_]+/g, '$1')
    .replaceAll(/^[-_]+|[-_]+$/g, '');
  if (!/^[\w,-]*$/.test(oneName)) return undefined;
  const written = values.reduce((rest, value) => rest.replace(value.text, () => `\${{ matrix.${value.key}-id }}`), name);
  const second = values.map((value) => `\`- {${value.key}: ${value.yaml}, ${value.key}-id: '${value.text.replaceAll('.', '-')}'}\``);
  return {
    oneName: oneName === '' ? '<its name>' : oneName,
    advice: `A name of evidence holds no dot. Let all legs of a matrix record under one name, such as ${oneName === '' ? 'unit-tests' : oneName}: each counts by itself. Or give each leg a second value without a dot in \`include:\` of the matrix, as ${second.join(' and ')}, and write \`${written}\``,
  };
}

interface PatternLine {
  /** It takes away what the lines before it found. */
  readonly isExclude: boolean;
  readonly pattern: string;
}

/** One `!` excludes and a second one takes that back, as @actions/glob has it: `!!a` is `a`. Blanks between are passed over. */
export function readPatternLine(line: string): PatternLine {
  const marks = /^(?:!\s*)*/.exec(line)?.[0] ?? '';
  return { isExclude: marks.replace(/\s/g, '').length % 2 === 1, pattern: line.slice(marks.length) };
}

/**
 * The text of a file that a person wrote: UTF-8, or the encoding that its first bytes name. Editors and shells of Windows mark
 * their files: UTF-8 with a mark would be no JSON, and UTF-16 is the output of `>` in its older shell. Bytes that are not UTF-8
 * come out marked as such (U+FFFD).
 */
export function decodeText(bytes: Buffer): string {
  const [first, second] = bytes;
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

/** A text in UTF-8, in pieces that all lie in one buffer, because the memory of separate ones is given back late: each is used at once. */
export function* encodedIn(room: Uint8Array, text: string): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (let rest = text; rest !== '';) {
    const { read, written } = encoder.encodeInto(rest, room);
    yield room.subarray(0, written);
    rest = rest.slice(read);
  }
}
