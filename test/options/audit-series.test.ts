import { expect, it } from 'vitest';
import { auditOptions, openReader, uses, type RawOptions, type SeriesSettings } from '../../src/options/index.ts';
import { readAudit, readSeries } from '../../src/options/read-audits.ts';

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

it('goes with what it reads, and with what comes from the environment', () => {
  const raw = {
    html: 'a',
    csv: 'b',
    'json-file': 'c',
    markdown: 'd',
    trend: 'e',
    teams: 'teams.yml',
    witness: 'heads.txt',
    repository: 'acme/app',
    'fail-on-severity': 'low',
  };
  const surroundings = {
    'base-url': 'x',
    'api-token': 'x',
    org: 'x',
    timeout: '9',
    'oidc-audience': 'x',
    'allow-insecure-http': 'true',
    'github-token': 'x',
  };
  expect(read({ ...raw, ...surroundings })).toMatchObject({
    series: ['audits'],
    repository: 'acme/app',
    failOn: 'low',
    witness: { kind: 'file', path: 'heads.txt' },
    teams: 'teams.yml',
    reports: [{ path: 'a' }, { path: 'b' }, { path: 'c' }, { path: 'd' }, { option: 'trend', path: 'e' }],
  });
});

it('has the trend and the teams alone', () => {
  const audit = (raw: RawOptions) => readAudit(openReader(uses(auditOptions), { raw, naming: (name) => `--${name}` }));
  expect(() => audit({ trend: 'a.csv', teams: 'b.yml' })).toThrow(
    /--trend does nothing without series.*--teams does nothing without series/s,
  );
});

it.each([
  [{ trend: 'a', csv: 'a' }, '--trend names the file of csv: "a"'],
  [{ since: '2026-Q3', until: '2026-10-01' }, '--until does nothing where since is 2026-Q3, which has both ends'],
  [{ since: 'last-month' }, '--since is no date, which a series needs: "last-month"'],
  [{ package: 'a.tgz' }, '--package does nothing with series, which reports about earlier audits'],
  [{ since: '2026-10-02', until: '2026-10-01' }, '--until is not after `since`: the period is empty'],
])('refuses %j', (raw, message) => {
  expect(() => read(raw)).toThrow(message);
});
