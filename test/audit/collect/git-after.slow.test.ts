import { afterAll, describe, expect, it } from 'vitest';
import { commit, git, makeRepository, merge, removeRepositories } from '../../support/git.ts';
import type { linesOf } from './collected.ts';
import { of } from './collected.ts';
import { audited, dated } from './git-alone.ts';
import { now } from './world.ts';

afterAll(removeRepositories);

describe('a period after an audit before', () => {
  /** The header of an audit, and how far the audit after it knows of it. */
  const reached = (lines: Awaited<ReturnType<typeof linesOf>>) => {
    const [header] = of(lines, 'audit');
    if (header === undefined) throw new Error('There is no header');
    const tips = Object.fromEntries(header.branches.flatMap(({ end, name }) => (end === undefined ? [] : [[name, end]])));
    return { header, tips };
  };
  const october = { since: '2026-10-01T00:00:00Z', until: '2026-11-01T00:00:00Z', now: '2026-11-01T00:00:00Z' };

  it('has a commit with an old date at the tip, by `since: last` and by dates', async () => {
    const directory = makeRepository();
    commit(directory);
    dated(directory, 'of october', '2026-10-05T00:00:00Z');
    const before = await audited(directory, october.since, october);
    expect([before.titles, reached(before.lines).header.branches]).toEqual([
      ['of october'],
      [expect.objectContaining({ end: expect.any(String) })],
    ]);
    const old = dated(directory, 'with an old date', '2026-10-02T00:00:00Z');
    const { tips } = reached(before.lines);
    for (const isBegin of [true, false]) {
      const { holes, lines, titles } = await audited(directory, october.until, { earlier: { tips, isBegin } });
      expect([titles, holes]).toEqual([['with an old date'], []]);
      const { header } = reached(lines);
      expect(header.period.by).toBe(isBegin ? 'last-audit' : 'committer-date');
      expect(header.branches).toEqual([{ name: 'main', tip: old, after: tips['main'], end: old }]);
      expect(of(lines, 'landing').map(({ landing }) => landing.committedAt)).toEqual(['2026-10-02T00:00:00.000Z']);
    }
  });

  it('ends where its dates end, and the next one begins there: each commit is in exactly one of them', async () => {
    const directory = makeRepository();
    commit(directory);
    const dates = ['2026-10-05', '2026-10-02', '2026-11-03', '2026-10-04', '2026-11-04', '2026-11-08'];
    for (const [index, date] of dates.entries()) dated(directory, `${index}`, `${date}T00:00:00Z`);
    const first = await audited(directory, october.since, { until: '2026-11-04T00:00:00Z' });
    const second = await audited(directory, '2026-11-04T00:00:00Z', { earlier: { tips: reached(first.lines).tips, isBegin: true } });
    expect([first.titles, second.titles]).toEqual([
      ['3', '2', '1', '0'],
      ['5', '4'],
    ]);
    const third = await audited(directory, now, {
      now: '2026-11-16T00:00:00Z',
      earlier: { tips: reached(second.lines).tips, isBegin: true },
    });
    expect([third.titles, reached(third.lines).tips]).toEqual([[], reached(second.lines).tips]);
  });

  it('names a newest commit that is dated before it, where no audit before says what that one ended with', async () => {
    const directory = makeRepository();
    commit(directory);
    const sha = dated(directory, 'with an old date', '2026-10-02T00:00:00Z');
    const { lines, titles } = await audited(directory, october.until);
    expect([titles, reached(lines).header.branches]).toEqual([
      [],
      [{ name: 'main', tip: sha, end: sha, dated: '2026-10-02T00:00:00.000Z' }],
    ]);
    const known = await audited(directory, october.until, { earlier: { tips: { main: sha }, isBegin: true } });
    expect(reached(known.lines).header.branches).toEqual([{ name: 'main', tip: sha, end: sha, after: sha }]);
  });

  it('has a commit whose date is in the future, also where nothing came after it yet', async () => {
    const directory = makeRepository();
    commit(directory);
    dated(directory, 'of october', '2026-10-05T00:00:00Z');
    dated(directory, 'of the future', '2099-01-01T00:00:00Z');
    const titles = async (since: string, until: string) => (await audited(directory, since, { until, now: '2026-12-02T00:00:00Z' })).titles;
    expect(await titles(october.since, october.until)).toEqual(['of the future', 'of october']);
    dated(directory, 'of november', '2026-11-05T00:00:00Z');
    expect(await titles(october.since, october.until)).toEqual(['of october']);
    expect(await titles(october.until, '2026-12-01T00:00:00Z')).toEqual(['of november', 'of the future']);
  });

  it('begins on a branch under a new name where the old one ended, and on one that began there', async () => {
    const directory = makeRepository();
    commit(directory);
    const main = dated(directory, 'of october', '2026-10-05T00:00:00Z');
    const tips = { older: git(directory, ['rev-parse', 'main~1']), main, gone: 'd'.repeat(40) };
    dated(directory, 'with an old date', '2026-10-02T00:00:00Z');
    dated(directory, 'of november', '2026-11-03T00:00:00Z');
    git(directory, ['branch', '--move', 'main', 'trunk']);
    for (const isBegin of [true, false]) {
      const { lines, titles } = await audited(directory, october.until, { branches: ['trunk'], earlier: { tips, isBegin } });
      expect([titles, reached(lines).header.branches]).toEqual([
        ['of november', 'with an old date'],
        [expect.objectContaining({ name: 'trunk', after: main })],
      ]);
    }
  });

  it('says what a branch lost that was moved by force, and audits what came instead', async () => {
    const directory = makeRepository();
    const first = commit(directory);
    const gone = dated(directory, 'gone', '2026-10-05T00:00:00Z');
    git(directory, ['reset', '--quiet', '--hard', first]);
    const back = await audited(directory, october.until, { earlier: { tips: { main: gone }, isBegin: true } });
    expect([back.titles, back.holes, reached(back.lines).header.branches]).toEqual([
      [],
      [],
      [expect.objectContaining({ after: gone, lost: [gone] })],
    ]);
    dated(directory, 'instead', '2026-10-06T00:00:00Z');
    const moved = await audited(directory, october.until, { earlier: { tips: { main: gone }, isBegin: true } });
    expect([moved.titles, moved.holes, reached(moved.lines).header.branches]).toEqual([
      ['instead'],
      [],
      [expect.objectContaining({ lost: [gone] })],
    ]);
    const nowhere = 'd'.repeat(40);
    const unknown = await audited(directory, october.until, { earlier: { tips: { main: nowhere }, isBegin: true } });
    // Nobody can begin after a commit that is nowhere.
    expect(reached(unknown.lines).header.period.by).toBe('committer-date');
    expect(reached(unknown.lines).header.branches).toEqual([
      expect.objectContaining({ after: nowhere, lost: null, dated: '2026-10-06T00:00:00.000Z' }),
    ]);
  });

  it('loses nothing where the line of the branch went another way round what it had', async () => {
    const directory = makeRepository();
    commit(directory);
    const main = dated(directory, 'of main', '2026-10-05T00:00:00Z');
    git(directory, ['checkout', '--quiet', '--detach', 'main~1']);
    commit(directory, 'on the side');
    const over = merge(directory, main);
    git(directory, ['checkout', '--quiet', '-B', 'main', over]);
    const { holes, lines } = await audited(directory, october.until, { earlier: { tips: { main }, isBegin: true } });
    expect([holes, reached(lines).header.branches]).toEqual([[], [{ name: 'main', tip: over, after: main, end: over }]]);
    const landed = of(lines, 'landing').flatMap(({ landing }) => landing.commits.map(({ sha }) => sha));
    expect(new Set(landed)).toEqual(new Set(git(directory, ['rev-list', over, `^${main}`]).split('\n')));
  });
});
