import { describe, expect, it } from 'vitest';
import { judgeSeries } from '../../../src/audit/series/judge-series.ts';
import { writeHtml } from '../../../src/audit/series/reports/html.ts';
import { csv, json, markdown, trendCsv } from '../../../src/audit/series/reports/reports.ts';
import type { SeriesAudit } from '../../../src/audit/series/series.ts';
import { middle, weekNumber } from '../../../src/audit/series/time.ts';
import { seriesOutcome } from '../../../src/audit/series/words.ts';
import { attacks } from '../reports/hostile.ts';

const audit = (text: string): SeriesAudit => ({
  file: `${text}.json`,
  digest: 'ab'.repeat(32),
  packed: null,
  complete: true,
  repository: text,
  repositoryId: null,
  serverUrl: text,
  org: text,
  evidence: 'service',
  emergencies: 0,
  overrides: 0,
  branches: [text],
  flows: [text],
  since: '2026-11-01T00:00:00Z',
  until: '2026-11-08T00:00:00Z',
  at: '2026-11-08T05:00:00Z',
  changes: 1,
  states: { covered: 1 },
  holes: 0,
  rules: [{ rule: text, result: 'tested', tested: 1, why: text, lack: 'answer' }],
  run: 'javascript:alert(1)',
  previous: null,
  findings: [
    {
      key: text,
      rule: text,
      severity: 'high',
      subject: { kind: 'commit', id: text, url: 'javascript:alert(1)' },
      message: text,
      status: 'new',
      firstSeen: '2026-11-08T05:00:00Z',
      accepted: { owner: text, until: text },
    },
  ],
});

describe('a text of whoever wrote an audit', () => {
  it.each(attacks)('that tries %s is only text in each report', (_, attack) => {
    const series = judgeSeries({
      audits: [audit(attack)],
      broken: [{ file: attack, why: [attack] }],
      kept: [{ link: '0'.repeat(64), keeper: attack }],
      period: {},
      repository: undefined,
    });
    const page = writeHtml(series);
    const tags = new Set(Array.from(page.matchAll(/<\/?([a-z0-9]+)/gi), ([, name = '']) => name.toLowerCase()));
    for (const name of ['script', 'img', 'iframe', 'form', 'object', 'embed', 'input', 'base']) expect(tags.has(name)).toBe(false);
    expect(page).not.toMatch(/href="javascript:|<[^>]*\son\w+=/i);
    expect(markdown(series)).not.toMatch(/<(?:script|img|iframe|a)\b|\]\(javascript:/i);
    for (const table of [csv(series), trendCsv(series)]) expect(table.replaceAll('""', '')).not.toMatch(/"[=+\-@]/);
    expect(JSON.parse(json(series)).findings[0].message).toBe(attack);
  });
});

it('is no good news as long as a finding of weight is not followed', () => {
  const first = { ...audit('x'), findings: audit('x').findings.map((one) => ({ ...one, accepted: null })) };
  const next = {
    ...audit('x'),
    digest: 'cd'.repeat(32),
    since: first.until,
    until: '2026-11-15T00:00:00Z',
    at: '2026-11-15T05:00:00Z',
    findings: [],
  };
  const previous = { report: first.digest, manifest: null, since: first.since, until: first.until };
  const audits = [first, { ...next, previous }];
  const series = judgeSeries({ audits, broken: [], kept: [], period: {}, repository: undefined });
  expect([series.complete, series.findings, series.episodes.map(({ state }) => state)]).toEqual([true, [], ['lost']]);
  expect(seriesOutcome(series, 'none')).toMatchObject({ ending: 'non-compliant', fails: false });
});

it.each([
  ['another content', '2026-11-01T00:00:00Z', 'that is x.json by its time, and has another content now'],
  ['another beginning', '2026-10-25T00:00:00Z', 'that is not here: from 2026-10-25 to 2026-11-08'],
])('tells an audit before it with %s', (_, since, words) => {
  const first = audit('x');
  const previous = { report: 'ef'.repeat(32), manifest: null, since, until: first.until };
  const next = { ...first, file: 'y.json', digest: 'cd'.repeat(32), since: first.until, until: '2026-11-15T00:00:00Z', previous };
  const audits = [first, { ...next, at: '2026-11-15T05:00:00Z' }];
  const { findings } = judgeSeries({ audits, broken: [], kept: [], period: {}, repository: undefined });
  expect(findings.map(({ message }) => message)).toContainEqual(expect.stringContaining(words));
});

describe('a week', () => {
  it.each([
    ['2025-12-29', '2026-W01'],
    ['2026-12-28', '2026-W53'],
    ['2027-01-04', '2027-W01'],
    ['2020-12-28', '2020-W53'],
    ['2024-12-30', '2025-W01'],
  ])('from %s is %s', (from, number) => {
    expect(weekNumber(Date.parse(from))).toBe(number);
  });

  it('has the days of the finding in the middle', () => {
    expect([middle([]), middle([3]), middle([9, 1, 2]), middle([1, 2])]).toEqual([null, 3, 2, 1.5]);
  });
});
