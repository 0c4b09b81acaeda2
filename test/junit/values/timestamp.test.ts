import { expect, test } from 'vitest';
import { unixSeconds } from '../../../src/junit/values.ts';

const moment = 1_767_323_045; // 2026-01-02T03:04:05Z

test.each([
  [' 2026-01-02T03:04:05 ', moment],
  ['2026-01-02t03:04:05z', moment],
  ['2026-01-02T3:04:05', moment],
  ['2026-01-02T03:04:05:999', moment],
  ['2026-01-02T03:04:05GMT', moment],
  ['2026-01-02T03:04:05+01:00:05', moment - 3605],
  ['2026-01-02T03:04:05-010005', moment + 3605],
  ['2026-01-02T03:04:05+0030', moment - 1800],
  ['2026-01-02T04:04:05+01', moment],
  ['2026-01-02T03:04:05.123456789', moment],
  ['2026-01-02T03:04:05Z[Europe/Berlin]', moment],
  ['2026-01-02T03:04:05[]', moment],
  ['2026-01-02T  03:04:05  Z', moment],
  [`2026-01-02T03:04:05Z[${'U'.repeat(42)}]`, moment],
  ['2026-01-02T03:04:60', moment + 55],
  ['2026-01-02T23:59:60Z', moment + 75_355],
  ['20260102 030405', moment],
  ['2026/01/02', moment - 11_045],
  ['2024-02-29', 1_709_164_800],
  ['2026-01-02T00:00:00', moment - 11_045],
])('the ISO moment %s is read', (text, seconds) => {
  expect(unixSeconds(text)).toBe(seconds);
});

test.each([
  ['Fri, 2 Jan 2026 03:04 GMT', moment - 5],
  ['Friday, 02-Jan-2026 03:04:05 UTC', moment],
  ['Fri 2 Jan 2026 03:04:05 GMT', moment],
  ['Fri,  2 Jan 2026 03:04:05 GMT', moment],
  ['2 Jan 2026,  03:04:05  GMT', moment],
  ['Fri Jan  2 03:04:05 2026', moment],
  ['Fri  Jan 02 03:04:05 2026', moment],
  ['Fri, Jan. 02,  2026,  03:04:05  GMT', moment],
  ['Fri Jan 02 03:04:05  GMT  2026', moment],
  ['Fri Jan 02 05:04:05 +0200 2026', moment],
  ['Fri Jan 02 03:04:05,25 2026', moment],
  ['02 January 2026, 03:04:05', moment],
  ['2 jan. 2026 03:04:05.123', moment],
  ['Jan 2, 2026 03:04:05', moment],
  ['January 2 2026 3:04:05', moment],
  ['Fri Jan 2 03:04:05.5 2026', moment],
  ['Fri Jan 02 04:04:05 CET 2026', moment],
  ['Fri Jan 02 03:04 2026', moment - 5],
  ['Fri Jan 02 05:04:05 +02:00 2026', moment],
  ['Fri, 02 Jan 2026 05:04:05+0200', moment],
])('the moment %s is read', (text, seconds) => {
  expect(unixSeconds(text)).toBe(seconds);
});

test.each([
  ['Jan', 0], ['Feb', 31], ['Mar', 59], ['Apr', 90], ['May', 120], ['Jun', 151], ['Jul', 181], ['Aug', 212], ['Sep', 243], ['Oct', 273], ['Nov', 304], ['Dec', 334],
])('the month %s is known', (month, days) => {
  expect(unixSeconds(`02 ${month} 2026 03:04:05 GMT`)).toBe(moment + days * 86_400);
  expect(unixSeconds(`Fri ${month} 02 03:04:05 2026`)).toBe(moment + days * 86_400);
}); // prettier-ignore

test.each([
  ['Z', 0], ['UT', 0], ['UTC', 0], ['GMT', 0], ['WET', 0], ['BST', 1], ['CET', 1], ['WEST', 1], ['CEST', 2], ['EET', 2], ['EEST', 3],
  ['EST', -5], ['EDT', -4], ['CST', -6], ['CDT', -5], ['MST', -7], ['MDT', -6], ['PST', -8], ['PDT', -7], ['pdt', -7],
])('the zone %s is known', (zone, hours) => {
  expect(unixSeconds(`Fri, 02 Jan 2026 03:04:05 ${zone}`)).toBe(moment - hours * 3600);
}); // prettier-ignore

test.each([
  ['100000000', 100_000_000],
  ['1767323045', moment],
  ['99999999999', undefined],
  ['100000000000', 100_000_000],
  ['1767323045123', moment],
  ['1767323045.9', moment],
  ['1767323045.99', moment],
  ['17673230451234', undefined],
  ['32503679999', 32_503_679_999],
  ['32503680000', undefined],
  ['32503680000000', undefined],
  ['12345678', undefined],
  ['176732304512345', undefined],
  ['x1767323045', undefined],
  ['1767323045x', undefined],
])('the epoch %s', (text, seconds) => {
  expect(unixSeconds(text)).toBe(seconds);
});

test.each([
  ['1970-01-01T23:59:59', undefined],
  ['1970-01-02T00:00:00', 86_400],
  ['2999-12-31T23:59:59', 32_503_679_999],
  ['3000-01-01T00:00:00', undefined],
])('%s is at the edge of what is a moment', (text, seconds) => {
  expect(unixSeconds(text)).toBe(seconds);
});

test.each([
  ['2026-00-02T03:04:05'], ['2026-13-02'], ['2026-01-00'], ['2026-01-32'], ['2025-02-29'], ['2026-01-02T24:00:00'], ['2026-01-02T03:60:00'], ['2026-01-02T03:04:61'],
  ['2026-01-02T03'], ['x2026-01-02'], ['2026-01-02x'], ['2026-01-02T03:04:05 CET'], ['Foo 02 2026 03:04:05'], ['02 Foo 2026 03:04:05'], ['2 Jan 2026 03:04:05 XYZ'], ['x 2 Jan 2026 03:04:05'],
  ['2 Jan 2026 03:04:05 GMT x'], ['Fri Jan 02 03:04:05'], ['Jan 2026 03:04:05'], ['12 Jan 2, 2026 03:04:05'], ['2026-01-02T03:04:05[U'], ['2026-01-02T03:04:05Z[a]b]'], ['2 Jan 26 03:04:05'], ['yesterday'], [''], [`2026-01-02T03:04:05Z[${'U'.repeat(60)}]`], ['2026-01-02T03:04:05+1'],
])('%s is no moment', (text) => {
  expect(unixSeconds(text)).toBeUndefined();
}); // prettier-ignore
