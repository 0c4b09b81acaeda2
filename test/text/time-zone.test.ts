import { expect, it } from 'vitest';
import { isTimeZone, localMinute, startOfDay, startOfMonth } from '../../src/text/index.ts';

it.each(['Europe/Berlin', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT-1'])('knows %s as a time zone', (zone) => {
  expect(isTimeZone(zone)).toBe(true);
});

it.each(['Europe/Berln', 'here', '', '+01:00', 'Europe/Berlin ', '<b>', 'x'.repeat(70)])('does not know %j as a time zone', (zone) => {
  expect(isTimeZone(zone)).toBe(false);
});

it.each([
  ['2026-10-24T22:30:00Z', 'Europe/Berlin', '2026-10-25 00:30 +02:00'],
  ['2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-25 02:30 +02:00'],
  ['2026-10-25T01:30:00Z', 'Europe/Berlin', '2026-10-25 02:30 +01:00'],
  ['2026-11-01T03:10:00Z', 'America/St_Johns', '2026-11-01 00:40 -02:30'],
  ['2026-11-01T03:10:59.999Z', 'Asia/Kathmandu', '2026-11-01 08:55 +05:45'],
  ['2026-11-01T03:10:00Z', 'UTC', '2026-11-01 03:10 +00:00'],
])('shows %s by the clocks of %s as %s', (at, zone, shown) => {
  expect(localMinute(new Date(at), zone)).toBe(shown);
});

it.each([
  ['2026-11-01', 'UTC', '2026-11-01T00:00:00.000Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
  ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z'],
  ['2026-11-01', 'Pacific/Kiritimati', '2026-10-31T10:00:00.000Z'],
  // The clocks went from 24:00 to 01:00.
  ['2024-04-26', 'Africa/Cairo', '2024-04-25T22:00:00.000Z'],
  // They go from 01:00 back to midnight, which is there twice.
  ['2024-11-03', 'America/Havana', '2024-11-03T04:00:00.000Z'],
  // They went from 24:00 back to 23:00.
  ['2018-02-18', 'America/Sao_Paulo', '2018-02-18T03:00:00.000Z'],
])('begins the day %s in %s at %s', (day, zone, at) => {
  expect(startOfDay(day, zone).toISOString()).toBe(at);
});

it('begins a month at the first midnight of it, over the end of a year too', () => {
  expect(startOfMonth(2026, 10, 'Europe/Berlin').toISOString()).toBe('2026-09-30T22:00:00.000Z');
  expect(startOfMonth(2026, 13, 'UTC').toISOString()).toBe('2027-01-01T00:00:00.000Z');
  expect(startOfMonth(2026, 0, 'UTC').toISOString()).toBe('2025-12-01T00:00:00.000Z');
});
