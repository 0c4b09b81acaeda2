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

/** Whether a text stands for no moment: the zero of a clock, as Go, .NET, Python and C write it. */
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
  // Date.UTC rolls over (month 38, 30 February), so a moment in another month than its text says is none.
  const isReal = date.getUTCMonth() === month - 1 && hour < 24 && minute < 60 && second <= 60;
  return isReal && Number.isFinite(offset) ? milliseconds / 1000 + (second === 60 ? 1 : 0) - offset : undefined;
}
