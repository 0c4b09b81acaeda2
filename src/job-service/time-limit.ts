import { UsageError } from '../errors/index.ts';

/** How long a service for one job lives at most, unless it is told. */
export const usualTimeLimit = '6h';

const units = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
]);

/** Milliseconds. `name`: how the message names the setting. Throws a UsageError. */
export function readTimeLimit(text: string, name: string): number {
  const [, number, unit] = /^([1-9]\d{0,3})([smh])$/.exec(text) ?? [];
  const time = Number(number) * (units.get(unit ?? '') ?? Number.NaN);
  // What a timer can wait for.
  if (time < 2 ** 31) return time;
  throw new UsageError('invalid-input', `${name} is not a time: ${text}`, {
    fix: 'Write a number with s, m or h, at most 500h: 90s, 5m, 6h',
  });
}
