import { describe, expect, it } from 'vitest';
import { at, commit, cover, flow, pull, record, sha, squashed, template, trail, type Scene } from './world.ts';

const red = { compliant: false } as const;
const moved = commit('t', { tree: 'another tree' });

/** A merge commit of `h` onto a branch at `0`, as git alone tells it, with the tree that its second parent has. */
const side = commit('h', { tree: 'the tree' });
const byMerge = (more: Partial<typeof side> = {}): Scene => {
  const tip = commit('t', { tree: 'the tree', parents: [sha('0'), sha('h')], mergeAlone: true, ...more });
  return { tip, pull: null, landing: { at: null, kind: 'unknown', commits: [side, tip] }, trails: [trail('h', [record('h', '11:00')])] };
};

/** The match, the state at merge, the state now, and the state of the change. */
function seen(scene: Scene): readonly unknown[] {
  const { only, state } = cover(scene);
  return [only.match, only.atMerge, only.now, state];
}

describe('what covers a change', () => {
  it.each<readonly [string, Scene, readonly unknown[]]>([
    ['its own commit', { trails: [trail('t', [record('t', '11:00')])] }, ['sha', 'compliant', 'compliant', 'covered']],
    [
      'its own commit, red',
      { trails: [trail('t', [record('t', '11:00', red)])] },
      ['sha', 'non-compliant', 'non-compliant', 'non-compliant'],
    ],
    ['nothing', { trails: [] }, ['none', 'none', 'none', 'uncovered']],
    ['a squash: the tree of its head', { trails: [trail('h', [record('h', '11:00')])] }, ['tree', 'compliant', 'compliant', 'covered']],
    [
      'a squash: a red head',
      { trails: [trail('h', [record('h', '11:00', red)])] },
      ['tree', 'non-compliant', 'non-compliant', 'non-compliant'],
    ],
    [
      'a squash that the branch tests again, green',
      { trails: [trail('h', [record('h', '11:00')]), trail('t', [record('t', '12:10')])] },
      ['tree', 'compliant', 'compliant', 'covered'],
    ],
    [
      'a red commit of its own is not outvoted by a green head',
      { trails: [trail('h', [record('h', '11:00')]), trail('t', [record('t', '11:30', red)])] },
      ['sha', 'non-compliant', 'non-compliant', 'non-compliant'],
    ],
    [
      'the branch is red after the merge: covered then, and not now',
      { trails: [trail('h', [record('h', '11:00')]), trail('t', [record('t', '12:10', red)])] },
      ['tree', 'compliant', 'non-compliant', 'covered'],
    ],
    [
      'a moved base',
      { tip: moved, trails: [trail('h', [record('h', '11:00')])] },
      ['head', 'compliant', 'compliant', 'tested-on-head-only'],
    ],
    [
      'a moved base where the head is enough',
      { tip: moved, headIsEnough: true, trails: [trail('h', [record('h', '11:00')])] },
      ['head', 'compliant', 'compliant', 'covered'],
    ],
    [
      'a moved base that the branch tested again',
      { tip: moved, trails: [trail('h', [record('h', '11:00')]), trail('t', [record('t', '12:10')])] },
      ['sha', 'compliant', 'compliant', 'covered'],
    ],
    [
      'a moved base that the branch tested again, red',
      { tip: moved, trails: [trail('h', [record('h', '11:00')]), trail('t', [record('t', '12:10', red)])] },
      ['head', 'compliant', 'non-compliant', 'tested-on-head-only'],
    ],
    [
      'a moved base that the branch tested after the deployment',
      { tip: moved, deployedAt: at('12:05'), trails: [trail('h', [record('h', '11:00')]), trail('t', [record('t', '12:10')])] },
      ['head', 'compliant', 'compliant', 'tested-on-head-only'],
    ],
    ['evidence after the merge', { trails: [trail('t', [record('t', '12:10')])] }, ['sha', 'none', 'compliant', 'covered-later']],
    [
      'a part of the evidence after the merge',
      {
        flows: [flow({ template: template('tests', 'scan') })],
        trails: [trail('t', [record('t', '11:00'), record('t', '12:10', { name: 'scan' })], { template: template('tests', 'scan') })],
      },
      ['sha', 'incomplete', 'compliant', 'covered-later'],
    ],
    [
      'evidence of then said no, and says yes now',
      { trails: [trail('h', [record('h', '11:00', red), record('h', '12:10')])] },
      ['tree', 'non-compliant', 'compliant', 'non-compliant'],
    ],
    [
      'a head that was tested again before the merge',
      { trails: [trail('h', [record('h', '11:00', red), record('h', '11:30')])] },
      ['tree', 'compliant', 'compliant', 'covered'],
    ],
    ['a trail that was only begun', { trails: [trail('h', [])] }, ['tree', 'incomplete', 'incomplete', 'incomplete']],
    [
      'a fork claim',
      { trails: [trail('h', [record('h', '11:00', { byForkClaim: true })])] },
      ['tree', 'compliant', 'compliant', 'covered'],
    ],
    ['another flow', { trails: [trail('t', [record('t', '11:00')], { flow: 'scans' })] }, ['none', 'none', 'none', 'uncovered']],
    [
      'a record of another commit on its trail',
      { trails: [trail('t', [record('x', '11:00')])] },
      ['sha', 'incomplete', 'incomplete', 'incomplete'],
    ],
    ['a push without a pull request', { pull: null, trails: [trail('h', [record('h', '11:00')])] }, ['none', 'none', 'none', 'uncovered']],
    [
      'a landing that nobody knows the time of',
      { landing: { at: null }, trails: [trail('t', [record('t', '12:10')])] },
      ['sha', 'not-known', 'compliant', 'covered-now'],
    ],
    [
      'a landing that nobody knows the time of, without a trail',
      { landing: { at: null }, trails: [] },
      ['none', 'not-known', 'none', 'uncovered'],
    ],
    [
      'a trail whose events are not all here',
      { trails: [trail('h', [record('h', '11:00')], { cut: true })] },
      ['tree', 'unknown', 'compliant', 'unknown'],
    ],
  ])('%s', (_, scene, expected) => {
    expect(seen(scene)).toEqual(expected);
  });
});

