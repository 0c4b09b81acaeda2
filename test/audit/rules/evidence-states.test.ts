import { describe, expect, it } from 'vitest';
import type { Coverage } from '../../../src/audit/population/change.ts';
import { evidenceRules } from '../../../src/audit/rules/rules.ts';
import { at, commit } from '../reviews/pull.ts';
import { change, cover, deployment, fileWith, findings, foundBy, nothing, outcome, record, trail, worldWith } from './evidence-change.ts';

const head = { match: 'head' } as const;
const e2e = (more: Partial<Coverage>): Coverage => cover({ flow: 'e2e', trail: 'e', ...more });
const shipped = { deployments: [deployment('13:00')] };
const tip = 'commit:9999999';
const red = ['trail-non-compliant high trail:t'];

describe('the evidence of a change that owes a flow', () => {
  it.each<readonly [string, Coverage, readonly string[]]>([
    ['yes', cover(), []],
    ['yes of its merge group', cover({ match: 'group' }), []],
    ['yes of the same tree', cover({ match: 'tree' }), []],
    ['yes, and a no that came after the merge', cover({ now: 'non-compliant' }), []],
    ['none', nothing, [`change-without-trail high ${tip}`]],
    ['none, and a no later', cover({ atMerge: 'none', now: 'non-compliant' }), [`change-without-trail high ${tip}`]],
    ['none, and later a part', cover({ atMerge: 'none', now: 'incomplete' }), [`change-without-trail high ${tip}`]],
    ['none, and a yes later', cover({ atMerge: 'none', now: 'compliant' }), [`evidence-after-merge medium ${tip}`]],
    [
      'none, and later a yes of the head alone',
      cover({ ...head, atMerge: 'none', now: 'compliant' }),
      [`change-without-trail high ${tip}`],
    ],
    ['a no', cover({ atMerge: 'non-compliant' }), ['trail-non-compliant high trail:t']],
    ['a no, and a yes later', cover({ atMerge: 'non-compliant', now: 'compliant' }), ['trail-non-compliant high trail:t']],
    ['a part', cover({ atMerge: 'incomplete' }), ['trail-incomplete medium trail:t']],
    ['a part, and a yes later', cover({ atMerge: 'incomplete', now: 'compliant' }), [`evidence-after-merge medium ${tip}`]],
    ['a part, and a no later', cover({ atMerge: 'incomplete', now: 'non-compliant' }), ['trail-incomplete high trail:t']],
    ['what nobody can read', cover({ atMerge: 'unknown' }), ['trail-unknown high trail:t']],
    ['what nobody could read, and a yes later', cover({ atMerge: 'unknown', now: 'compliant' }), ['trail-unknown high trail:t']],
    ['a yes of the head on a moved base', cover(head), [`tested-on-head-only medium ${tip}`]],
    ['a no of the head', cover({ ...head, atMerge: 'non-compliant' }), ['trail-non-compliant high trail:t']],
    ['a part of the head', cover({ ...head, atMerge: 'incomplete' }), ['trail-incomplete medium trail:t']],
  ])('%s', (_, coverage, expected) => {
    expect(findings(change({ coverage: [coverage] }))).toEqual(expected);
  });

  it.each<readonly [string, Coverage, readonly string[]]>([
    ['yes before it', cover({ atDeployment: 'compliant' }), []],
    ['none', { ...nothing, atDeployment: 'none' }, [`change-without-trail critical ${tip}`]],
    ['a no', cover({ atMerge: 'non-compliant', atDeployment: 'non-compliant' }), ['trail-non-compliant high trail:t']],
    ['a yes at the merge, and a no at the deployment', cover({ atDeployment: 'non-compliant' }), ['trail-non-compliant high trail:t']],
    ['a yes between both', cover({ atMerge: 'none', atDeployment: 'compliant', now: 'compliant' }), [`evidence-after-merge medium ${tip}`]],
    [
      'a yes after it',
      cover({ atMerge: 'none', atDeployment: 'none', now: 'compliant' }),
      [`evidence-after-merge medium ${tip}`, `evidence-after-deployment high ${tip}`],
    ],
    ['a yes of the head', cover({ ...head, atDeployment: 'compliant' }), [`tested-on-head-only medium ${tip}`]],
    ['a yes at the merge, and a part of what tests it again', cover({ atDeployment: 'incomplete' }), []],
    ['a no at the deployment, and a yes now', cover({ atMerge: 'none', atDeployment: 'non-compliant', now: 'compliant' }), red],
    [
      'a part at the merge, and a no at the deployment',
      cover({ atMerge: 'incomplete', atDeployment: 'non-compliant', now: 'compliant' }),
      red,
    ],
    [
      'none at the merge, and a no since the deployment',
      cover({ atMerge: 'none', atDeployment: 'non-compliant', now: 'non-compliant' }),
      [`change-without-trail critical ${tip}`],
    ],
  ])('that was deployed: %s', (_, coverage, expected) => {
    expect(findings(change({ ...shipped, coverage: [coverage] }))).toEqual(expected);
  });

  it('came too late for a deployment from before the landing, whatever it says since', () => {
    const early = { deployments: [deployment('11:00')] };
    const late = [`evidence-after-deployment high ${tip}`];
    expect(findings(change({ ...early, coverage: [cover({ atDeployment: 'none' })] }))).toEqual(late);
    expect(findings(change({ ...early, coverage: [cover({ atDeployment: 'none', now: 'non-compliant' })] }))).toEqual(late);
    expect(findings(change({ ...early, coverage: [cover({ atDeployment: 'compliant' })] }))).toEqual([]);
  });

  it('is not critical for a deployment that serves nobody', () => {
    const staging = [deployment('13:00', { environment: 'staging', production: false })];
    expect(findings(change({ deployments: staging, coverage: [nothing] }))).toEqual([`change-without-trail high ${tip}`]);
  });

  it('may be of the head where the file of then allows it', () => {
    const allowed = { file: fileWith({ headIsEnough: true }) };
    const merge = { ...allowed, coverage: [cover(head)], pull: undefined };
    const byHand = commit('9', { mergeAlone: false });
    expect([findings(change({ ...merge, tip: { ...byHand, mergeAlone: true } })), findings(change({ ...merge, tip: byHand }))]).toEqual([
      [],
      [expect.anything()],
    ]);
    expect(findings(change({ ...allowed, coverage: [cover(head)] }))).toEqual([]);
    const late = cover({ ...head, atMerge: 'none', now: 'compliant' });
    expect(findings(change({ ...allowed, coverage: [late] }))).toEqual([`evidence-after-merge medium ${tip}`]);
    expect(findings(change({ file: fileWith({ name: 'e2e', headIsEnough: true }), coverage: [cover(head)] }))).toHaveLength(1);
  });

  it.each<readonly [string, Coverage, readonly string[]]>([
    ['yes', cover({ atMerge: 'not-known', now: 'compliant' }), []],
    ['none', { ...nothing, atMerge: 'not-known' }, [`change-without-trail high ${tip}`]],
    ['a no', cover({ atMerge: 'not-known', now: 'non-compliant' }), ['trail-non-compliant high trail:t']],
    ['a part', cover({ atMerge: 'not-known', now: 'incomplete' }), ['trail-incomplete medium trail:t']],
  ])('is that of now where nobody knows when it landed, and says so: %s', (_, coverage, expected) => {
    const of = change({ coverage: [coverage], landing: { at: null, kind: 'unknown', actor: null }, pull: undefined });
    expect(findings(of)).toEqual(expected);
    expect(outcome('evidence-after-merge', of).kind).toBe(coverage.now === 'compliant' ? 'not-tested' : 'not-applicable');
    const found = evidenceRules.flatMap(({ name }) => foundBy(name, of));
    expect(found.filter(({ message }) => !message.includes('This is the state of now'))).toEqual([]);
  });
});

