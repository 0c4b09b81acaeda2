import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Line } from '../../../src/audit/facts/line.ts';
import { exitCodeOf, type Event } from '../../../src/commands/index.ts';
import { auditFile, enteredByCarol, landed } from '../../audit/judge/judged.ts';
import { link, monday, notification, openYear, type Year } from '../../audit/series/year.ts';
import { commit, sha } from '../../audit/reviews/pull.ts';
import { found, seriesOf, someWeeks } from './series-stage.ts';

const flow: Line = { kind: 'flow', name: 'unit', url: null, template: null };
const key = `change-without-trail:commit:${sha('e')}`;
const accepting = auditFile(
  `accepted:\n  - key: ${key}\n    reason: The build was down\n    owner: octocat\n    since: 2026-12-10\n    until: 2027-01-20\n`,
);

let year: Year;
beforeAll(async () => {
  year = openYear();
  let previous: string | undefined;
  for (let week = 1; week <= 52; week += 1) {
    const lines: Line[] = [
      ...(week >= 3 && week <= 5 ? [notification('The chat is gone')] : week === 6 ? [notification(null)] : []),
      ...(week === 50 ? [flow, landed({ landing: { kind: 'unknown', commits: [commit('e')] } })] : []),
      ...(week > 50 ? [accepting, enteredByCarol(key)] : []),
    ];
    const name = `w${String(week).padStart(2, '0')}`;
    const header = week > 50 ? { file: 'the file' } : {};
    const more = { ...(previous === undefined ? {} : { previous }), lines, header, records: 2 + week };
    previous = await year.pack({ name, since: monday(week), until: monday(week + 1), ...more });
  }
});
afterAll(() => year.remove());

/** A copy of the year without some of its weeks. */
function yearWithout(...names: readonly string[]): string {
  const { folder } = someWeeks();
  for (const name of readdirSync(year.folder)) if (!names.includes(name)) copyFileSync(join(year.folder, name), join(folder, name));
  return folder;
}

