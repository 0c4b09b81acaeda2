import { startOfDay } from '../text/index.ts';

/** ISO 8601: a day, or a moment that names its zone. */
const day = /^\d{4}-\d{2}-\d{2}$/;
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** The moment that a text names, of a day its beginning in a time zone; `undefined` where it names none. */
export function momentIn(text: string, zone = 'UTC'): Date | undefined {
  const date = new Date(day.test(text) || moment.test(text) ? text : Number.NaN);
  if (Number.isNaN(date.getTime())) return undefined;
  // `2027-02-30` is read as a day of March, so the day is compared with its own text.
  const midnight = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  if (!midnight.toISOString().startsWith(text.slice(0, 10))) return undefined;
  return day.test(text) ? startOfDay(text, zone) : date;
}
