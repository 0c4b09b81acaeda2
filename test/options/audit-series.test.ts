import { expect, it } from 'vitest';
import { auditOptions, openReader, uses, type RawOptions, type SeriesSettings } from '../../src/options/index.ts';
import { readSeries } from '../../src/options/read-audit-series.ts';

function read(raw: RawOptions): SeriesSettings {
  const naming = (name: string): string => `--${name}`;
  return readSeries(openReader(uses(auditOptions), { raw: { series: 'audits', ...raw }, naming }));
}

it('reports about a quarter by its name, in the zone that is named', () => {
  expect(read({ since: '2026-Q3', 'time-zone': 'Europe/Berlin' })).toMatchObject({
    since: '2026-06-30T22:00:00.000Z',
    until: '2026-09-30T22:00:00.000Z',
  });
  expect(read({ since: '2026-07-01', until: '2026-10-01' })).toMatchObject({ since: '2026-07-01T00:00:00.000Z' });
  expect(read({})).toMatchObject({ since: undefined, until: undefined });
});

it.each([
  [{ since: '2026-Q3', until: '2026-10-01' }, '--until does nothing where since is 2026-Q3, which has both ends'],
  [{ since: 'last-month' }, '--since is no date, which a series needs: "last-month"'],
  [{ since: '2026-10-02', until: '2026-10-01' }, '--until is not after `since`: the period is empty'],
])('refuses %j', (raw, message) => {
  expect(() => read(raw)).toThrow(message);
});
