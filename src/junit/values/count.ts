/**
 * A count in an attribute of a suite: a whole number; `none` for a value that stands for no number (empty, `NaN`, `-1`, a word); `unclear`
 * for a value with a number that cannot be read, which must not pass for zero.
 */
export type Count = number | 'none' | 'unclear';

/** A larger count is garbage, and sums would leave the exact integers. */
const largest = 1e12;

// Nearly all counts have this form.
const plain = /^\d{1,12}$/;
// A comma, a blank or an apostrophe groups thousands only where three digits follow.
const grouped = /^\+?\d+(?:[,'’ \u00A0\u202F]\d{3})+(?:\.\d*)?$/;
const decimal = /^\+?(?:\d+[.,]?\d*|[.,]\d+)(?:e[+-]?\d+)?$/i;
const negative = /^[-\u2212]\s*[\d.,]/;
const telling = /[1-9]|\p{No}|\p{Nl}|∞|^\+?inf(?:inity)?$|&[^\s;&]+;/iu;

/** Any part of a test counts as one: `1.5` is 2. */
export function readCount(text: string): Count {
  if (plain.test(text)) return Number(text);
  const count = text.replace(/[^\p{ASCII}]/gu, asDigit).trim();
  if (grouped.test(count)) return bounded(Number(count.replace(/[^\d.]/g, '')));
  if (decimal.test(count)) {
    const value = Number(count.replace(',', '.'));
    // A value that is too small for a number is still more than nothing.
    return value === 0 && /^[^e]*[1-9]/i.test(count) ? 1 : bounded(value);
  }
  return telling.test(count) && !negative.test(count) ? 'unclear' : 'none';
}

function bounded(value: number): number {
  return Math.min(Math.ceil(value), largest);
}

/** Digits of other scripts, in which some languages write numbers, become ASCII; everything else stays. */
function asDigit(character: string): string {
  if (!/\p{Nd}/u.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  // The ten digits of a script are consecutive; the mathematical ones follow one another without a gap.
  if (code >= 0x1d7ce && code <= 0x1d7ff) return String((code - 0x1d7ce) % 10);
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}
