/** The snapshot of an environment that an expression means, before the number of snapshots is known. */
export type SnapshotPlace =
  | { readonly kind: 'number'; readonly number: number }
  /** So many before the latest snapshot. */
  | { readonly kind: 'behind'; readonly count: number }
  /** The latest snapshot at that time, in Unix seconds. */
  | { readonly kind: 'time'; readonly at: number };

const seconds = { minute: 60, hour: 3600, day: 86_400, week: 604_800, month: 2_592_000 } as const;

/** How units of time begin; a month is 30 days. */
const units: readonly (readonly [RegExp, number])[] = [
  [/^(?:m|mins?|minutes?)$/, seconds.minute],
  [/^(?:h|hours?)$/, seconds.hour],
  [/^(?:d|days?)$/, seconds.day],
  [/^(?:w|weeks?)$/, seconds.week],
  [/^months?$/, seconds.month],
];

/** Numbers from here on are times. */
const firstTime = 100_000_000;

/**
 * Reads `N`, `#N`, `-N` from the end, `~N` before the latest, `@{2026-01-31T12:00:00}` in UTC, `@{2.days.ago}`, `@{now}`; and as
 * the ends of an interval `NOW`, `2days` and Unix seconds. `undefined` if it is none of them. `now` is in Unix seconds.
 */
export function parseSnapshotPlace(text: string, now: number): SnapshotPlace | undefined {
  const [, sign, digits] = /^#?(-?)(\d{1,12}(?:\.\d{1,9})?)$/.exec(text) ?? [];
  if (digits !== undefined) {
    const number = Number(digits);
    if (sign === '' && number >= firstTime) return { kind: 'time', at: number };
    if (!Number.isInteger(number) || number === 0) return undefined;
    return sign === '' ? { kind: 'number', number } : { kind: 'behind', count: number - 1 };
  }
  const [, behind] = /^~(\d{1,12})$/.exec(text) ?? [];
  if (behind !== undefined) return { kind: 'behind', count: Number(behind) };
  const [, braced] = /^@\{(.{1,60})\}$/.exec(text) ?? [];
  const at = braced === undefined ? timeAgo(text, now) : (momentOf(braced, now) ?? timeAgo(braced, now));
  return at === undefined ? undefined : { kind: 'time', at };
}

function momentOf(text: string, now: number): number | undefined {
  const [, count, unit] = /^(\d{1,6})\.([a-z]{1,10})\.ago$/.exec(text) ?? [];
  if (count !== undefined && unit !== undefined) return ago(count, unit, now);
  const [, date, time = 'T00:00:00'] = /^(\d{4}-\d\d-\d\d)(?:(T\d\d:\d\d:\d\d(?:\.\d{1,9})?)Z?)?$/.exec(text) ?? [];
  if (date === undefined) return undefined;
  const at = Date.parse(`${date}${time}Z`) / 1000;
  return Number.isFinite(at) ? at : undefined;
}

function timeAgo(text: string, now: number): number | undefined {
  if (/^now$/i.test(text)) return now;
  const [, count, unit] = /^(\d{1,6})([a-z]{1,10})$/.exec(text) ?? [];
  return count === undefined || unit === undefined ? undefined : ago(count, unit, now);
}

function ago(count: string, unit: string, now: number): number | undefined {
  const size = units.find(([form]) => form.test(unit))?.[1];
  return size === undefined ? undefined : now - Number(count) * size;
}