describe('several flows', () => {
  it('are judged each on its own where each is owed', () => {
    const of = change({ owes: ['unit', 'e2e', 'lint'], coverage: [cover(), e2e({ atMerge: 'non-compliant' })] });
    expect(findings(of)).toEqual([`change-without-trail high ${tip}`, 'trail-non-compliant high trail:e']);
    expect(foundBy('change-without-trail', of).map(({ detail }) => detail)).toEqual(['lint']);
    expect(foundBy('trail-non-compliant', of).map(({ detail }) => detail)).toEqual(['e2e']);
  });

  it('are not judged where they are not owed, also where they say no', () => {
    expect(findings(change({ coverage: [cover(), e2e({ atMerge: 'non-compliant' })] }))).toEqual([]);
  });

  it.each<readonly [string, readonly Coverage[], readonly string[]]>([
    ['one says yes, and another is not complete', [e2e({ atMerge: 'incomplete' }), cover()], []],
    ['one says yes, and another of the head alone', [e2e(head), cover()], []],
    ['one says yes, and another says no', [cover(), e2e({ atMerge: 'non-compliant' })], ['trail-non-compliant high trail:e']],
    ['one says yes, and another cannot be read', [cover(), e2e({ atMerge: 'unknown' })], ['trail-unknown high trail:e']],
    [
      'one is of the head alone, and another not complete',
      [e2e({ atMerge: 'incomplete' }), cover(head)],
      [`tested-on-head-only medium ${tip}`],
    ],
    [
      'one came late, and another is not complete',
      [e2e({ atMerge: 'incomplete' }), cover({ atMerge: 'none', now: 'compliant' })],
      [`evidence-after-merge medium ${tip}`],
    ],
    ['none is complete', [cover({ atMerge: 'incomplete' }), e2e({ atMerge: 'incomplete' })], ['trail-incomplete medium trail:t']],
    ['there is none', [{ ...nothing, flow: '' }], [`change-without-trail high ${tip}`]],
    ['nothing is told', [], [`change-without-trail high ${tip}`]],
  ])('of which any is enough: %s', (_, coverage, expected) => {
    expect(findings(change({ owes: null, coverage }))).toEqual(expected);
  });
});