describe('a merge queue', () => {
  const queue = { kind: 'merge-queue', after: sha('g') } as const;
  const group = trail('g', [record('g', '11:00')]);

  it.each<readonly [string, Scene, readonly unknown[]]>([
    ['all are tested', { trails: [trail('t', [record('t', '11:00')]), group] }, ['sha', 'compliant', 'compliant', 'covered']],
    ['only the head of the group is tested', { trails: [group] }, ['group', 'compliant', 'compliant', 'covered']],
    [
      'the head of the group is red',
      { trails: [trail('g', [record('g', '11:00', red)]), trail('h', [record('h', '10:00')])] },
      ['group', 'non-compliant', 'non-compliant', 'non-compliant'],
    ],
    [
      'its own entry is red',
      { trails: [trail('t', [record('t', '11:00', red)]), group] },
      ['sha', 'non-compliant', 'non-compliant', 'non-compliant'],
    ],
  ])('%s', (_, scene, expected) => {
    expect(seen({ tip: moved, landing: queue, ...scene })).toEqual(expected);
  });

  it('is one only where GitHub says so', () => {
    expect(seen({ tip: moved, landing: { kind: 'push', after: sha('g') }, trails: [group] })).toEqual([
      'none',
      'none',
      'none',
      'uncovered',
    ]);
  });
});

