import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sources } from '../../../src/audit/facts/line.ts';
import { commit, git, makeRepository, merge, removeRepositories, temporaryDirectory } from '../../support/git.ts';
import { linesOf, of } from './collected.ts';
import { audited, dated, nobody, written } from './git-alone.ts';
import { makeWorld, now, settingsOf, sourcesOf } from './world.ts';

afterAll(removeRepositories);

describe('a period of committer dates', () => {
  it.each([null, now])('goes up to the tip, whatever date that has, until %s', async (until) => {
    const directory = makeRepository();
    commit(directory);
    dated(directory, 'before', '2026-10-01T00:00:00Z');
    dated(directory, 'in time', '2026-11-03T00:00:00Z');
    dated(directory, 'by a wrong clock', '2026-11-09T02:00:00Z');
    dated(directory, 'far ahead', '2099-01-01T00:00:00Z');
    const { titles } = await audited(directory, '2026-11-02T00:00:00Z', { until });
    expect(titles).toEqual(['far ahead', 'by a wrong clock', 'in time']);
  });

  it('is not stretched over years by an old commit with a date in the future', async () => {
    const directory = makeRepository();
    commit(directory);
    dated(directory, 'wild', '2099-01-01T00:00:00Z');
    dated(directory, 'old', '2024-01-01T00:00:00Z');
    dated(directory, 'first of the period, far ahead', '2099-01-01T00:00:00Z');
    dated(directory, 'said to be old', '2001-01-01T00:00:00Z');
    dated(directory, 'in time', '2026-11-03T00:00:00Z');
    const { titles } = await audited(directory, '2026-11-02T00:00:00Z');
    expect(titles).toEqual(['in time']);
    dated(directory, 'said to be old too', '2001-01-01T00:00:00Z');
    dated(directory, 'in time too', '2026-11-04T00:00:00Z');
    const later = await audited(directory, '2026-11-02T00:00:00Z');
    expect(later.titles).toEqual(['in time too', 'said to be old too', 'in time']);
    const lone = makeRepository();
    commit(lone);
    dated(lone, 'old', '2024-01-01T00:00:00Z');
    dated(lone, 'first, far ahead', '2099-01-01T00:00:00Z');
    dated(lone, 'in time', '2026-11-03T00:00:00Z');
    expect((await audited(lone, '2026-11-02T00:00:00Z')).titles).toEqual(['in time', 'first, far ahead']);
  });

  it('leaves nothing between two that follow one another', async () => {
    const directory = makeRepository();
    commit(directory);
    const dates = ['2026-10-31', '2099-01-01', '2026-11-03', '2026-11-05', '2026-11-03', '2099-01-01', '2026-11-06', '2001-01-01'];
    for (const [index, date] of dates.entries()) dated(directory, `${index}`, `${date}T00:00:00Z`);
    for (const middle of ['2026-11-02', '2026-11-04', '2026-11-06', '2026-11-07']) {
      const first = await audited(directory, '2026-10-01T00:00:00Z', { until: `${middle}T00:00:00Z` });
      const second = await audited(directory, `${middle}T00:00:00Z`);
      expect([...new Set([...first.titles, ...second.titles])].toSorted((one, other) => Number(one) - Number(other))).toEqual(
        dates.map((_, index) => `${index}`),
      );
    }
  });
});

