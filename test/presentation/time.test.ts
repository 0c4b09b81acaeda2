import { afterEach, expect, test } from 'vitest';
import { localTime } from '../../src/presentation/time.ts';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

test.each([
  ['UTC', '2026-11-21 10:00:00 +00:00'],
  ['Asia/Kolkata', '2026-11-21 15:30:00 +05:30'],
  ['America/St_Johns', '2026-11-21 06:30:00 -03:30'],
])('a moment is told in the time of this machine: %s', (name, expected) => {
  process.env['TZ'] = name;
  expect(localTime(Date.UTC(2026, 10, 21, 10) / 1000)).toBe(expected);
});

test.each([undefined, null, Number.NaN, 1e300])('%s is no moment', (value) => {
  expect(localTime(value)).toBe('');
});
