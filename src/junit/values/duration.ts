/**
 * Whole nanoseconds of a `time` attribute, so that sums carry no float noise. A bare number is cut to whole microseconds
 * first, because the vendor's client does so case by case (measured, v2.43.1), and the sums are to be the same.
 * `undefined` for what is no time: empty, NaN, Infinity, negative, other text.
 *
 * `1,234.56` and `1,234` group thousands (Surefire). A comma is the decimal mark where it cannot group: after a lone `0`,
 * before other than three digits, or after a dot (`0,160`, `12,5`, `1.234,5`). Also `1e-3`, `hh:mm:ss.f`, Go's `1m2s`,
 * and ISO 8601's `PT1M2S`.
 * `unit` is that of bare numbers.
 */
export function nanoseconds(text: string, unit: 's' | 'ms' = 's'): number | undefined {
  const micros = unit === 's' ? 1e6 : 1e3;
  const plain = plainDecimal(text);
  if (plain !== undefined) return Math.trunc(plain * micros) * 1000;
  const time = text.trim();
  if (time.length > 64) return undefined;
  if (negativeZero.test(time)) return 0;
  if (decimal.test(time)) return wholeMicroseconds(Number(time) * micros);
  if (grouped.test(time)) return wholeMicroseconds(Number(ungroup(time)) * micros);
  const clock = clockTime.exec(time) ?? isoDuration.exec(time);
  if (clock !== null) return clockNanoseconds(clock.slice(1));
  if (goDuration.test(time)) return whole(goNanoseconds(time));
  return undefined;
}

/** Digits with at most one dot, 15 in all: such a number is exact in one division, and nearly all times have this form. */
function plainDecimal(text: string): number | undefined {
  const { length } = text;
  if (length === 0 || length > 16) return undefined;
  let digits = 0;
  let dot = -1;
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 0x30 && code <= 0x39) digits = digits * 10 + code - 0x30;
    else if (code === 0x2e && dot < 0) dot = index;
    else return undefined;
  }
  if (dot < 0) return length <= 10 ? digits : undefined;
  return length === 1 || dot > 10 ? undefined : digits / (powersOfTen[length - dot - 1] ?? 1);
}

const powersOfTen = Array.from({ length: 16 }, (_, power) => 10 ** power);

const decimal = /^\+?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,4})?$/;
// Go writes it for a test that the end of the process cut short.
const negativeZero = /^-0+(?:\.0*)?$/;
// Digits in groups separated by commas, dots, apostrophes or (no-break) spaces.
const grouped = /^\d*(?:[.,'’ \u00A0\u202F]\d+)+$/;
const clockTime = /^(?:(\d{1,7})\.)?(?:(\d{1,9}):)?(\d{1,9}):(\d{1,2}(?:[.,]\d+)?)$/;
// `PT1.5S`, as Java and Kotlin write a duration.
const isoDuration = /^P(?:(\d{1,7})D)?T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:[.,]\d+)?)S)?$/i;
const goDuration = /^(?:\d+(?:\.\d*)?\s*(?:ns|us|µs|μs|ms|msec|s|secs?|seconds?|m|mins?|h)\s*)+$/;
const goParts = /(\d+(?:\.\d*)?)\s*([a-zµμ]+)/g;

// A thousand years: a longer time is garbage, and sums would leave the exact integers.
const longest = 1e9 * 86_400 * 366_000;

function whole(value: number): number | undefined {
  return value <= longest ? Math.trunc(value) : undefined;
}

function wholeMicroseconds(value: number): number | undefined {
  return whole(Math.trunc(value) * 1e3);
}

function ungroup(time: string): string {
  const plain = time.replace(/['’ \u00A0\u202F]/g, '');
  const comma = plain.lastIndexOf(',');
  const dot = plain.lastIndexOf('.');
  if (comma < 0) return plain.indexOf('.') === dot ? plain : plain.replaceAll('.', '');
  if (dot > comma) return plain.replaceAll(',', '');
  const isDecimal = dot >= 0 || plain.slice(comma + 1).length !== 3 || /^0*$/.test(plain.slice(0, comma));
  const integer = plain.slice(0, comma).replace(/[.,]/g, '');
  return isDecimal ? `${integer}.${plain.slice(comma + 1)}` : integer + plain.slice(comma + 1);
}

/** Nanoseconds from days, hours, minutes and seconds, as far as they are given. */
function clockNanoseconds(parts: readonly (string | undefined)[]): number | undefined {
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => (part === undefined ? 0 : Number(part.replace(',', '.'))));
  return whole((days * 86_400 + hours * 3600 + minutes * 60 + seconds) * 1e9);
}

function goNanoseconds(time: string): number {
  let sum = 0;
  for (const [, number, unit] of time.matchAll(goParts)) sum += Number(number) * (goUnits.get(unit ?? '') ?? 1e9);
  return sum;
}

const goUnits: ReadonlyMap<string, number> = new Map([
  ['ns', 1],
  ['us', 1e3],
  ['µs', 1e3],
  ['μs', 1e3],
  ['ms', 1e6],
  ['msec', 1e6],
  ['m', 6e10],
  ['min', 6e10],
  ['mins', 6e10],
  ['h', 3.6e12],
]);
