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
 * and ISO 8601's `PT1M2S`. `unit` is that of bare numbers.
 */
export function nanoseconds(text: string, unit: 's' | 'ms' = 's'): number | undefined {
  const micros = unit === 's' ? 1e6 : 1e3;
  const plain = plainDecimal(text);
  if (plain !== undefined) return Math.trunc(plain * micros) * 1000;
  const time = text.trim();
  if (time.length > 64) return undefined;
  if (negativeZero.test(time)) return 0;
  if (decimalDuration.test(time)) return wholeMicroseconds(Number(time) * micros);
  if (thousands.test(time)) return wholeMicroseconds(Number(time.replaceAll(',', '')) * micros);
  if (decimalComma.test(time)) return wholeMicroseconds(Number(time.replaceAll('.', '').replace(',', '.')) * micros);
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
const thousands = /^(?!0+,)\d+(?:,\d{3})+(?:\.\d+)?$/;
const decimalComma = /^(?:\d{1,3}(?:\.\d{3})+|\d*),\d+$/;
const clockTime = /^(?:(\d{1,9}):)?(\d{1,9}):(\d{1,2}(?:[.,]\d+)?)$/;
// `PT1.5S`, as Java and Kotlin write a duration.
const isoDuration = /^PT(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:[.,]\d+)?)S)?$/i;
const goDuration = /^(?:\d+(?:\.\d+)?(?:ns|us|µs|μs|ms|s|m|h))+$/;
const goParts = /([\d.]+)([a-zµμ]+)/g;
const goUnits: Readonly<Record<string, number>> = { ns: 1, us: 1e3, µs: 1e3, μs: 1e3, ms: 1e6, s: 1e9, m: 6e10, h: 3.6e12 };

// A thousand years: a longer time is garbage, and sums would leave the exact integers.
const longest = 1e9 * 86_400 * 366_000;

function whole(value: number): number | undefined {
  return value <= longest ? Math.trunc(value) : undefined;
}

function wholeMicroseconds(value: number): number | undefined {
  return whole(Math.trunc(value) * 1e3);
}

function clockNanoseconds(parts: readonly (string | undefined)[]): number | undefined {
  const [hours = 0, minutes = 0, seconds = 0] = parts.map((part) => (part === undefined ? 0 : Number(part.replace(',', '.'))));
  return whole((hours * 3600 + minutes * 60 + seconds) * 1e9);
}

function goNanoseconds(time: string): number {
  let sum = 0;
  for (const [, number, unit = ''] of time.matchAll(goParts)) sum += Number(number) * (goUnits[unit] ?? Number.NaN);
  return sum;
}

/**
 * Unix seconds of a `timestamp` attribute, in any of the shapes that test frameworks write: ISO 8601 with `Z`, an offset
 * or ` UTC`, with `T` or a space, with a fraction or without seconds; a date alone; RFC 1123; the JDK's GMT and
 * `toString` forms; epoch seconds or milliseconds. No zone means UTC. Fractions are cut off, as the interface wants
 * whole seconds. `undefined` for what is no moment, and for the sentinels that stand for one: 0, 1970-01-01, year 1.
 */
export function unixSeconds(text: string): number | undefined {
  const time = text.trim();
  if (time.length > 64) return undefined;
  const seconds = epoch(time) ?? calendar(time);
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
  /^(?<year>\d{4})[-/]?(?<month>\d{2})[-/]?(?<day>\d{2})(?:(?:T|\s)\s*(?<hour>\d{1,2}):?(?<minute>\d{2})(?::?(?<second>\d{2})(?:[.,:]\d{1,12})?)?\s*(?<zone>Z|UTC|GMT|[+-]\d{2}(?::?\d{2}(?::?\d{2})?)?)?(?:\[[^\]]*\])?)?$/i;
// `Mon, 02 Jan 2006 15:04:05 GMT`, `2 Jan 2006 15:04:05 GMT`, and `Mon Jan 02 15:04:05 UTC 2006`.
const dayFirst =
  /^(?:[a-z]{3,9},?\s+)?(?<day>\d{1,2})[\s-](?<month>[a-z]{3,9})\.?[\s-](?<year>\d{4}),?\s+(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,]\d+)?)?\s*(?<zone>[a-z]{1,5}|[+-]\d{2}:?\d{2})?$/i;
const monthFirst =
  /^(?:[a-z]{3,9},?\s+)?(?<month>[a-z]{3,9})\.?\s+(?<day>\d{1,2}),?\s+(?:(?<year>\d{4}),?\s+)?(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,]\d+)?)?\s*(?<zone>[a-z]{1,5}|[+-]\d{2}:?\d{2})?(?:\s+(?<late>\d{4}))?$/i;

function calendar(time: string): number | undefined {
  const { groups } = isoForm.exec(time) ?? dayFirst.exec(time) ?? monthFirst.exec(time) ?? {};
  if (groups === undefined) return undefined;
  const { hour = '0', late, minute = '0', month = '', second = '0', year = late, zone = 'Z' } = groups;
  const monthNumber = Number(month) || months.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  return moment([year, monthNumber, groups['day'], hour, minute, second], offsetOf(zone));
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

/** Year, month, day, hour, minute and second. */
function moment(parts: readonly unknown[], offset: number): number | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  const milliseconds = Date.UTC(year, month - 1, day, hour, minute, Math.min(second, 59));
  // Date.UTC rolls over (month 38, 30 February), so a moment in another month than its text says is not real.
  const isReal = new Date(milliseconds).getUTCMonth() === month - 1 && hour < 24 && minute < 60 && second <= 60;
  return isReal && Number.isFinite(offset) ? milliseconds / 1000 + (second === 60 ? 1 : 0) - offset : undefined;
}
