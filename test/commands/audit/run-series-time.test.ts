import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { monday } from '../../audit/series/year.ts';
import { found, given, packed, seriesOf, seriesWith, someWeeks, week } from './series-stage.ts';

it('refuses a package where no service is at hand to verify it, as in the action, and says what to do', async () => {
  const { folder } = await packed([week(1)]);
  await expect(seriesWith({}, folder)).rejects.toMatchObject({
    code: 'invalid-input',
    message: 'w1.tgz is a package, and no service is at hand here to verify it',
    fix: expect.stringContaining('on the command line'),
  });
});

describe('the trend of a series', () => {
  const others = async () => {
    const year = someWeeks();
    await year.report(week(1));
    await year.report(week(2));
    await year.report(week(2, { name: 'site', header: { repository: 'acme/site', evidence: 'github', service: null } }));
    return year.folder;
  };

  it('is written as CSV, by the teams of the file of the organization', async () => {
    const folder = await others();
    writeFileSync(join(folder, 'teams.yml'), 'teams:\n  all: [shop, site]\n');
    const result = await seriesOf(folder, { teams: 'teams.yml', trend: 'trend.csv', repository: 'acme/shop' });
    const rows = readFileSync(join(folder, 'trend.csv'), 'utf8').split('\r\n');
    expect(rows.slice(1, -1).map((row) => row.split('","').slice(0, 8).join(' '))).toEqual([
      '"repository acme/shop 2026-W01 2025-12-29 1 whole  service',
      '"repository acme/shop 2026-W02 2026-01-05 1 whole  service',
      '"repository acme/site 2026-W01 2025-12-29 0 none acme/site ',
      '"repository acme/site 2026-W02 2026-01-05 1 whole  github',
      '"team all 2026-W01 2025-12-29 1 part acme/site service',
      '"team all 2026-W02 2026-01-05 2 whole  service; github',
    ]);
    expect(found(result)).toContainEqual(expect.stringMatching(/^low series-other: .*: it counts in the trend alone$/));
  });

  it.each([
    ['names no team', 'exclude:\n  - { repositories: [a], reason: r, owner: o, until: 2027-01-01 }\n', /names no team/],
    ['is wrong', 'teams: [shop]\n', /cannot be used. line 1: teams must be a mapping/],
  ])('refuses a file of teams that %s', async (_, text, message) => {
    const folder = await others();
    writeFileSync(join(folder, 'teams.yml'), text);
    await expect(seriesOf(folder, { teams: 'teams.yml' })).rejects.toThrow(message);
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
