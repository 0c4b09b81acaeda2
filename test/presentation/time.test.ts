import { afterEach, expect, test } from 'vitest';
import { createdWords, localTime, minuteOf, utcTime } from '../../src/presentation/time.ts';

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

test.each([
  [Date.UTC(2026, 10, 21, 10) / 1000, '2026-11-21 10:00:00 UTC'],
  ['1754551048.2005377', '2025-08-07 07:17:28 UTC'],
  [undefined, ''],
  ['', ''],
  [1e300, ''],
])('a moment for readers elsewhere is told in UTC: %j', (value, expected) => {
  expect(utcTime(value)).toBe(expected);
});

test('who made something and when is said as far as it is known', () => {
  process.env['TZ'] = 'UTC';
  const moment = Date.UTC(2026, 10, 21, 10) / 1000;
  expect(createdWords(moment, 'alice')).toBe('2026-11-21 10:00:00 +00:00 by alice');
  expect([createdWords(moment, null), createdWords(null, 'alice'), createdWords(null, null)]).toEqual([
    '2026-11-21 10:00:00 +00:00',
    'alice',
    '',
  ]);
});

test('a minute is in UTC, or by the clocks of a zone', () => {
  expect(minuteOf('2026-11-16T08:00:59Z')).toBe('2026-11-16 08:00Z');
  expect(minuteOf('2026-11-16T08:00:59Z', 'Europe/Berlin')).toBe('2026-11-16 09:00 +01:00');
});
