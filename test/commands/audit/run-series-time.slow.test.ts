import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { monday } from '../../audit/series/year.ts';
import { found, given, hole, packed, seriesOf, someWeeks, week } from './series-stage.ts';

describe('the time of a series', () => {
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
});