describe('a period between two commits', () => {
  it('has what the end holds and the beginning does not, also where that is on a side branch', async () => {
    const directory = makeRepository();
    const first = commit(directory, 'first');
    git(directory, ['checkout', '--quiet', '-b', 'side']);
    const one = commit(directory, 'one');
    const two = commit(directory, 'two');
    git(directory, ['checkout', '--quiet', 'main']);
    commit(directory, 'three');
    merge(directory, two);
    const after = commit(directory, 'four');
    for (const [sinceSha, titles, commits] of [
      [one, ['four', 'A merge', 'three'], 4],
      [first, ['four', 'A merge', 'three'], 5],
    ] as const) {
      const { holes, lines, titles: told } = await audited(directory, '', { since: null, sinceSha });
      expect([told, holes, of(lines, 'total').map(({ count }) => count)]).toEqual([titles, [], [commits]]);
      const landed = of(lines, 'landing').flatMap(({ landing }) => landing.commits.map(({ sha }) => sha));
      expect(new Set(landed)).toEqual(new Set(git(directory, ['rev-list', after, `^${sinceSha}`]).split('\n')));
      expect(landed).toHaveLength(commits);
    }
  });

  it('is unknown where the end does not come after the beginning: the branch was moved by force, or they are the wrong way round', async () => {
    const directory = makeRepository();
    const first = commit(directory, 'first');
    const gone = commit(directory, 'gone');
    git(directory, ['reset', '--quiet', '--hard', first]);
    const said = (lacks: string, base: string) =>
      new RegExp(`^history of main: ${lacks} does not come after ${gone.slice(0, 12)}: it lacks 1 commit .*Begin after ${base}`);
    const reset = await audited(directory, '', { since: null, sinceSha: gone });
    expect([reset.titles, reset.holes]).toEqual([[], [expect.stringMatching(said(first.slice(0, 12), first))]]);
    const instead = commit(directory, 'instead');
    const moved = await audited(directory, '', { since: null, sinceSha: gone });
    expect([moved.titles, moved.holes]).toEqual([['instead'], [expect.stringMatching(said(instead.slice(0, 12), first))]]);
  });
});

describe('the commands that count again', () => {
  /** The count of each printed command in a clone, next to the count that the audit gives for it. */
  const again = (directory: string, lines: Awaited<ReturnType<typeof linesOf>>): readonly (readonly [number, number])[] =>
    of(lines, 'query').map(({ answered, text }) => {
      const [program, ...words] = text.split(' ');
      expect(program).toBe('git');
      return [Number(git(directory, words)), answered];
    });

  it('give the same counts of landings and commits, from a commit, from a date, from the beginning, and after a force push', async () => {
    const directory = makeRepository();
    const first = commit(directory, 'first');
    const side = git(directory, ['commit-tree', 'HEAD^{tree}', '-p', first, '-m', 'side']);
    const merged = merge(directory, side);
    git(directory, ['replace', merged, first]);
    for (const date of ['2026-10-01', '2026-11-03', '2026-11-04']) dated(directory, date, `${date}T00:00:00Z`);
    const given = async (more: Parameters<typeof settingsOf>[0]) => again(directory, (await audited(directory, '', more)).lines);
    const all = [
      [4, 4],
      [5, 5],
    ];
    expect(await given({ since: null, sinceSha: first })).toEqual(all);
    expect(await given({ since: '2026-11-02T00:00:00Z' })).toEqual([
      [2, 2],
      [2, 2],
    ]);
    expect(await given({ since: '2001-01-01T00:00:00Z' })).toEqual([...all, [1, 1], [1, 1]]);
    const { lines } = await audited(directory, '2026-11-05T00:00:00Z');
    expect([...of(lines, 'query'), ...of(lines, 'total')], 'nothing landed, and nobody counted anything').toEqual([]);
    const world = makeWorld();
    const begun = world.write('README.md');
    world.updates.unshift({ ...world.moved('creation', 'main', null, begun), at: '2026-10-01T00:00:00Z' });
    world.updates.splice(1, 1);
    const gone = world.merged(1, 'merge', ['a', 'b']);
    git(world.directory, ['reset', '--quiet', '--hard', begun]);
    world.moved('force-push', 'main', gone, world.write('z'));
    const clone = world.clone();
    git(clone, ['fetch', '--quiet', 'origin', gone]);
    const byGitHub = await linesOf(settingsOf(), sourcesOf(clone, world.port()));
    expect(again(clone, byGitHub)).toEqual([
      [1, 1],
      [3, 3],
    ]);
  });
});

