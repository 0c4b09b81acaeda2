import { count, localMinute } from '../text/index.ts';

/** From Unix seconds, or a decimal string of them: `2026-11-21 10:00:00 +01:00`. */
export function localTime(seconds: number | string | null | undefined): string {
  const moment = momentAt(seconds);
  if (moment === undefined) return '';
  const offset = -moment.getTimezoneOffset();
  const local = new Date(moment.getTime() + offset * 60_000).toISOString();
  const pad = (part: number): string => String(Math.abs(part)).padStart(2, '0');
  const zone = `${offset < 0 ? '-' : '+'}${pad(Math.trunc(offset / 60))}:${pad(offset % 60)}`;
  return `${local.slice(0, 10)} ${local.slice(11, 19)} ${zone}`;
}

const spans = { year: 31_556_952, month: 2_629_746, day: 86_400, hour: 3_600, minute: 60 };

/** For people who look now: `3 hours ago`, `in 2 days`. */
export function timeAgo(seconds: number, now: number): string {
  const passed = Math.round(now - seconds);
  const [unit, length = 1] = Object.entries(spans).find(([, span]) => Math.abs(passed) >= span) ?? [];
  if (unit === undefined) return 'just now';
  const words = count(Math.trunc(Math.abs(passed) / length), unit);
  return passed < 0 ? `in ${words}` : `${words} ago`;
}

/** Because readers are on other machines: `2026-11-21 09:00:00 UTC`. */
export function utcTime(seconds: number | string | null | undefined): string {
  const moment = momentAt(seconds);
  return moment === undefined ? '' : `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** As far as that is known: `2026-11-21 10:00:00 +01:00 by alice`. */
export function createdWords(seconds: number | string | null | undefined, by: string | null | undefined): string {
  return [localTime(seconds), by ?? ''].filter((part) => part !== '').join(' by ');
}

/** In UTC `2026-11-16 08:00Z`, by the clocks of a zone `2026-11-16 09:00 +01:00`. */
export function minuteOf(moment: string, zone?: string): string {
  if (zone !== undefined) return localMinute(new Date(moment), zone);
  return `${moment.slice(0, 16).replace('T', ' ')}Z`;
}

function momentAt(seconds: number | string | null | undefined): Date | undefined {
  const moment = new Date((seconds === '' ? Number.NaN : Number(seconds ?? Number.NaN)) * 1000);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}
