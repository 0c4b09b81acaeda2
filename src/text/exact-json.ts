import { stringAt } from './value-at.ts';

/** Part of the language since ES2025; the compiler's library does not know it yet. */
declare global {
  interface JSON {
    rawJSON(text: string): object;
    isRawJSON(value: unknown): boolean;
  }
}

/** JSON in which each number is what `read` makes of it: of its text, and of the double that is nearest. */
export function parseNumbers(text: string, read: (source: string, value: number) => unknown): unknown {
  // The compiler's library does not know the third argument either.
  const value: unknown = JSON.parse(text, (...[, inner, context]: readonly unknown[]) => {
    const source = stringAt(context, 'source');
    return typeof inner === 'number' && source !== undefined ? read(source, inner) : inner;
  });
  return value;
}

/** The fewest digits of a number that is rounded when it is read. */
const fewest = 16;

/** Whether a text may hold a number that is rounded when it is read. Most JSON that is read holds none, and is looked at in leaps. */
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

/** JSON whose numbers are written again as they were read: one that a double would round is kept as its text. */
export function parseExact(text: string): unknown {
  if (!mayBeRounded(text)) {
    const value: unknown = JSON.parse(text);
    return value;
  }
  return parseNumbers(text, (source, value) => (decimal(source) === decimal(String(value)) ? value : JSON.rawJSON(source)));
}

/** Whether a value is a number that is kept as its text. */
export function isExactNumber(value: unknown): boolean {
  return JSON.isRawJSON(value);
}

/** One text for one number: its digits without zeros at either end, and where the point is. */
function decimal(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  return kept === '' ? '0' : `${sign}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`;
}
