import { UsageError } from '../errors/index.ts';

const units: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400 };

/** A span such as `90d`, `24h` or `30m` in seconds; `0` is no time at all. */
export function spanOf(option: string, text: string): number {
  const [, number, unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  if (number !== undefined) return Number(number) * (units[unit] ?? 0);
  if (text === '0') return 0;
  throw new UsageError('invalid-input', `${option} is not a time: ${JSON.stringify(text)}`, {
    fix: 'Write a number with m, h or d: 30m, 24h, 90d',
  });
}

/** When a token ends, in Unix seconds: after a span, or at a moment. A day begins at midnight UTC, and then the token ends. */
export function endOf(text: string, now: number): number | 'never' {
  if (text === 'never') return 'never';
  const isMoment = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d))?$/.test(text);
  const moment = isMoment ? Date.parse(text) / 1000 : Number.NaN;
  if (isMoment && (Number.isNaN(moment) || !isDay(text.slice(0, 10)))) {
    throw new UsageError('invalid-input', `--expires is no day of the calendar: ${text}`, { fix: 'Write it as 2027-01-31' });
  }
  if (!isMoment && !/^\d{1,5}[mhd]$/.test(text)) {
    throw new UsageError('invalid-input', `--expires is not a time: ${JSON.stringify(text)}`, {
      fix: 'Write how long the token lives (90d, 12h), a day (2027-01-31), a moment (2027-01-31T10:00:00Z), or never',
    });
  }
  const end = isMoment ? moment : now + spanOf('--expires', text);
  if (end > now) return end;
  throw new UsageError('invalid-input', `--expires is not in the future: ${text}`, { fix: 'Name a later time' });
}

/** The language takes the 30th of February for the 2nd of March. */
function isDay(text: string): boolean {
  return new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
}
