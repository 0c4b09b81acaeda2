import { array, assert, constantFrom, dictionary, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Landing } from '../../../src/audit/facts/landing.ts';
import { changesOf, unreconciled, type MergedPull } from '../../../src/audit/population/changes.ts';
import { at, commit, sha } from '../reviews/pull.ts';

function landing(letters: string, more: Partial<Landing> = {}): Landing {
  const commits = Array.from(letters).map((letter) => commit(letter));
  return {
    id: '1',
    branch: 'main',
    kind: 'pull-request',
    at: at('12:00'),
    actor: null,
    before: sha('0'),
    after: commits.at(-1)?.sha ?? null,
    commits,
    count: commits.length,
    removed: [],
    ...more,
  };
}

const pull = (number: number, base: string, time: string, mergeCommit: string | null): MergedPull => ({
  number,
  base,
  mergedAt: at(time),
  mergeCommit: mergeCommit === null ? null : sha(mergeCommit),
});

/** The pull request of each letter of a landing: `a:1 b:1 c:none`. */
function shared(
  letters: string,
  owners: Readonly<Record<string, readonly MergedPull[]>>,
  more: Partial<Landing> = {},
  audited = ['main', 'develop'],
): string {
  const pulls = { of: (commit: string) => owners[commit[0] ?? ''] ?? [], audited: (branch: string) => audited.includes(branch) };
  return changesOf(landing(letters, more), pulls)
    .map(({ commits, pull }) => `${commits.map((commit) => commit[0]).join('')}:${pull?.number ?? 'none'}`)
    .join(' ');
}

describe('the changes of a landing', () => {
  it('are one for a squash, one for a rebase of several commits, and one for a merge with its side branch', () => {
    expect(shared('a', { a: [pull(1, 'main', '12:00', 'a')] })).toBe('a:1');
    const rebased = [pull(1, 'main', '12:00', 'c')];
    expect(shared('abc', { a: rebased, b: rebased, c: rebased })).toBe('abc:1');
  });

  it('are one for each pull request of a group of the merge queue', () => {
    const [one, two] = [[pull(1, 'main', '12:00', 'a')], [pull(2, 'main', '12:00', 'b')]];
    expect(shared('ab', { a: one, b: two }, { kind: 'merge-queue' })).toBe('a:1 b:2');
  });

  it('hold in one change all that belongs to no pull request', () => {
    expect(shared('abc', { b: [pull(1, 'main', '12:00', 'b')] }, { kind: 'push' })).toBe('ac:none b:1');
  });

  it('leave each commit of a promotion with the pull request that brought it to an audited branch first', () => {
    const promotion = pull(9, 'main', '12:00', 'm');
    const inner = pull(3, 'develop', '09:00', 'a');
    expect(shared('am', { a: [promotion, inner], m: [promotion] })).toBe('a:3 m:9');
    expect(shared('am', { a: [promotion, inner], m: [promotion] }, {}, ['main'])).toBe('am:9');
  });

  it('give a commit of stacked pull requests to the one that was merged into an audited branch', () => {
    const stacked = [pull(2, 'feature', '10:00', 'b'), pull(1, 'main', '12:00', 'c')];
    expect(shared('abc', { a: stacked, b: stacked, c: stacked }, {}, ['main'])).toBe('abc:1');
  });

  it('give nothing to a pull request that was merged later: what was pushed directly stays so', () => {
    expect(shared('a', { a: [pull(5, 'main', '15:00', 'z')] }, { kind: 'push' })).toBe('a:none');
  });

  it('give nothing to a pull request that was merged into a branch which nobody audits', () => {
    expect(shared('a', { a: [pull(5, 'feature', '09:00', 'z')] }, { kind: 'push' })).toBe('a:none');
  });

  it('take a pull request whose merge GitHub dates a second after the landing', () => {
    expect(shared('a', { a: [{ ...pull(1, 'main', '12:00', 'a'), mergedAt: '2026-11-02T12:00:01Z' }] })).toBe('a:1');
  });

  it('hold each commit exactly once, whatever the pull requests say', () => {
    const pulls = array(
      record({
        number: integer({ min: 1, max: 4 }),
        base: constantFrom('main', 'develop', 'feature'),
        mergedAt: constantFrom(at('09:00'), at('12:00'), at('15:00')),
        mergeCommit: constantFrom(null, sha('a'), sha('b'), sha('z')),
      }),
      { maxLength: 3 },
    );
    assert(
      property(dictionary(constantFrom('a', 'b', 'c', 'd'), pulls), (owners) => {
        const given = landing('abcd');
        const changes = changesOf(given, { of: (commit) => owners[commit[0] ?? ''] ?? [], audited: (branch) => branch !== 'feature' });
        expect(changes.flatMap(({ commits }) => commits).toSorted()).toEqual(given.commits.map((commit) => commit.sha).toSorted());
        expect(unreconciled(given, changes)).toBeUndefined();
      }),
    );
  });
});

describe('the count of a landing', () => {
  it('says so when the list of commits was cut off', () => {
    const cut = landing('ab', { count: 3 });
    expect(unreconciled(cut, changesOf(cut, { of: () => [], audited: () => true }))).toBe(
      'Landing 1 of main brought 3 commits, and its changes hold 2',
    );
  });
});
