import { expect, test } from 'vitest';
import { episodesOf } from '../../../src/audit/series/episodes.ts';
import type { SeenFinding, SeriesAudit } from '../../../src/audit/series/series.ts';

const opened = '2026-11-02T00:00:00Z';

/** An audit that has one finding, or says that it is fixed. */
function audit(at: string, status: SeenFinding['status'], complete = true): SeriesAudit {
  return {
    file: `${at}.json`,
    digest: 'ab'.repeat(32),
    packed: null,
    complete,
    repository: 'acme/shop',
    repositoryId: null,
    serverUrl: 'https://github.com',
    org: 'acme',
    evidence: 'service',
    emergencies: 0,
    overrides: 0,
    branches: ['main'],
    flows: [],
    since: null,
    until: at,
    at,
    changes: 1,
    states: {},
    holes: 0,
    rules: [],
    run: null,
    previous: null,
    findings: [
      {
        key: 'k',
        rule: 'pushed-directly',
        severity: 'high',
        subject: { kind: 'commit', id: 'c', url: null },
        message: 'm',
        status,
        firstSeen: opened,
        accepted: null,
      },
    ],
  };
}

test.each([
  ['2026-11-02T00:00:00Z', 0],
  ['2026-11-02T09:00:00Z', 0],
  ['2026-11-02T13:00:00Z', 1],
  ['2026-11-05T10:00:00Z', 3],
])('a finding of %s that is fixed then took %i days, as they are rounded', (at, days) => {
  expect(episodesOf([audit(opened, 'new'), audit(at, 'fixed')])).toMatchObject([{ state: 'closed', opened, closed: at, days }]);
});

test('one that was fixed before it was first seen, by another clock, took no time', () => {
  expect(episodesOf([audit(opened, 'new'), audit('2026-10-20T00:00:00Z', 'fixed')])).toMatchObject([{ days: 0 }]);
});

test('an audit that is not complete fixes nothing', () => {
  expect(episodesOf([audit(opened, 'new'), audit('2026-11-05T00:00:00Z', 'fixed', false)])).toMatchObject([
    { state: 'lost', closed: null, days: null },
  ]);
});