describe('a year of weekly audits', () => {
  it('is complete where no week is missing, and says of each finding when it was opened and closed, and by whom', async () => {
    const result = await seriesOf(year.folder);
    expect(found(result)).toEqual([]);
    expect([result.ending, exitCodeOf(result), result.series.complete, result.series.audits.length]).toEqual(['audited', 0, true, 52]);
    expect(result.series.weeks.map(({ number }) => number)).toEqual(
      Array.from({ length: 52 }, (_, index) => `2026-W${String(index + 1).padStart(2, '0')}`),
    );
    expect(result.series.weeks.every(({ complete, ran }) => complete === 'whole' && ran === 1)).toBe(true);
    const busy = result.series.weeks.filter(({ closed, opened }) => closed + opened > 0);
    expect(busy.map(({ by, closed, days, number, opened }) => [number, opened, closed, days, by])).toEqual([
      ['2026-W03', 1, 0, null, []],
      ['2026-W06', 0, 1, 21, ['not known']],
      ['2026-W50', 1, 0, null, []],
    ]);
    expect(result.series.weeks.find(({ number }) => number === '2026-W51')?.by).toEqual(['octocat']);
    expect(result.series.episodes.map(({ closed, key: of, opened, state }) => [of.split(':')[0], state, opened, closed])).toEqual([
      ['notification-failing', 'closed', '2026-01-19T05:00:00.000Z', '2026-02-09T05:00:00.000Z'],
      ['change-without-trail', 'accepted', '2026-12-14T05:00:00.000Z', null],
    ]);
  });

  it('is unknown where one week is missing, and the audit after it names one that is not there', async () => {
    const result = await seriesOf(yearWithout('w20.tgz'));
    expect([result.ending, exitCodeOf(result), result.fails]).toEqual(['unknown', 3, true]);
    expect(found(result)).toEqual([
      'high series-hole: No complete audit covers the time from 2026-05-11 to 2026-05-18',
      expect.stringMatching(
        /^high series-link: w21\.tgz names an audit before it that is not here: from 2026-05-11 to 2026-05-18, report [0-9a-f]{12}$/,
      ),
    ]);
    expect(result.series.weeks[19]).toMatchObject({ number: '2026-W20', ran: 0, complete: 'none' });
    expect(result.series.findings[0]?.fix).toContain('--since 2026-05-11T00:00:00.000Z --until 2026-05-18T00:00:00.000Z');
  });

  it('counts a package with a changed byte as no audit', async () => {
    const folder = yearWithout('w20.tgz');
    const tar = gunzipSync(readFileSync(join(year.folder, 'w20.tgz')));
    const at = tar.indexOf('<p>page');
    tar[at + 3] = (tar[at + 3] ?? 0) ^ 1;
    writeFileSync(join(folder, 'w20.tgz'), gzipSync(tar));
    const result = await seriesOf(folder);
    expect(found(result)).toEqual([
      'critical series-file-broken: w20.tgz counts as no audit: verify.html was changed: its SHA-256 is not that of the manifest',
      expect.stringMatching(/^high series-hole/),
      expect.stringMatching(/^high series-link: w21\.tgz names an audit before it that is not here/),
    ]);
    expect(exitCodeOf(result)).toBe(3);
  });

  it('shows which packages a kept head proves: those up to it, also by a later package', async () => {
    const folder = yearWithout();
    writeFileSync(join(folder, 'heads.txt'), `${link(22)} the auditor\n`);
    const { series } = await seriesOf(folder, { witness: 'heads.txt' });
    const states = series.audits.map(({ witness }) => witness.kind);
    expect(states.slice(0, 20).every((state) => state === 'witnessed')).toBe(true);
    expect(series.audits[20]?.witness).toEqual({ kind: 'partly', upTo: 22, of: 23 });
    writeFileSync(join(folder, 'heads.txt'), `${'0'.repeat(64)} the auditor\n`);
    const result = await seriesOf(folder, { witness: 'heads.txt' });
    expect(found(result)).toEqual([
      expect.stringContaining(`critical series-log: The head ${'0'.repeat(64)}, kept by the auditor, is nowhere`),
    ]);
    expect([result.ending, exitCodeOf(result)]).toEqual(['non-compliant', 1]);
  });

  it('is judged in the period that is asked for', async () => {
    const later = await seriesOf(year.folder, { until: '2027-01-01' });
    expect([later.ending, found(later)]).toEqual([
      'unknown',
      ['high series-hole: No complete audit covers the time from 2026-12-28 to 2027-01-01'],
    ]);
    const quarter = await seriesOf(year.folder, { since: '2026-01-05', until: '2026-04-06' });
    expect([quarter.ending, quarter.series.weeks.length]).toEqual(['audited', 13]);
  });

  it('writes the reports that it was asked for, the same bytes again, and reads none of them as an audit', async () => {
    const folder = yearWithout('w20.tgz');
    mkdirSync(join(folder, 'out'));
    const raw = { html: 'out/s.html', markdown: 'out/s.md', 'json-file': 'out/s.json', csv: 'out/s.csv' };
    const read = (): readonly string[] => Object.values(raw).map((path) => readFileSync(join(folder, path), 'utf8'));
    await seriesOf(folder, raw);
    const [html = '', markdown = '', json = '', csv = ''] = read();
    rmSync(join(folder, 'out/s.html'));
    await seriesOf(folder, raw);
    expect(read()).toEqual([html, markdown, json, csv]);
    const report = JSON.parse(json);
    expect([report.verdict, report.weeks.length, report.audits.length]).toEqual(['unknown', 52, 51]);
    expect(csv.split('\r\n')[20]).toBe('"2026-W20","2026-05-11","0","none","0","0","",""');
    for (const text of [html, markdown])
      for (const words of ['Unknown', '2026-W20', 'series-hole', 'octocat']) expect(text).toContain(words);
    expect(html).toContain('<svg');
    expect(html).not.toContain('<script');
    const events: Event[] = [];
    expect((await seriesOf(folder, {}, events)).series.broken).toEqual([]);
    expect(events).toContainEqual({
      kind: 'notice',
      message: expect.stringContaining('s.json is no audit of a period: it is passed over'),
    });
  });
});
