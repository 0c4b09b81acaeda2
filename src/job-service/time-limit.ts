import { UsageError } from '../errors/index.ts';
import { timeMeant } from '../options/index.ts';

/** How long a service for one job lives at most, unless it is told. */
export const usualTimeLimit = '6h';

const units = { s: 1_000, m: 60_000, h: 3_600_000 };
/** In milliseconds; a timer could wait for a little more. */
const longest = 500 * units.h;

/** Milliseconds. `name`: how the message names the setting. Throws a UsageError. */
export function readTimeLimit(text: string, name: string): number {
  const [, number, unit = 's'] = /^([1-9]\d{0,6})([smh])?$/.exec(text) ?? [];
  const time = Number(number) * (unit === 'h' || unit === 'm' || unit === 's' ? units[unit] : Number.NaN);
  if (time <= longest) return time;
  const isTooLong = time > longest;
  const near = timeMeant(text);
  const meant = !isTooLong && /[1-9]\d*[smh]\?/.test(near) ? near : '';
  throw new UsageError('invalid-input', `${name} ${isTooLong ? 'is longer than 500h' : 'is not a time'}: ${JSON.stringify(text)}`, {
    fix: `${meant}Write seconds, or a number with s, m or h, at most 500h: 90, 90s, 5m, 6h`,
  });
}
