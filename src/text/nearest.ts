import { distance } from 'fastest-levenshtein';

/** Longer names are compared with nothing: the time grows with the product of both lengths. */
const longest = 200;

/**
 * The known name that was probably meant by another: first one that differs by case or by what stands between its words, then
 * by a typing mistake for every four letters, then the only one that has all words of it, or the other way round. `undefined`
 * where none is so near. Names that differ in their numbers are meant to differ.
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > longest) return undefined;
  const others = known.filter((other) => other !== name && other.length <= longest && numbersOf(other) === numbersOf(name));
  let best: string | undefined;
  let fewest = Infinity;
  for (const other of others) {
    const count = mistakes(plain(name), plain(other));
    if (count < fewest) [best, fewest] = [other, count];
  }
  if (best !== undefined) return best;
  const alike = others.filter((other) => hasAllWords(name, other) || hasAllWords(other, name));
  return alike.length === 1 ? alike[0] : undefined;
}

/** The beginning of an advice, or nothing: `Did you mean gate? `. */
export function didYouMean(name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  return meant === undefined ? '' : `Did you mean ${meant}? `;
}

/** Typing mistakes between two names; `Infinity` where they are more than one for every four letters. */
function mistakes(one: string, other: string): number {
  if (one === '') return Infinity;
  const steps = distance(one, other);
  // Two letters that changed places take two steps, and are the smallest mistake: three letters are enough for it.
  const count = steps === 2 && sorted(one) === sorted(other) ? 0.75 : steps;
  return count * 4 <= Math.max(one.length, other.length) ? count : Infinity;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function sorted(name: string): string {
  return Array.from(name).toSorted().join('');
}

function numbersOf(name: string): string {
  return (name.match(/\d+/g) ?? []).join(' ');
}

function hasAllWords(name: string, of: string): boolean {
  const words = wordsOf(name);
  return wordsOf(of).every((word) => words.includes(word));
}

function wordsOf(name: string): readonly string[] {
  return name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [name];
}