describe('a change that no rule about evidence applies to', () => {
  const red = { coverage: [cover({ atMerge: 'non-compliant' })] };

  it('is one that owes no flow, and one that is left out', () => {
    for (const of of [change({ ...red, owes: [] }), change({ ...red, excluded: { reason: 'import', owner: 'mona' } })])
      expect([...new Set(evidenceRules.map(({ name }) => outcome(name, of).kind))]).toEqual(['not-applicable']);
  });

  it('is not one that owes a flow by the file of then alone', () => {
    expect(findings(change({ ...red, owesByTip: [] }))).toEqual(['trail-non-compliant high trail:t']);
    expect(findings(change({ coverage: [cover()], owesByTip: ['unit', 'e2e'] }))).toEqual([]);
  });
});

describe('the words of a finding', () => {
  it('name the change, who brought it, when, the trail and what came of it', () => {
    const red = cover({ atMerge: 'non-compliant', now: 'compliant', lacks: ['unit-tests says no'] });
    const trails = [trail([record({ compliant: false, at: at('11:30') }), record({ compliant: false, at: at('14:00'), by: 'late' })])];
    const [found] = foundBy('trail-non-compliant', change({ ...shipped, coverage: [red], trails }));
    expect(found?.message).toBe(
      'Trail t of flow unit said no when #42 (9999999), merged by bob, landed on main on 2026-11-02 at 12:00 UTC: unit-tests says no. ci recorded unit-tests on 2026-11-02 at 11:30 UTC. Later covered: the evidence of now says yes. It was deployed to production on 2026-11-02 at 13:00 UTC, by bob.',
    );
  });

  it('say what the first failed tests of the record said, and nobody’s address', () => {
    const failures = [
      { name: 'cart › adds', message: 'expected 1\nof ada@example.com', place: 'src/cart.ts:3' },
      { name: 'cart › pays', message: 'no', place: null },
    ];
    const trails = [trail([record({ compliant: false, at: at('11:30'), failures })])];
    const [found] = foundBy('trail-non-compliant', change({ ...shipped, coverage: [cover({ atMerge: 'non-compliant' })], trails }));
    expect(found?.message).toContain(
      'ci recorded unit-tests on 2026-11-02 at 11:30 UTC: cart › adds (src/cart.ts:3): expected 1 ⏎ of (address); cart › pays: no.',
    );
  });

  it('name the commit where there is no pull request', () => {
    const [found] = foundBy('change-without-trail', change({ pull: undefined, owes: null, coverage: [], landing: { kind: 'push' } }));
    expect(found?.message).toBe('Commit 9999999, pushed by bob, landed on main on 2026-11-02 at 12:00 UTC without a trail in any flow.');
    expect(found?.subject.url).toBe(`https://github.com/acme/shop/commit/${'9'.repeat(40)}`);
  });
});

