import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Line } from '../../../src/audit/facts/line.ts';
import { auditFile, enteredByCarol, landed } from '../../audit/judge/judged.ts';
import { about, archive, hex, member } from '../../audit/package/packing.ts';
import { madeAnew, opened } from '../../audit/recompute/packed-story.ts';
import { commit, sha } from '../../audit/reviews/pull.ts';
import { given } from '../../../src/text/index.ts';
import { monday, notification } from '../../audit/series/year.ts';
import { found, packed, seriesOf, settingsOf, someWeeks, week } from './series-stage.ts';

describe('the links of a series', () => {
  it('are broken where an audit names none before it', async () => {
    const year = someWeeks();
    await year.pack(week(1));
    await year.pack(week(2));
    const result = await seriesOf(year.folder);
    expect([result.ending, found(result)]).toEqual([
      'non-compliant',
      [expect.stringContaining('high series-link: w2.tgz names no audit before it, though w1.tgz is')],
    ]);
  });

  it('are broken where the audit before was replaced by another one of the same time', async () => {
    const year = someWeeks();
    await packed([week(1), week(2)], year);
    await year.pack(week(1, { lines: [notification('It fails')] }));
    expect(found(await seriesOf(year.folder))).toEqual([
      'high series-link: w2.tgz names an audit before it that is w1.tgz by its time, and has another content now: it was changed or replaced',
    ]);
  });

  it('are broken where the package before was packed anew: its report is the same, and other members are not', async () => {
    const year = someWeeks();
    await packed([week(1), week(2)], year);
    await year.pack(week(1, { page: '<p>another page' }));
    expect(found(await seriesOf(year.folder))).toEqual([
      expect.stringContaining('high series-link: w2.tgz names an audit before it that is w1.tgz by its time'),
    ]);
    // The report alone has no manifest to compare.
    rmSync(join(year.folder, 'w1.tgz'));
    await year.report(week(1));
    expect(found(await seriesOf(year.folder))).toEqual([]);
  });

  it('pass an audit over that no later one names', async () => {
    const year = someWeeks();
    const first = await year.pack(week(1));
    await year.pack(week(2, { previous: first }));
    await year.pack(week(2, { name: 'w2-again', previous: first, header: { at: monday(4) } }));
    await year.pack(week(3, { previous: join(year.folder, 'w2-again.tgz') }));
    const result = await seriesOf(year.folder);
    expect(found(result).map((text) => text.split(':')[0])).toEqual(['medium series-link-passed-over', 'low series-overlap']);
    expect(result.series.findings[0]?.file).toBe('w2.tgz');
  });
});

const flow: Line = { kind: 'flow', name: 'unit', url: null, template: null };

describe('a finding of a series', () => {
  it('stays where the newest audit has it no more, and none says that it was fixed', async () => {
    const year = someWeeks();
    await packed([week(1, { lines: [flow, landed({ landing: { kind: 'unknown', commits: [commit('e')] } })] }), week(2)], year);
    expect((await seriesOf(year.folder)).series.episodes.map(({ state }) => state)).toEqual(['open']);
    // Without the audit before it, this one does not know of the finding.
    await year.pack(week(3));
    const { series } = await seriesOf(year.folder);
    expect(series.episodes.map(({ closed, state }) => [state, closed])).toEqual([['lost', null]]);
  });

  it('is another one where it comes back', async () => {
    const fails = [notification('It fails')];
    const { folder } = await packed([week(1, { lines: fails }), week(2, { lines: [notification(null)] }), week(3, { lines: fails })]);
    const { series } = await seriesOf(folder);
    expect(series.episodes.map(({ days, opened, state }) => [state, opened.slice(0, 10), days])).toEqual([
      ['closed', '2026-01-05', 7],
      ['open', '2026-01-19', null],
    ]);
  });

  it('is closed once where two audits say so', async () => {
    const year = someWeeks();
    const first = await year.pack(week(1, { lines: [notification('It fails')] }));
    for (const name of ['w2', 'w2-again']) await year.pack(week(2, { name, previous: first, lines: [notification(null)] }));
    expect((await seriesOf(year.folder)).series.episodes.map(({ state }) => state)).toEqual(['closed']);
  });

  it('that is open and of weight makes the series non-compliant', async () => {
    const { folder } = await packed([
      week(1, { lines: [flow, landed({ landing: { kind: 'unknown', commits: [commit('e')] } })] }),
      week(2),
    ]);
    const result = await seriesOf(folder, { 'fail-on-severity': 'critical' });
    expect([result.ending, result.fails, found(result)]).toEqual(['non-compliant', false, []]);
  });

  it('that somebody accepted under a pseudonym says of which audit that is', async () => {
    const key = `change-without-trail:commit:${sha('e')}`;
    const text = `accepted:\n  - key: ${key}\n    reason: r\n    owner: person-7\n    since: 2026-01-01\n    until: 2026-02-01\n`;
    const lines = [auditFile(text), enteredByCarol(key), flow, landed({ landing: { kind: 'unknown', commits: [commit('e')] } })];
    const { folder } = await packed([week(1, { lines, header: { file: 'the file' } })]);
    expect((await seriesOf(folder)).series.episodes[0]?.accepted?.by).toBe('person-7 of the audit up to 2026-01-05');
  });
});

