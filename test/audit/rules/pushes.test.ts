import { describe, expect, it } from 'vitest';
import { keyOf } from '../../../src/audit/facts/finding.ts';
import type { Landing } from '../../../src/audit/facts/landing.ts';
import type { Previous } from '../../../src/audit/facts/previous.ts';
import type { Tag } from '../../../src/audit/facts/shipped.ts';
import { alice, at, bob, commit, fact, landing, pull, robot, sha, signed } from '../reviews/pull.ts';
import { approved, auditFile, change, foundBy, outcomes, push, said, world } from './delivery-change.ts';

describe('pushed-directly', () => {
  it('is about what landed, and names who pushed', () => {
    const [found] = foundBy('pushed-directly', push());
    expect(found).toMatchObject({ subject: { kind: 'commit', id: sha('p') }, change: { sha: sha('p'), pull: null } });
    expect(found?.message).toBe('alice pushed ppppppp to main on 2026-11-02 at 12:00 UTC without a pull request.');
  });

  const queue = { id: 118_344_674, login: 'github-merge-queue[bot]', kind: 'bot' as const };
  const next = commit('p', { parents: [sha('o')] });
  const rows: readonly (readonly [string, Partial<Landing>, readonly string[]])[] = [
    ['a push', {}, [`commit ${sha('p')}`]],
    ['a force push', { kind: 'force-push', removed: [sha('r')] }, [`commit ${sha('p')}`]],
    ['a push by an account that is gone', { actor: null }, [`commit ${sha('p')}`]],
    ['an empty commit', { commits: [commit('p', { parents: [sha('0')], tree: sha('0') })] }, [`commit ${sha('p')}`]],
    ['two commits, as one', { commits: [commit('o'), commit('p')] }, [`commit ${sha('p')}`]],
    ['a branch that begins with what no other one has', { kind: 'creation', before: null, branch: 'develop' }, [`commit ${sha('p')}`]],
    ['the default branch that begins with what another had not', { kind: 'creation', before: null }, [`commit ${sha('p')}`]],
    ['the first commits of all', { kind: 'creation', before: null, beginning: true, commits: [commit('o'), next] }, ['not-applicable']],
    [
      'the first commits under another name',
      { kind: 'creation', before: null, beginning: false, commits: [commit('o'), next] },
      [`commit ${sha('p')}`],
    ],
    [
      'a creation that an earlier program collected, with the first commits',
      { kind: 'creation', before: null, commits: [commit('o'), next] },
      ['not-tested'],
    ],
    [
      'another branch that begins with a history of its own',
      { kind: 'creation', before: null, branch: 'develop', commits: [commit('o'), next] },
      [`commit ${sha('p')}`],
    ],
    ['the deletion of a branch', { kind: 'deletion', after: null }, ['not-applicable']],
    ['a landing that only git tells', { kind: 'unknown', at: null, actor: null }, ['not-tested']],
    ['a merge by the queue that GitHub names no pull request for', { kind: 'merge-queue', actor: queue }, ['not-tested']],
    ['a push by the account of the queue', { actor: queue }, ['not-tested']],
    ['a push by the account of the queue on another server', { actor: { ...queue, id: 7 } }, ['not-tested']],
    ['a push by a person who calls himself the queue', { actor: { ...queue, id: 7, kind: 'person' } }, [`commit ${sha('p')}`]],
  ];

  it.each(rows)('says of %s what is known', (_, more, result) => {
    expect(said('pushed-directly', push({}, more))).toEqual(result);
  });

  it('is silent about pull requests, also where somebody pushed the merge, and about what is left out', () => {
    expect(said('pushed-directly', change())).toEqual(['passed']);
    expect(said('pushed-directly', change({ landing: landing({ kind: 'push' }), pull: pull(approved) }))).toEqual(['passed']);
    expect(said('pushed-directly', push({ excluded: { reason: 'import', owner: 'carol' } }))).toEqual(['not-applicable']);
  });
});

