/**
 * A count in an attribute of a suite: a whole number; `none` for a value that stands for no number (empty, `NaN`, `-1`, a word); `unclear`
 * for a value with a number that cannot be read, which must not pass for zero.
 */
type Count = number | 'none' | 'unclear';

/** A larger count is garbage, and sums would leave the exact integers. */
const largest = 1e12;

// Nearly all counts have this form.
const plain = /^\d{1,12}$/;
// A comma groups thousands only where three digits follow.
const grouped = /^\+?\d+(?:,\d{3})+(?:\.\d*)?$/;
const decimal = /^\+?(?:\d+[.,]?\d*|[.,]\d+)(?:e[+-]?\d+)?$/i;
const negative = /^[-\u2212]\s*[\d.,]/;
// No reporter writes digits of other scripts: what holds one is not read, and does not pass for zero.
const telling = /[1-9]|(?!\d)\p{N}|∞|^\+?inf(?:inity)?$|&[^\s;&]+;/iu;

/** Any part of a test counts as one: `1.5` is 2. */
export function readCount(text: string): Count {
  if (plain.test(text)) return Number(text);
  const count = text.trim();
  if (grouped.test(count)) return bounded(Number(count.replaceAll(',', '')));
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
  if (decimalDuration.test(time)) return wholeMicroseconds(Number(time) * micros);
  if (groupedDuration.test(time)) return wholeMicroseconds(Number(ungroup(time)) * micros);
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

const decimalDuration = /^\+?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,4})?$/;
// Go writes it for a test that the end of the process cut short.
const negativeZero = /^-0+(?:\.0*)?$/;
// Digits in groups separated by commas, dots, apostrophes or (no-break) spaces.
const groupedDuration = /^\d*(?:[.,'’ \u00A0\u202F]\d+)+$/;
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

/**
 * Unix seconds of a `timestamp` attribute, in any of the shapes that test frameworks write: ISO 8601 with `Z`, an offset
 * or ` UTC`, with `T` or a space, with a fraction or without seconds; a date alone; RFC 1123; the JDK's GMT and
 * `toString` forms; epoch seconds or milliseconds. No zone means UTC. Fractions are cut off, as the interface wants
 * whole seconds. `undefined` for what is no moment, and for the sentinels that stand for one: 0, 1970-01-01, year 1.
 */
export function unixSeconds(text: string): number | undefined {
  const time = text.trim();
  if (time.length > 64) return undefined;
  const seconds = epoch(time) ?? iso(time) ?? named(time);
  return seconds !== undefined && seconds >= 86_400 && seconds < latest ? Math.floor(seconds) : undefined;
}

/** The zero of a clock, as Go, .NET, Python and C write it. */
export function isZeroTime(text: string): boolean {
  return /^(?:0+|(?:0001|1970)-01-01(?:[T ]00:00(?::00(?:\.0+)?)?(?:Z|[+-]00:?00)?)?)$/.test(text.trim());
}

// Year 3000.
const latest = 32_503_680_000;

function epoch(time: string): number | undefined {
  if (!/^\d{9,13}(?:\.\d+)?$/.test(time)) return undefined;
  const number = Number(time);
  return number >= 1e11 ? number / 1000 : number;
}

const isoForm =
  /^(\d{4})[-/]?(\d{2})[-/]?(\d{2})(?:(?:T|\s)\s*(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,:](\d{1,12}))?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2}(?::?\d{2})?)?)?(?:\[[^\]]*\])?)?$/i;

function iso(time: string): number | undefined {
  const match = isoForm.exec(time);
  if (match === null) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', , zone = 'Z'] = match;
  return moment(Number(year), Number(month), Number(day), Number(hour), Number(minute), Number(second), offsetOf(zone));
}

// `Mon, 02 Jan 2006 15:04:05 GMT`, `2 Jan 2006 15:04:05 GMT`, and `Mon Jan 02 15:04:05 UTC 2006`.
const dayFirst =
  /^(?:[a-z]{3,9},?\s+)?(\d{1,2})[\s-]([a-z]{3,9})\.?[\s-](\d{4}),?\s+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([a-z]{1,5}|[+-]\d{2}:?\d{2})?$/i;
const monthFirst =
  /^(?:[a-z]{3,9},?\s+)?([a-z]{3,9})\.?\s+(\d{1,2}),?\s+(?:(\d{4}),?\s+)?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([a-z]{1,5}|[+-]\d{2}:?\d{2})?(?:\s+(\d{4}))?$/i;

function named(time: string): number | undefined {
  const first = dayFirst.exec(time);
  if (first !== null) {
    const [, day, month, year, hour, minute, second = '0', zone = 'Z'] = first;
    return moment(Number(year), monthOf(month), Number(day), Number(hour), Number(minute), Number(second), offsetOf(zone));
  }
  const second = monthFirst.exec(time);
  if (second === null) return undefined;
  const [, month, day, early, hour, minute, seconds = '0', zone = 'Z', late] = second;
  return moment(Number(early ?? late), monthOf(month), Number(day), Number(hour), Number(minute), Number(seconds), offsetOf(zone));
}

function monthOf(name = ''): number {
  return months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

// The abbreviations of RFC 822, and those of Europe that the JDK writes; others name several zones.
const zones: ReadonlyMap<string, number> = new Map([
  ['Z', 0],
  ['UT', 0],
  ['UTC', 0],
  ['GMT', 0],
  ['WET', 0],
  ['BST', 1],
  ['CET', 1],
  ['WEST', 1],
  ['CEST', 2],
  ['EET', 2],
  ['EEST', 3],
  ['EST', -5],
  ['EDT', -4],
  ['CST', -6],
  ['CDT', -5],
  ['MST', -7],
  ['MDT', -6],
  ['PST', -8],
  ['PDT', -7],
]);

/** Seconds east of UTC; NaN for a zone that we do not know. */
function offsetOf(zone: string): number {
  const hours = zones.get(zone.toUpperCase());
  if (hours !== undefined) return hours * 3600;
  const match = /^([+-])(\d{2}):?(\d{2})?:?(\d{2})?$/.exec(zone);
  if (match === null) return Number.NaN;
  const [, sign, hour, minute = '0', second = '0'] = match;
  return (Number(hour) * 3600 + Number(minute) * 60 + Number(second)) * (sign === '-' ? -1 : 1);
}

function moment(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  offset: number,
): number | undefined {
  const milliseconds = Date.UTC(year, month - 1, day, hour, minute, Math.min(second, 59));
  const date = new Date(milliseconds);
  // Date.UTC rolls over (month 38, 30 February), so a moment in another month than its text says is not real.
  const isReal = date.getUTCMonth() === month - 1 && hour < 24 && minute < 60 && second <= 60;
  return isReal && Number.isFinite(offset) ? milliseconds / 1000 + (second === 60 ? 1 : 0) - offset : undefined;
}