describe('a rebase of several commits', () => {
  const commits = ['1', '2'].map((letter) => commit(letter, { tree: `tree ${letter}` }));
  const tips = ['3', '4'].map((letter, index) => commit(letter, { tree: `tree ${index + 1}` }));
  const scene: Scene = { trails: [], pull: pull({ head: sha('2'), commits }), tip: tips[1] ?? moved, landing: { commits: tips } };

  it('is covered by the tree of its head', () => {
    expect(seen({ ...scene, trails: [trail('2', [record('2', '11:00')])] })).toEqual(['tree', 'compliant', 'compliant', 'covered']);
  });

  it('is not covered by a commit before its head', () => {
    expect(seen({ ...scene, trails: [trail('1', [record('1', '11:00')])] })).toEqual(['none', 'none', 'none', 'uncovered']);
  });

  it('is covered by an earlier head with its tree, where nobody tested the last one', () => {
    const again = pull({ head: sha('5'), commits: [...commits, commit('5', { tree: 'tree 2' })] });
    expect(seen({ ...scene, pull: again, trails: [trail('2', [record('2', '11:00')])] })).toEqual([
      'tree',
      'compliant',
      'compliant',
      'covered',
    ]);
    const both = [trail('2', [record('2', '11:00')]), trail('5', [record('5', '11:10', red)])];
    expect(seen({ ...scene, pull: again, trails: both })).toEqual(['tree', 'non-compliant', 'non-compliant', 'non-compliant']);
  });

  it('is covered by a head with its tree that a force push took away, and by no other of those', () => {
    const old = (tree: string) => pull({ head: sha('5'), commits: [commit('5', { tree: 'tree 2' })], oldHeads: [{ sha: sha('9'), tree }] });
    const trails = [trail('9', [record('9', '11:00')])];
    expect(seen({ ...scene, pull: old('tree 2'), trails })).toEqual(['tree', 'compliant', 'compliant', 'covered']);
    expect(seen({ ...scene, pull: old('tree 1'), trails })).toEqual(['none', 'none', 'none', 'uncovered']);
  });
});

describe('a revert', () => {
  const old = trail('o', [record('o', '09:00')]);

  it('is not covered by the old commit whose tree it has', () => {
    expect(seen({ trails: [old], trees: { [sha('o')]: 'the tree' } })).toEqual(['none', 'none', 'none', 'uncovered']);
  });

  it('is covered by its own head', () => {
    expect(seen({ trails: [old, trail('h', [record('h', '11:00')])], trees: { [sha('o')]: 'the tree' } })).toEqual([
      'tree',
      'compliant',
      'compliant',
      'covered',
    ]);
  });
});

describe('the head of a pull request whose commits could not be listed', () => {
  it('is known by the tree that git tells', () => {
    const cut = { ...squashed, commits: [], commitsCut: true };
    const trails = [trail('h', [record('h', '11:00')])];
    expect(seen({ pull: cut, trails, trees: { [sha('h')]: 'the tree' } })[0]).toBe('tree');
    expect(seen({ pull: cut, trails })[0]).toBe('head');
  });
});

describe('a merge that no pull request is known of', () => {
  const moved = { tree: 'another tree' };
  it.each<readonly [string, Scene, readonly unknown[]]>([
    ['the same files as its second parent', byMerge(), ['tree', 'not-known', 'compliant', 'covered-now']],
    ['other files', byMerge(moved), ['head', 'not-known', 'compliant', 'tested-on-head-only']],
    ['other files where the head is enough', { ...byMerge(moved), headIsEnough: true }, ['head', 'not-known', 'compliant', 'covered-now']],
    ['three parents', byMerge({ parents: [sha('0'), sha('h'), sha('x')] }), ['none', 'not-known', 'none', 'uncovered']],
    ['one parent, as a squash has', byMerge({ parents: [sha('0')] }), ['none', 'not-known', 'none', 'uncovered']],
    [
      'a second parent that landed earlier, so that it takes back what came after',
      { ...byMerge(), landing: { at: null, kind: 'unknown', commits: [byMerge().tip ?? side] } },
      ['none', 'not-known', 'none', 'uncovered'],
    ],
    [
      'a second parent whose tests say no',
      { ...byMerge(), trails: [trail('h', [record('h', '11:00', red)])] },
      ['tree', 'not-known', 'non-compliant', 'non-compliant'],
    ],
    [
      'evidence of its own that says no',
      { ...byMerge(), trails: [trail('h', [record('h', '11:00')]), trail('t', [record('t', '12:00', red)])] },
      ['sha', 'not-known', 'non-compliant', 'non-compliant'],
    ],
    [
      'a time that GitHub tells',
      { ...byMerge(), landing: { commits: [side, byMerge().tip ?? side] } },
      ['tree', 'compliant', 'compliant', 'covered'],
    ],
  ])('with %s', (_, scene, expected) => {
    expect(seen(scene)).toEqual(expected);
  });
});
