import { afterAll, describe, expect, it } from 'vitest';
import { cloneShallow, git, removeRepositories, temporaryDirectory } from '../../support/git.ts';
import { collected, linesOf, of, told } from './collected.ts';
import { makeWorld, settingsOf, sourcesOf, type World } from './world.ts';

afterAll(removeRepositories);

/** A world with a first commit, pushed before the period. */
function begun(): World & { readonly first: string } {
  const world = makeWorld();
  const first = world.write('README.md');
  const update = world.moved('creation', 'main', null, first);
  world.updates[0] = { ...update, at: '2026-10-01T00:00:00.000Z' };
  return { ...world, first };
}

const holes = (lines: Awaited<ReturnType<typeof collected>>): readonly string[] =>
  of(lines, 'hole').map(({ what, why }) => `${what}: ${why}`);

function given<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('It is not there');
  return value;
}

describe('the population of an audit', () => {
  it('has a landing for each update of the branch, with its changes, their commits and their paths', async () => {
    const world = begun();
    world.merged(1, 'squash', ['a', 'b']);
    world.merged(2, 'rebase', ['src/c', 'src/d', 'src/e']);
    world.merged(3, 'merge', ['f', 'g']);
    const before = git(world.directory, ['rev-parse', 'HEAD']);
    world.write('h');
    world.moved('push', 'main', before, world.write('i'));
    const lines = await collected(world);
    expect(told(lines)).toEqual([
      'main push: none×2 h,i',
      'main pull-request: #3×3 f,g',
      'main pull-request: #2×3 src/c,src/d,src/e',
      'main pull-request: #1×1 a,b',
    ]);
    expect(of(lines, 'landing').map(({ landing }) => landing.count)).toEqual([2, 3, 3, 1]);
    expect(holes(lines)).toEqual([]);
    expect(of(lines, 'total').map(({ count, name }) => [name, count])).toEqual([
      ['merged pull requests: main', 3],
      ['commits: main', 9],
    ]);
    expect(of(lines, 'end')[0]?.counts).toMatchObject({ audit: 1, landing: 4, total: 2 });
  });

  it('asks GitHub once for a rebase, and never twice about a commit', async () => {
    const world = begun();
    const paths = Array.from({ length: 5 }, (_, index) => `file-${index}`);
    const after = world.merged(1, 'rebase', paths);
    expect(told(await collected(world))).toEqual([`main pull-request: #1×5 ${paths.toSorted().join(',')}`]);
    expect(world.questions).toEqual([[after]]);
  });

  it('tells the accounts behind what was pushed directly', async () => {
    const world = begun();
    world.moved('push', 'main', world.first, world.write('h'));
    const [fact] = of(await collected(world), 'landing');
    expect(fact?.landing.commits[0]?.committer.account?.login).toBe('bob');
  });

  it('has the landings of the period alone, half open, by when they landed', async () => {
    const world = begun();
    world.merged(1, 'squash', ['a']);
    world.merged(2, 'squash', ['b']);
    world.merged(3, 'squash', ['c']);
    const [third, second] = world.updates;
    const lines = await collected(world, { since: second?.at ?? '', until: third?.at ?? '' });
    expect(told(lines)).toEqual(['main pull-request: #2×1 b']);
    expect(holes(lines)).toEqual([]);
  });

  it('says that nothing landed where nothing did', async () => {
    const lines = await collected(begun());
    expect([told(lines), holes(lines)]).toEqual([[], []]);
    expect(of(lines, 'audit')[0]).toMatchObject({ basis: 'github', period: { by: 'landing' } });
  });

  it('counts what a force push brought, and lists what it took away, where GitHub still has it', async () => {
    const world = begun();
    const gone = world.merged(1, 'squash', ['a']);
    git(world.directory, ['reset', '--quiet', '--hard', world.first]);
    world.moved('force-push', 'main', gone, world.write('z'));
    const lines = await collected(world);
    expect(told(lines)).toEqual(['main force-push: none×1 z', 'main pull-request: #1×1 a']);
    expect(of(lines, 'landing')[0]?.landing.removed).toEqual([gone]);
    expect(holes(lines)).toEqual([]);
  });

  it('is unknown where what was pushed away is gone everywhere', async () => {
    const world = begun();
    world.moved('force-push', 'main', 'f'.repeat(40), world.write('z'));
    world.updates[1] = { ...given(world.updates[1]), after: 'f'.repeat(40) };
    expect(holes(await collected(world))).toEqual([
      expect.stringMatching(/^commits of landing 102 of main: The commit ffffffffffff is not/),
    ]);
  });

  it('has of a branch that was created what no other audited branch had then, and of a deletion nothing', async () => {
    const world = begun();
    world.merged(1, 'squash', ['a']);
    git(world.directory, ['checkout', '--quiet', '-b', 'release']);
    const tip = world.write('r');
    world.moved('creation', 'release', null, tip);
    world.moved('deletion', 'release', tip, null);
    world.moved('creation', 'release', null, tip);
    git(world.directory, ['checkout', '--quiet', 'main']);
    world.merged(2, 'squash', ['b']);
    const lines = await collected(world, { branches: ['main', 'release'] });
    expect(told(lines)).toEqual([
      'main pull-request: #2×1 b',
      'release creation: none×1 r',
      'release deletion: ',
      'release creation: none×1 r',
      'main pull-request: #1×1 a',
    ]);
    expect(holes(lines)).toEqual([]);
  });

  it('leaves each change of a promotion with the pull request that brought it first', async () => {
    const world = begun();
    git(world.directory, ['branch', 'develop']);
    world.updates.push({ ...given(world.updates[0]), id: '1', name: 'develop' });
    world.merged(1, 'squash', ['a'], 'develop');
    world.merged(2, 'merge', ['b'], 'develop');
    const direct = git(world.directory, ['rev-parse', 'develop']);
    git(world.directory, ['checkout', '--quiet', 'develop']);
    world.moved('push', 'develop', direct, world.write('c'));
    git(world.directory, ['checkout', '--quiet', '-b', 'pull-3']);
    git(world.directory, ['checkout', '--quiet', 'main']);
    git(world.directory, ['merge', '--quiet', '--no-ff', '-m', 'Promote (#3)', 'develop']);
    const after = git(world.directory, ['rev-parse', 'HEAD']);
    const { at } = world.moved('pull-request', 'main', world.first, after);
    world.pulls.set(3, {
      ...given(world.pulls.get(1)),
      number: 3,
      mergedAt: at,
      mergeCommit: after,
      base: 'main',
      head: direct,
      commits: [],
    });
    const port = world.port();
    const promotes: typeof port = {
      ...port,
      pullRequestsOf: async (shas) => {
        const listed = await port.pullRequestsOf(shas);
        if (listed.kind !== 'whole') return listed;
        const of = new Map([...(listed.items[0]?.of ?? [])].map(([sha, numbers]) => [sha, [...numbers, 3]]));
        const pulls = [...(listed.items[0]?.pulls ?? []), given(world.pulls.get(3))];
        return { kind: 'whole', items: [{ pulls, of, cut: new Map() }] };
      },
    };
    const lines = await linesOf(settingsOf({ branches: ['main', 'develop'] }), sourcesOf(world.clone(), promotes));
    expect(told(lines)[0]).toMatch(/^main pull-request: (?:#1×1 a|#2×2 b|#3×2 a,b,c)(?: \| (?:#1×1 a|#2×2 b|#3×2 a,b,c)){2}$/);
    expect(told(lines).slice(1)).toEqual(['develop push: none×1 c', 'develop pull-request: #2×2 b', 'develop pull-request: #1×1 a']);
  });
});

describe('an audit whose sources are not whole', () => {
  it.each([
    ['the newest', 0, /left it at .*, and it is at/],
    ['one in the middle', 1, /an update between them is missing/],
    ['the oldest of the period', 2, /an update between them is missing/],
  ])('is unknown without %s update', async (_, index, why) => {
    const world = begun();
    for (const number of [1, 2, 3]) world.merged(number, 'squash', [`file-${number}`]);
    world.updates.splice(index, 1);
    expect(holes(await collected(world)).join('\n')).toMatch(why);
  });

  it('is unknown where a list was cut, or GitHub did not answer', async () => {
    const world = begun();
    world.merged(1, 'squash', ['a']);
    const clone = world.clone();
    const cut = { kind: 'cut', items: world.updates, why: 'page 2 is missing', fix: 'Again' } as const;
    const lines = await linesOf(settingsOf(), sourcesOf(clone, world.port({ branchUpdates: async () => cut })));
    expect(holes(lines)).toEqual(['updates of main: page 2 is missing']);
    const silent = world.port({ pullRequestsOf: () => Promise.reject(new Error('no answer')) });
    expect(holes(await linesOf(settingsOf(), sourcesOf(clone, silent)))).toEqual(['pull requests of commits: no answer']);
  });

  it('is unknown of a shallow clone, and of a branch that is not there', async () => {
    const world = begun();
    world.merged(1, 'squash', ['a']);
    const lines = await linesOf(settingsOf(), sourcesOf(cloneShallow(world.directory), world.port()));
    expect([...new Set(lines.map(({ kind }) => kind))]).toEqual(['audit', 'untold', 'hole', 'end']);
    expect(holes(await linesOf(settingsOf(), sourcesOf(temporaryDirectory(), null)))).toHaveLength(1);
    expect(holes(await collected(world, { branches: ['main', 'gone'] }))).toEqual([
      expect.stringContaining('has no commit on a branch gone'),
    ]);
  });

  it('ends before what came after the clone was made, and is unknown where the clone is old', async () => {
    const world = begun();
    world.merged(1, 'squash', ['a']);
    const clone = world.clone();
    world.merged(2, 'squash', ['b']);
    const [later] = world.updates;
    const soon = new Date(Date.parse(later?.at ?? '') + 60_000).toISOString();
    for (const until of [null, soon]) {
      const fresh = await linesOf(settingsOf({ now: soon, until }), sourcesOf(clone, world.port()));
      expect([told(fresh), holes(fresh)]).toEqual([['main pull-request: #1×1 a'], []]);
      expect(of(fresh, 'audit')[0]?.period.until).toBe(later?.at);
    }
    const old = await linesOf(settingsOf(), sourcesOf(clone, world.port()));
    expect(holes(old).join()).toMatch(/GitHub tells newer updates/);
  });

  it('goes by git alone without a token, and says what that cannot tell', async () => {
    const world = begun();
    world.merged(1, 'squash', ['a']);
    world.merged(2, 'merge', ['b']);
    const lines = await linesOf(settingsOf({ sinceSha: world.first, since: null }), sourcesOf(world.clone(), null));
    expect(told(lines)).toEqual(['main unknown: none×2 b', 'main unknown: none×1 a']);
    expect(of(lines, 'audit')[0]).toMatchObject({ basis: 'git', period: { by: 'commits', sinceSha: world.first, since: null } });
    expect(of(lines, 'untold').map(({ source }) => source)).toEqual(expect.arrayContaining(['landings', 'deployments', 'trails']));
    expect(of(lines, 'landing').every(({ landing }) => landing.at === null)).toBe(true);
  });
});