describe('the rules about evidence', () => {
  it('are each told in words of their own, with a fix and the numbers of controls', () => {
    expect(evidenceRules.map(({ name, severity }) => `${name} ${severity}`)).toEqual([
      'change-without-trail high',
      'trail-non-compliant high',
      'trail-incomplete medium',
      'trail-unknown high',
      'evidence-after-merge medium',
      'evidence-after-deployment high',
      'evidence-before-push medium',
      'tested-on-head-only medium',
      'evidence-empty high',
      'evidence-all-skipped high',
      'evidence-by-fork-claim medium',
      'trail-with-own-template high',
      'overridden medium',
    ]);
    expect(
      evidenceRules.filter(
        ({ controls, fix, needs, text }) =>
          !controls.includes('SOC 2 CC8.1') || !fix.endsWith('.') || !text.endsWith('.') || !needs.includes('trails'),
      ),
    ).toEqual([]);
  });
});

describe('how a rule ends', () => {
  it('is not tested where nobody tells of deployments, and the landed commit was tested only later', () => {
    const world = worldWith({ untold: [{ kind: 'untold', source: 'deployments', why: 'there is no token', fix: '' }] });
    const of = (time: string) => change({ trails: [trail([record({ at: at(time) })])] });
    expect(outcome('tested-on-head-only', of('12:30'), world).kind).toBe('not-tested');
    expect(outcome('tested-on-head-only', of('11:30'), world).kind).toBe('passed');
    expect(outcome('tested-on-head-only', of('12:30'), worldWith({ untold: [] })).kind).toBe('passed');
  });

  it('is tested where there was something to judge, and not where there was nothing', () => {
    const kinds = (of: Coverage): readonly string[] =>
      evidenceRules.slice(0, 6).map(({ name }) => outcome(name, change({ coverage: [of] })).kind);
    expect(kinds(cover())).toEqual(['passed', 'passed', 'passed', 'passed', 'passed', 'not-applicable']);
    expect(kinds(nothing)).toEqual(['found', ...Array.from({ length: 5 }, () => 'not-applicable')]);
  });

  it('is not tested where nobody can tell what stood at the deployment', () => {
    const of = (atDeployment: Coverage['atDeployment']): string =>
      outcome('evidence-after-deployment', change({ coverage: [cover({ atDeployment })] })).kind;
    expect([of('compliant'), of('unknown'), of('not-known'), of(null)]).toEqual(['passed', 'not-tested', 'not-tested', 'not-applicable']);
  });

  it('is not tested by the deployments of GitHub alone, where snapshots were not read', () => {
    const of = (more: Partial<Coverage>): string =>
      outcome(
        'evidence-after-deployment',
        change({ coverage: [cover(more)] }),
        worldWith({ untold: [{ kind: 'untold', source: 'snapshots', why: 'a 403', fix: '' }] }),
      ).kind;
    const late = { atMerge: 'none', atDeployment: 'none', now: 'compliant' } as const;
    expect([of({ atDeployment: 'compliant' }), of({ atDeployment: null }), of(late)]).toEqual(['not-tested', 'not-tested', 'found']);
  });
});
