import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { monday } from '../../audit/series/year.ts';
import { found, given, hole, packed, seriesOf, seriesWith, someWeeks, week } from './series-stage.ts';

it('refuses a package where no service is at hand to verify it, as in the action, and says what to do', async () => {
  const { folder } = await packed([week(1)]);
  await expect(seriesWith({}, folder)).rejects.toMatchObject({
    code: 'invalid-input',
    message: 'w1.tgz is a package, and no service is at hand here to verify it',
    fix: expect.stringContaining('on the command line'),
  });
});

describe('the time of a series', () => {
  it('is whole where an interim audit and the delta to the end of the year meet', async () => {
    const { folder } = await packed([
      { name: 'interim', since: monday(1), until: monday(40) },
      { name: 'delta', since: monday(40), until: monday(53) },
    ]);
    const result = await seriesOf(folder);
    expect([result.ending, found(result), result.series.weeks.length]).toEqual(['not-applicable', [], 52]);
  });

  it('has an overlap where an audit begins before the last one ended', async () => {
    const { folder } = await packed([week(1), week(2, { since: monday(1, 5) })]);
    const result = await seriesOf(folder);
    expect(found(result)).toEqual([
      'low series-overlap: w1.tgz and w2.tgz both cover the time from 2026-01-03 to 2026-01-05: its changes count in both',
    ]);
    expect(result.ending).toBe('audited');
  });

  it('has a hole where an audit was not complete, until another one covers its time', async () => {
    const year = someWeeks();
    await packed([week(1), week(2, { lines: [hole] }), week(3)], year);
    const result = await seriesOf(year.folder);
    expect([result.ending, found(result)]).toEqual([
      'unknown',
      ['high series-hole: No complete audit covers the time from 2026-01-05 to 2026-01-12: w2.tgz looked at it, and is not complete'],
    ]);
    expect(result.series.weeks.map(({ complete, ran }) => [complete, ran])).toEqual([
      ['whole', 1],
      ['none', 1],
      ['whole', 1],
    ]);
    await year.pack(week(2, { name: 'again', previous: join(year.folder, 'w3.tgz'), until: monday(4), header: { at: monday(4, 1) } }));
    const again = await seriesOf(year.folder);
    expect([again.ending, found(again).map((text) => text.split(':')[0])]).toEqual(['audited', ['low series-overlap']]);
  });

  it('is whole where the time of a hole alone was audited later, though the audits know of a gap', async () => {
    const year = someWeeks();
    const { paths } = await packed([week(1), week(2, { lines: [hole] }), week(3)], year);
    await packed(
      [week(2, { name: 'late', ...given(paths.at(-1)), header: { at: monday(5) } }), week(4, { header: { at: monday(6) } })],
      year,
    );
    const result = await seriesOf(year.folder);
    const gaps = result.series.episodes.filter(({ rule }) => rule === 'audit-gap').map(({ state }) => state);
    expect([result.ending, gaps]).toEqual(['not-applicable', ['closed', 'covered']]);
    const half = await seriesOf(year.folder, { since: monday(4) });
    expect([half.ending, half.series.complete]).toEqual(['non-compliant', true]);
  });

  it('is not covered by an audit between two commits, nor after the moment when an audit was made', async () => {
    const year = someWeeks();
    const { folder, paths } = await packed([week(1), week(2, { since: null })], year);
    // A package that was made before the end of its time does not hold.
    await year.report(week(3, { ...given(paths.at(-1)), header: { at: monday(3, 6) } }));
    const result = await seriesOf(folder);
    expect(result.series.holes).toEqual([
      { since: monday(2), until: monday(3) },
      { since: monday(3, 6), until: monday(4) },
    ]);
    expect(found(result)[0]).toContain('of w2.tgz nobody knows at what time it began');
  });
});