describe('a branch that is created', () => {
  it('says who began it, and lets a bot begin it with its own paths', () => {
    const begun = { kind: 'creation', before: null, branch: 'release' } as const;
    expect(foundBy('pushed-directly', push({}, begun))[0]?.message).toBe(
      'alice began release with ppppppp on 2026-11-02 at 12:00 UTC, which neither the default branch of now nor another audited one had then, and without a pull request.',
    );
    const commits = [commit('p', { parents: [sha('0')], author: signed(robot), committer: signed(robot) })];
    const file = auditFile({ bots: [{ account: robot.id, paths: ['src'] }] });
    expect(said('pushed-directly', push({ file }, { ...begun, actor: robot, commits }))).toEqual(['passed']);
  });
});

describe('history-rewritten', () => {
  const moved = (more: Partial<Landing>): readonly string[] =>
    said('history-rewritten', fact({ landing: landing({ kind: 'force-push', ...more }) }));

  it('says which commits a force push took away, also where it brought none', () => {
    const back = landing({
      kind: 'force-push',
      actor: alice,
      before: sha('c'),
      after: sha('a'),
      commits: [],
      removed: [sha('b'), sha('c')],
    });
    const [found] = foundBy('history-rewritten', fact({ landing: back }));
    expect(found?.subject).toMatchObject({ kind: 'commit', id: sha('a') });
    expect(found?.message).toBe(
      'alice moved main by force from ccccccc to aaaaaaa on 2026-11-02 at 12:00 UTC, and took away 2 commits: bbbbbbb and ccccccc.',
    );
  });

  it('tells two force pushes to one commit apart, so that who accepts one accepts no other', () => {
    const keys = ['c', 'd'].map((letter) => {
      const landed = landing({ kind: 'force-push', before: sha(letter), after: sha('a'), removed: [sha(letter)] });
      const [found] = foundBy('history-rewritten', fact({ landing: landed }));
      return found && keyOf('history-rewritten', found.subject, found.detail);
    });
    expect(keys).toEqual(['c', 'd'].map((letter) => `history-rewritten:commit:${sha('a')}:${sha(letter)}`));
  });

  it('counts those that it does not name', () => {
    const removed = ['1', '2', '3', '4', '5', '6', '7', '8'].map(sha);
    const [found] = foundBy('history-rewritten', fact({ landing: landing({ kind: 'force-push', removed }) }));
    expect(found?.message).toContain('took away 8 commits: 1111111, 2222222, 3333333, 4444444, 5555555 and 3 more.');
  });

  it('is silent about a push, and does not know what git has lost', () => {
    expect(moved({ kind: 'push', removed: [] })).toEqual(['passed']);
    expect(moved({ removed: [] })).toEqual(['not-tested']);
    expect(moved({ kind: 'unknown', removed: [] })).toEqual(['not-tested']);
    expect(moved({ removed: [sha('r')] })).toEqual([`commit ${sha('9')}`]);
  });
});

describe('history-rewritten, of a branch that was deleted and created again', () => {
  const again = (more: Partial<Landing>) =>
    fact({
      landing: landing({
        kind: 'creation',
        actor: alice,
        before: null,
        after: sha('a'),
        commits: [],
        deleted: { at: at('11:00'), by: bob, from: sha('c') },
        ...more,
      }),
    });
  const words = 'bob deleted main at ccccccc on 2026-11-02 at 11:00 UTC, and alice created it again at aaaaaaa on 2026-11-02 at 12:00 UTC.';

  it('says what was taken away, and apart from it, with low severity, what others hold now', () => {
    const elsewhere = [
      { ref: 'refs/heads/develop', commits: [sha('d')] },
      { ref: 'refs/tags/v1', commits: [sha('e')] },
    ];
    const found = foundBy('history-rewritten', again({ removed: [sha('c'), sha('d'), sha('e')], elsewhere }));
    expect(found.map(({ detail, message, severity, subject }) => [subject.id, detail, severity, message])).toEqual([
      [sha('a'), sha('c'), undefined, `${words} This took away one commit: ccccccc.`],
      [
        sha('a'),
        `${sha('c')} moved`,
        'low',
        `${words} It no longer holds 2 commits, which the branch develop and the tag v1 hold now: ddddddd and eeeeeee.`,
      ],
    ]);
  });

  it('is silent where it lost nothing, and does not know what git has lost', () => {
    expect(said('history-rewritten', again({ removed: [], elsewhere: [] }))).toEqual(['passed']);
    expect(outcomes('history-rewritten', again({ removed: [] }))).toEqual([
      { kind: 'not-tested', why: 'git no longer has what main was at before it was deleted on 2026-11-02 at 11:00 UTC' },
    ]);
  });
});

