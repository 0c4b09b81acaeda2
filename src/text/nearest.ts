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

/** The beginning of an advice: `Did you mean gate? `, or nothing. */
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
