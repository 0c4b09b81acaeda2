import { describe, expect, it } from 'vitest';
import { isLine, runsOf, shareOut } from '../../../src/audit/collect/fill.ts';
import type { LandingKind } from '../../../src/audit/facts/landing.ts';
import { sha } from '../reviews/pull.ts';

const landing = (before: string, after: string, kind: LandingKind = 'push') => ({
  branch: 'main',
  kind,
  before: sha(before),
  after: sha(after),
  without: [sha(before)],
});
/** A commit with its parents: `m: b c`. */
const node = (text: string) => {
  const [own = '', ...parents] = text.split(/[: ]+/);
  return { sha: sha(own), parents: parents.map((letter) => sha(letter)) };
};
const names = (shares: ReturnType<typeof shareOut>) => shares?.map((commits) => commits.map((commit) => commit.sha[0]).join(''));

describe('landings that share a list of commits', () => {
  it('each have what they hold and no older one does, side branches included', () => {
    const commits = ['b: a', 's: a', 't: s', 'm: b t', 'u: t', 'n: m u'].map(node);
    expect(names(shareOut([landing('m', 'n'), landing('b', 'm'), landing('a', 'b')], commits))).toEqual(['un', 'stm', 'b']);
  });

  it('share none where one does not come after the one before it', () => {
    expect(shareOut([landing('b', 'c'), landing('a', 'b')], ['b: a', 'c: a'].map(node))).toBeUndefined();
  });

  it('are runs that end where they do not join, or one was forced', () => {
    const landings = [landing('d', 'e'), landing('c', 'd', 'force-push'), landing('b', 'c'), landing('a', 'b'), landing('0', '9')];
    expect(runsOf(landings).map((run) => run.length)).toEqual([1, 1, 2, 1]);
  });

  it('are a line where each commit has the one before it as its only parent', () => {
    expect(isLine(['b: a', 'c: b'].map(node), sha('a'))).toBe(true);
    expect(isLine(['b: a', 's: a', 'm: b s'].map(node), sha('a'))).toBe(false);
    expect(isLine(['b: a'].map(node), sha('x'))).toBe(false);
  });
});
