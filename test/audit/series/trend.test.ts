import { describe, expect, it } from 'vitest';
import { judgeSeries } from '../../../src/audit/series/judge-series.ts';
import { writeHtml } from '../../../src/audit/series/reports/html.ts';
import { json, markdown, rowsOf, trendCsv } from '../../../src/audit/series/reports/reports.ts';
import type { Series, SeriesAudit } from '../../../src/audit/series/series.ts';
import { monday } from './year.ts';

const tested = ['overridden', 'emergency-not-reviewed'].map(
  (rule) => ({ rule, result: 'tested', tested: 1, why: null, lack: null }) as const,
);

/** The complete audit of a week of 2026, of ten changes: one is left out, one is not covered, and of one nobody can tell. */
function week(number: number, more: Partial<SeriesAudit> = {}): SeriesAudit {
  const until = more.until ?? monday(number + 1);
  return {
    file: `w${number}.json`,
    digest: `${number}`.padStart(64, '0'),
    packed: null,
    complete: true,
    repository: 'acme/shop',
    repositoryId: null,
    serverUrl: 'https://github.com',
    org: 'acme',
    evidence: 'service',
    branches: ['main'],
    flows: [],
    since: monday(number),
    until,
    at: until,
    changes: 10,
    states: { covered: 6, 'covered-now': 1, excluded: 1, uncovered: 1, unknown: 1 },
    emergencies: 2,
    overrides: 3,
    holes: 0,
    rules: tested,
    run: null,
    previous: null,
    findings: [],
    ...more,
  };
}

const api = (number: number, more: Partial<SeriesAudit> = {}): SeriesAudit =>
  week(number, { repository: 'acme/Api', file: `api-${number}.json`, digest: `a${number}`.padStart(64, '0'), ...more });

function seriesOf(audits: readonly SeriesAudit[], teams: Readonly<Record<string, readonly string[]>> = {}): Series {
  return judgeSeries({ audits, broken: [], kept: [], period: {}, repository: 'acme/shop', teams: new Map(Object.entries(teams)) });
}

/** `name week: audits, complete, covered/owing | missing | notes` */
function rowsIn({ trend }: Series): readonly string[] {
  return trend.map(
    ({ audits, complete, missing, name, notes, numbers, of, week: number }) =>
      `${of === 'team' ? 'team ' : ''}${name} ${number}: ${audits}, ${complete}, ${numbers === null ? '-' : `${numbers.covered}/${numbers.owing}`} | ${missing.join(', ')} | ${notes.join('; ')}`,
  );
}