describe('a file of a series', () => {
  it('of another repository or organization does not count, and the most decide which that is', async () => {
    const other = { header: { repository: 'acme/other' } };
    const { folder } = await packed([week(1), week(2), week(3, other)]);
    const result = await seriesOf(folder, { until: monday(4) });
    expect(found(result)).toEqual([
      'high series-hole: No complete audit covers the time from 2026-01-12 to 2026-01-19',
      'high series-other: w3.tgz is an audit of acme/other, organization acme, and the series is of acme/shop, organization acme: it does not count',
    ]);
    const named = await seriesOf(folder, { repository: 'acme/other' });
    expect([named.series.repository, named.series.audits.length, named.series.others.length]).toEqual(['acme/other', 1, 2]);
    expect((await seriesOf(folder, { repository: 'acme/nobody' })).ending).toBe('unknown');
  });

  it('of the same repository under an earlier name counts by the id of GitHub, and the name is said', async () => {
    const called = (repository: string, repositoryId?: number): object => ({ header: { repository, ...given({ repositoryId }) } });
    const { folder } = await packed([week(1, called('acme/old')), week(2, called('acme/old', 7)), week(3, called('acme/shop', 7))]);
    const result = await seriesOf(folder);
    expect([result.ending, found(result), result.series.repository, result.series.repositoryId]).toEqual([
      'not-applicable',
      [],
      'acme/shop',
      7,
    ]);
    expect(result.view.end?.words).toContain("GitHub's repository 7 had the name acme/old before");
    expect((await seriesOf(folder, { repository: 'acme/shop' })).series.audits).toHaveLength(3);
  });

  it('of another repository that got the name does not count', async () => {
    const { folder } = await packed([1, 2, 3].map((number) => week(number, { header: { repositoryId: number === 3 ? 8 : 7 } })));
    expect(found(await seriesOf(folder, { until: monday(3) }))).toEqual([
      "high series-other: w3.tgz is an audit of acme/shop, organization acme, GitHub's repository 8, and the series is of acme/shop, organization acme, GitHub's repository 7: it does not count",
    ]);
  });

  it('whose log does not continue the one before it was written anew', async () => {
    const { folder } = await packed([week(1, { records: 5 }), week(2, { records: 4 })]);
    expect(found(await seriesOf(folder))).toEqual([]);
    const year = someWeeks();
    await packed([week(1, { records: 5 }), week(2, { records: 6, log: 'other' })], year);
    expect(found(await seriesOf(year.folder))).toEqual([
      expect.stringContaining('critical series-log: The log in w2.tgz does not continue that in w1.tgz'),
    ]);
  });

  it('whose findings were taken out of its report, with a manifest made anew, does not count, nor does that report next to it', async () => {
    const year = someWeeks();
    await packed([week(1), week(2, { lines: [notification('It fails')] })], year);
    const path = join(year.folder, 'w2.tgz');
    const from = await opened(gunzipSync(readFileSync(path)));
    const text = (from.contents.get('audit.json')?.toString() ?? '').replace(/"findings": \[[^]*?\n {2}\]/, '"findings": []');
    const contents = new Map(from.contents).set('audit.json', Buffer.from(text));
    writeFileSync(path, gzipSync(await madeAnew({ ...from, contents })));
    writeFileSync(join(year.folder, 'w2.json'), text);
    const result = await seriesOf(year.folder);
    expect(found(result)).toEqual([
      expect.stringMatching(/^critical series-file-broken: w2\.tgz .*audit\.json is not what the facts give: it differs from line \d+/),
    ]);
    expect(result.series.audits.map(({ file }) => file)).toEqual(['w1.tgz']);
  });

  it('whose log begins after the end of the one before it does not count: nobody can tell what came before', async () => {
    const year = someWeeks();
    await packed([week(1, { records: 3 }), week(2, { records: 6, log: 'other' })], year);
    const path = join(year.folder, 'w2.tgz');
    const late = await opened(gunzipSync(readFileSync(path)));
    const { log } = late.manifest;
    if (log === null) throw new Error('The package has no log');
    const lines = (late.contents.get('records.ndjson')?.toString() ?? '').split('\n');
    let from = log.from;
    for (const text of lines.slice(0, 4)) {
      const { body_sha256: sha256, sequence } = JSON.parse(text);
      from = { sequence, link: hex(`${from.link}\n${sequence}\n${sha256}`) };
    }
    const contents = new Map(late.contents).set('records.ndjson', Buffer.from(lines.slice(4).join('\n')));
    writeFileSync(path, gzipSync(await madeAnew({ ...late, contents }, { log: { ...log, from } })));
    expect(found(await seriesOf(year.folder))).toEqual([
      expect.stringMatching(/^critical series-file-broken: w2\.tgz .*Not proved: The records up to 4 are not in the package/),
    ]);
  });

  it('that looks at fewer branches than before is of weight, and at more is not', async () => {
    const both = { header: { branches: ['main', 'next'].map((name) => ({ name, tip: sha('e') })) } };
    const { folder } = await packed([week(1), week(2, both), week(3)]);
    expect(found(await seriesOf(folder))).toEqual([
      'high series-scope: w3.tgz no longer looks at branch next, as w2.tgz does',
      'low series-scope: w2.tgz is the first that looks at branch next: earlier ones do not',
    ]);
  });

  it.each([
    ['cut off', (text: string) => text.slice(0, -20)],
    ['without a state', (text: string) => text.replace('"complete": true', '"complete": 1')],
    ['without its moment', (text: string) => text.replace(/"at": "2026[^"]*"/, '"at": "today"')],
  ])('that is a report %s counts as no audit', async (_, change) => {
    const year = someWeeks();
    const path = await year.report(week(1));
    writeFileSync(path, change(readFileSync(path, 'utf8')));
    const result = await seriesOf(year.folder, { since: monday(1), until: monday(2) });
    expect([result.ending, result.series.broken.length]).toEqual(['unknown', 1]);
  });

  it('that is the package of a trail is passed over in a folder, and does not count where it is named', async () => {
    const { folder } = await packed([week(1), week(2)]);
    const scope = { kind: 'trail', flow: 'unit', trail: 'x' } as const;
    writeFileSync(join(folder, 'trail.tgz'), gzipSync(await archive({ ...about(null), scope }, [member('index.html', '<p>')])));
    expect(found(await seriesOf(folder))).toEqual([]);
    const named = await seriesOf(folder, { series: 'w1.tgz\nw2.tgz\ntrail.tgz' });
    expect(found(named)).toEqual([expect.stringContaining('critical series-file-broken: trail.tgz counts as no audit')]);
  });

  it('that is not there is refused, and so is a folder without any', async () => {
    const { folder } = someWeeks();
    await expect(seriesOf(folder)).rejects.toThrow('has no file in it');
    writeFileSync(join(folder, 'notes.txt'), '');
    await expect(seriesOf(folder)).rejects.toThrow('no package and no JSON report');
    await expect(seriesOf(folder, { series: 'gone.tgz' })).rejects.toThrow('gone.tgz names no file that is there');
  });
});

it.each(['collected', 'previous', 'branch', 'package', 'sarif', 'junit', 'badge', 'keep-collected', 'sample-file', 'sample-seed'])(
  'the option %s is refused with a series, by its name',
  (name) => {
    expect(() => settingsOf({ series: 'a', [name]: 'b.svg' })).toThrow(`--${name} does nothing with series`);
  },
);

it('other options are read: those of a connection are passed over, and a period is of moments', () => {
  expect(settingsOf({ series: 'a\nb', 'base-url': 'x', org: 'y', since: '2026-01-01' })).toMatchObject({
    series: ['a', 'b'],
    since: '2026-01-01T00:00:00.000Z',
  });
  expect(() => settingsOf({ series: 'a', since: 'last' })).toThrow('--since is no date');
  expect(() => settingsOf({ series: 'a', people: 'pseudonym', plan: 'true', sample: '3' })).toThrow('are wrong');
});