describe('tag-moved', () => {
  const move = { from: sha('a'), to: sha('b'), at: at('10:00'), by: bob };
  const tag = (...moved: Tag['moved']): readonly string[] =>
    said('tag-moved', undefined, world({ tags: [{ kind: 'tag', name: 'v1.2.0', sha: sha('b'), url: null, moved, told: true }] }));

  it.each<readonly [string, Tag['moved'], readonly string[]]>([
    ['a tag that stayed', [], ['passed']],
    ['one that was moved', [move], ['tag v1.2.0']],
    ['one that the audit before saw elsewhere', [{ ...move, at: null, by: null }], ['tag v1.2.0']],
    ['one that was set to where it was', [{ ...move, to: sha('a') }], ['passed']],
    ['one that was moved before the period', [{ ...move, at: '2026-11-01T23:59:59Z' }], ['passed']],
    ['one that was moved at the end of the period', [{ ...move, at: '2026-11-03T00:00:00Z' }], ['passed']],
  ])('says of %s what is so', (_, moved, result) => {
    expect(tag(...moved)).toEqual(result);
  });

  it('is known by where the audit before saw it, where GitHub tells no update', () => {
    const before: Previous = {
      about: { repository: null, repositoryId: null, serverUrl: null, org: null },
      complete: true,
      since: null,
      until: at('00:00'),
      completeUntil: null,
      completeTips: {},
      flows: [],
      branches: [],
      findings: [],
      tags: { 'v1.2.0': sha('a'), gone: sha('a') },
      head: null,
      digest: 'd',
    };
    const seen = (now: string, moved: Tag['moved'] = []) =>
      foundBy(
        'tag-moved',
        undefined,
        world({ previous: before, tags: [{ kind: 'tag', name: 'v1.2.0', sha: sha(now), url: null, moved }] }),
      );
    expect(seen('a')).toEqual([]);
    expect(seen('b')[0]?.message).toBe('Somebody moved the tag v1.2.0 from aaaaaaa to bbbbbbb.');
    // Who accepts one move accepts no later one.
    expect([seen('b'), seen('c')].map(([moved]) => moved?.detail)).toEqual([sha('b'), sha('c')]);
    const odd = world({ previous: before, tags: [{ kind: 'tag', name: 'constructor', sha: sha('b'), url: null, moved: [] }] });
    expect(said('tag-moved', undefined, odd)).toEqual(['not-tested']);
    expect(seen('b', [move])[0]?.message).toMatch(/^bob moved the tag v1.2.0 from aaaaaaa to bbbbbbb on/);
  });

  it('is not tested for a tag that nobody told of: neither GitHub, nor an audit before', () => {
    const [outcome] = outcomes(
      'tag-moved',
      undefined,
      world({ tags: [{ kind: 'tag', name: 'v1.2.0', sha: sha('b'), url: null, moved: [] }] }),
    );
    expect(outcome).toEqual({
      kind: 'not-tested',
      why: 'GitHub does not tell the updates of a tag, and no audit before this one saw it',
      lack: 'before',
    });
  });

  it('says who moved it, from where to where', () => {
    const [outcome] = outcomes(
      'tag-moved',
      undefined,
      world({ tags: [{ kind: 'tag', name: 'v1.2.0', sha: sha('b'), url: null, moved: [move] }] }),
    );
    expect(outcome).toMatchObject({ found: [{ message: 'bob moved the tag v1.2.0 from aaaaaaa to bbbbbbb on 2026-11-02 at 10:00 UTC.' }] });
  });
});
