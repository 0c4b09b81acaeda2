const formats = new Map<string, Intl.DateTimeFormat>();

/** Throws a `RangeError` for a zone that this machine does not know. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, format);
  return format;
}

/** Such as `Europe/Berlin`. Newer machines take `+01:00` too, and older ones would refuse it. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(text)) return false;
  try {
    formatOf(text);
    return true;
  } catch {
    return false;
  }
}

/** The time is half open; without a beginning it holds all that comes before its end. */
export function isWithin(at: string, { since, until }: { readonly since: string | null; readonly until: string }): boolean {
  const moment = Date.parse(at);
  return moment < Date.parse(until) && (since === null || moment >= Date.parse(since));
}

/** Ahead of UTC. Both in milliseconds. */
function offsetAt(moment: number, zone: string): number {
  const name = formatOf(zone)
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours, minutes, seconds = '0'] = /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(name ?? '') ?? [];
  const ahead = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds);
  return (sign === '-' ? -ahead : ahead) * 1000;
}

/** The Monday of the week that a moment is in, in UTC; both in milliseconds. */
export function mondayOf(moment: number): number {
  const day = new Date(moment);
  return day.setUTCHours(-24 * ((day.getUTCDay() + 6) % 7), 0, 0, 0);
}

/** `2026-11-01 09:00 +01:00` */
export function localMinute(moment: Date, zone: string): string {
  const ahead = Math.trunc(offsetAt(moment.getTime(), zone) / 60_000);
  const local = new Date(moment.getTime() + ahead * 60_000).toISOString();
  const pad = (part: number): string => String(Math.abs(part)).padStart(2, '0');
  return `${local.slice(0, 10)} ${local.slice(11, 16)} ${ahead < 0 ? '-' : '+'}${pad(Math.trunc(ahead / 60))}:${pad(ahead % 60)}`;
}

/** `day` is `2026-11-01`. There may be no midnight, and there may be two. */
export function startOfDay(day: string, zone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const possible = [-1, 1].map((days) => midnight - offsetAt(midnight + days * 86_400_000, zone));
  const shown = possible.filter((moment) => moment + offsetAt(moment, zone) === midnight);
  // Where the clocks skip midnight, the day begins when they are set.
  return new Date(shown.length === 0 ? Math.max(...possible) : Math.min(...shown));
}

/** `month` counts from 1; 13 is January of the next year. */
export function startOfMonth(year: number, month: number, zone: string): Date {
  const day = new Date(Date.UTC(2000, month - 1, 1));
  day.setUTCFullYear(year + day.getUTCFullYear() - 2000);
  return startOfDay(day.toISOString().slice(0, 10), zone);
}
