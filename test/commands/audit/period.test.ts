import { expect, it } from 'vitest';
import { periodOf } from '../../../src/commands/audit/period.ts';
import type { AuditPeriod } from '../../../src/options/index.ts';

const now = new Date('2026-11-28T11:00:00Z');

function asked(period: Partial<AuditPeriod>, at = now): { readonly ends: unknown; readonly notes: readonly string[] } {
  const notes: string[] = [];
  const { since, until: end } = periodOf({ since: 'default', until: 'now', timeZone: 'UTC', ...period }, null, at, (event) => {
    if (event.kind === 'notice') notes.push(event.message);
  });
  return { ends: [since, end].map((one) => (one.kind === 'moment' ? one.at : one.sha)), notes };
}

const until = (at: string): Pick<AuditPeriod, 'since' | 'until'> => ({
  since: { kind: 'moment', at: '2026-01-01T00:00:00.000Z' },
  until: { kind: 'moment', at },
});

it.each([
  ['UTC', now, ['2026-10-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z']],
  ['Europe/Berlin', now, ['2026-09-30T22:00:00.000Z', '2026-10-31T23:00:00.000Z']],
  ['UTC', new Date('2027-01-01T00:00:00Z'), ['2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z']],
  // It is December already in Berlin, and not in UTC.
  ['Europe/Berlin', new Date('2026-11-30T23:00:00Z'), ['2026-10-31T23:00:00.000Z', '2026-11-30T23:00:00.000Z']],
])('last-month is the whole month before this one, by the clocks of %s', (timeZone, at, ends) => {
  expect(asked({ since: 'last-month', timeZone }, at)).toEqual({ ends, notes: [] });
});

it('says that the last day of a month as the end is not audited itself, and what to write', () => {
  expect(asked(until('2026-10-31T00:00:00.000Z')).notes).toEqual([
    '2026-10-31 itself is not audited: a date as `until` means its beginning. To have that day too, write `until: 2026-11-01`',
  ]);
  expect(asked({ ...until('2026-10-30T23:00:00.000Z'), timeZone: 'Europe/Berlin' }).notes).toEqual([
    expect.stringContaining('2026-10-31 itself'),
  ]);
});

it.each(['2026-11-01T00:00:00.000Z', '2026-10-30T00:00:00.000Z', '2026-10-31T00:01:00.000Z', '2026-10-31T23:59:00.000Z'])(
  'says nothing of %s as the end',
  (end) => {
    expect(asked(until(end)).notes).toEqual([]);
  },
);

it('refuses a month that is not over, and says how to audit what is over of it', () => {
  expect(() => asked(until('2026-12-01T00:00:00.000Z'))).toThrow(
    expect.objectContaining({ fix: expect.stringContaining('write the first day as `since`') }),
  );
});