describe('the trend', () => {
  it('has the numbers of each week, and fills in nothing where no audit is', () => {
    const series = seriesOf([week(10), week(11), week(13)]);
    expect(rowsIn(series)).toEqual([
      'acme/shop 2026-W10: 1, whole, 7/9 |  | ',
      'acme/shop 2026-W11: 1, whole, 7/9 |  | ',
      'acme/shop 2026-W12: 0, none, - | acme/shop | ',
      'acme/shop 2026-W13: 1, whole, 7/9 |  | ',
    ]);
    expect(series.trend[0]?.numbers).toEqual({
      changes: 10,
      owing: 9,
      covered: 7,
      unknown: 1,
      emergencies: 2,
      leftOut: 1,
      accepted: 0,
      overrides: 3,
      daysToFix: null,
    });
    const [, first, , gap] = trendCsv(series).split('\r\n');
    expect(first).toBe(
      '"repository","acme/shop","2026-W10","2026-03-02","1","whole","","service","10","9","7","1","3","2","1","0","3","",""',
    );
    expect(gap).toBe(`"repository","acme/shop","2026-W12","2026-03-16","0","none","acme/shop"${',""'.repeat(12)}`);
  });

  it('says from which audit on the kind of evidence is another, with a service and without', () => {
    const after = { org: null, evidence: 'github' } as const;
    const rows = rowsIn(seriesOf([week(10), week(11, after), week(12, after)]));
    expect(rows).toEqual([
      'acme/shop 2026-W10: 1, whole, 7/9 |  | ',
      'acme/shop 2026-W11: 1, whole, 7/9 |  | from w11.json on the evidence is GitHub’s checks, and was of a service before',
      'acme/shop 2026-W12: 1, whole, 7/9 |  | ',
    ]);
  });

  it('adds up a team, and names each repository of it that lacks an audit', () => {
    const series = seriesOf([week(10), week(11), api(10)], { all: ['shop', 'api'], web: ['site', 'site-*'] });
    expect(rowsIn(series).filter((row) => row.startsWith('team'))).toEqual([
      'team all 2026-W10: 2, whole, 14/18 |  | ',
      'team all 2026-W11: 1, part, 7/9 | acme/Api | ',
      'team web 2026-W10: 0, none, - | site, site-* | ',
      'team web 2026-W11: 0, none, - | site, site-* | ',
    ]);
  });

  it('takes an audit of a repository that a team names for no mistake, and that of another repository for one', () => {
    const severities = (teams: Readonly<Record<string, readonly string[]>>): readonly unknown[] =>
      seriesOf([week(10), api(10)], teams).findings.map(({ message, rule, severity }) => [rule, severity, message.split(': ')[1]]);
    expect(severities({})).toEqual([['series-other', 'high', 'it does not count']]);
    expect(severities({ all: ['shop', 'api'] })).toEqual([['series-other', 'low', 'it counts in the trend alone']]);
    expect(severities({ all: ['shop'] })).toEqual([['series-other', 'high', 'it does not count']]);
  });

  it('counts no change twice, where two audits look at one time', () => {
    const late = { at: monday(12, 1) };
    const again = week(11, { file: 'again.json', digest: 'b'.repeat(64), changes: 12, ...late });
    const broken = week(11, { file: 'broken.json', digest: 'c'.repeat(64), changes: 1, complete: false, holes: 1, at: monday(12, 2) });
    const both = week(10, { file: 'both.json', digest: 'd'.repeat(64), until: monday(12), at: monday(12, 3) });
    const series = seriesOf([week(10), week(11), again, broken, both]);
    expect(series.trend.map(({ audits, numbers }) => [audits, numbers?.changes])).toEqual([
      [1, 10],
      [1, 12],
    ]);
  });

  it('says of an audit that is not complete that it may count too little, and has no numbers of one without a beginning', () => {
    const rows = rowsIn(seriesOf([week(10, { complete: false, holes: 1 }), week(11), week(12, { since: null })]));
    expect(rows).toEqual([
      'acme/shop 2026-W10: 1, none, 7/9 | acme/shop | w10.json is not complete, and may count too little',
      'acme/shop 2026-W11: 1, whole, 7/9 |  | ',
      'acme/shop 2026-W12: 0, none, - | acme/shop | ',
    ]);
  });

  it('does not know what an audit could not look at everywhere, nor what an earlier report does not say', () => {
    const untested = { rules: tested.map((one) => (one.rule === 'overridden' ? { ...one, result: 'not tested' as const } : one)) };
    const series = seriesOf([week(10, untested), week(11, { emergencies: null }), week(12, { rules: [] })]);
    expect(rowsOf(series)[2]?.rows.map((cells) => cells.slice(5, 8))).toEqual([
      ['7 of 9, 1 not known', '3', 'not known'],
      ['7 of 9, 1 not known', 'not known', '3'],
      ['7 of 9, 1 not known', 'not known', 'not known'],
    ]);
  });

  it('has the days from the opening of findings to their end, as a week has them', () => {
    const finding = {
      key: 'k',
      rule: 'tag-moved',
      severity: 'high',
      subject: { kind: 'tag', id: 'v1', url: null },
      message: 'm',
      firstSeen: monday(11),
      accepted: null,
    } as const;
    const found = { findings: [{ ...finding, status: 'new' as const }] };
    const fixed = { findings: [{ ...finding, status: 'fixed' as const }] };
    const { trend } = seriesOf([week(10, found), week(11, { findings: [{ ...finding, status: 'open' }] }), week(12, fixed)]);
    expect(trend.map(({ numbers }) => [numbers?.daysToFix])).toEqual([[null], [null], [14]]);
  });

  it('stands in every report of a series', () => {
    const series = seriesOf([week(10), week(12)], { all: ['shop'] });
    const row = '| team all | 2026-W10 | 1 | yes | of a service | 7 of 9, 1 not known | 3 | 3 |  |  |';
    expect(markdown(series)).toContain(row);
    expect(markdown(series)).toContain('| acme/shop | 2026-W11 | 0 | no |  |  |  |  |  | no complete audit of the whole week: acme/shop |');
    expect(writeHtml(series)).toContain('no complete audit of the whole week: acme/shop');
    expect(JSON.parse(json(series)).trend).toEqual(series.trend);
  });
});