describe('histories that are not as usual', () => {
  it('are counted whole: no name, no date, no author, a date that no clock has, bytes that are no text', async () => {
    const directory = makeRepository();
    const first = commit(directory);
    const people = [
      'author <> 1795100000 +0000\ncommitter <> 1795100000 +0000',
      `author ${nobody} -5000 +0000\ncommitter ${nobody} -5000 +0000`,
      `author ${nobody} 99999999999999999999999 +0000\ncommitter ${nobody} 99999999999999999999999 +0000`,
      'author A\ncommitter B',
      'author A <a\ncommitter A <a',
      'encoding none',
    ];
    for (const [index, each] of people.entries()) written(directory, each, `odd ${index}`);
    written(directory, people[0] ?? '', 'zero', 'zero\0byte\nand a line');
    written(directory, people[0] ?? '', 'control', 'control\u0001\r\n\nCo-authored-by: A <a@x>\u0001B <b@x>');
    const { holes, lines } = await audited(directory, '2026-11-02T00:00:00Z', { since: null, sinceSha: first });
    expect(holes).toEqual([]);
    expect(of(lines, 'landing').map(({ landing }) => [landing.count, landing.commits.length])).toEqual(
      Array.from({ length: 8 }, () => [1, 1]),
    );
    expect(of(lines, 'total').map(({ count }) => count)).toEqual([8]);
  });

  it('are counted whole: an octopus, a second root, paths with a line feed and without an encoding', async () => {
    const directory = makeRepository();
    const first = commit(directory);
    const heads = ['a', 'b'].map((name) => git(directory, ['commit-tree', 'HEAD^{tree}', '-p', first, '-m', name]));
    const root = git(directory, ['commit-tree', 'HEAD^{tree}', '-m', 'a root']);
    const after = merge(directory, ...heads, root);
    const blob = git(directory, ['hash-object', '-w', '--stdin'], 'x');
    const entries = [`100644 blob ${blob}\t:100644 a\nb\0`, `100644 blob ${blob}\t`].map((text) => Buffer.from(text));
    const tree = git(directory, ['mktree', '-z'], Buffer.concat([...entries, Buffer.from([0xff, 0xfe, 0])]));
    git(directory, ['update-ref', 'HEAD', git(directory, ['commit-tree', tree, '-p', after, '-m', 'paths'])]);
    const { holes, lines } = await audited(directory, '', { since: null, sinceSha: first });
    expect(holes).toEqual([]);
    const [paths, octopus] = of(lines, 'landing');
    expect([octopus?.landing.count, octopus?.landing.commits.length]).toEqual([4, 4]);
    expect(paths?.paths).toEqual({ '': [':100644 a\nb', '\uFFFD\uFFFD'] });
  });

  it('are unknown with what to do: SHA-256, no commit, no branch, a commit in the middle that is gone', async () => {
    const other = temporaryDirectory();
    git(other, ['init', '--quiet', '--object-format=sha256', '--initial-branch=main']);
    expect((await audited(other, '2026-11-02T00:00:00Z')).holes).toEqual([
      `history of the repository: ${other} cannot be audited: it names its commits by sha256, and GitHub by sha1. Run this in a clone of the repository on GitHub`,
    ]);
    const empty = makeRepository();
    expect((await audited(empty, '2026-11-02T00:00:00Z')).holes.join()).toMatch(
      /^branch main: The clone in .* has no commit on a branch main/,
    );
    const detached = makeRepository();
    const gone = commit(detached);
    commit(detached);
    git(detached, ['checkout', '--quiet', '--detach']);
    expect((await audited(detached, '2026-11-02T00:00:00Z')).holes.join()).toMatch(/^the default branch: No branch .* Name the branch/);
    rmSync(join(detached, '.git', 'objects', gone.slice(0, 2), gone.slice(2)));
    const { holes, lines } = await audited(detached, '2026-11-02T00:00:00Z', { branches: ['main'] });
    expect(holes.join()).toMatch(/^history of the repository: .*full clone/);
    // The run before, and what GitHub alone is asked about in place of a service.
    expect(of(lines, 'untold')).toHaveLength(sources.length - 3);
    expect(lines.map(({ kind }) => kind)).toContain('end');
  });
});
