import { describe, expect, it } from 'vitest';
import type { EvidenceRecord } from '../../../src/audit/facts/trail.ts';
import { at, cover, flow, record, sha, template, trail, type Scene } from './world.ts';

const red = { compliant: false } as const;

const moments = (scene: Scene) => {
  const { atDeployment, atMerge, lacks, now, nowByTodaysTemplate } = cover(scene).only;
  return { atDeployment, atMerge, now, nowByTodaysTemplate, lacks };
};

describe('the moments of a change', () => {
  it.each([
    ['2026-11-02T11:59:59.999Z', 'compliant'],
    // GitHub cuts off the fraction of a second: a gate that ran within the second of the merge ran before it.
    ['2026-11-02T12:00:00.400Z', 'compliant'],
    ['2026-11-02T12:00:00.999Z', 'compliant'],
    ['2026-11-02T12:00:01.000Z', 'none'],
  ])('a record of %s is %s at a merge of 12:00:00', (moment, expected) => {
    expect(moments({ trails: [trail('h', [record('h', '12:00', { at: moment })])] }).atMerge).toBe(expected);
  });

  it.each([
    ['2026-11-02T12:00:00.400Z', 'compliant'],
    ['2026-11-02T12:00:00.401Z', 'none'],
  ])('a record of %s is %s at a deployment that the service saw at 12:00:00.400', (moment, expected) => {
    const trails = [trail('h', [record('h', '12:00', { at: moment })])];
    expect(moments({ trails, deployedAt: '2026-11-02T12:00:00.400Z' }).atDeployment).toBe(expected);
  });

  it('are the merge, the deployment and now', () => {
    const records = [record('h', '11:00'), record('h', '12:30', red), record('h', '13:30')];
    expect(moments({ trails: [trail('h', records)], deployedAt: at('13:00') })).toMatchObject({
      atMerge: 'compliant',
      atDeployment: 'non-compliant',
      now: 'compliant',
    });
    expect(moments({ trails: [trail('h', records)] }).atDeployment).toBeNull();
  });
});

describe('the template', () => {
  const asked = template('tests', 'scan');

  it('that was in force at the landing decides, and that of today is told as well', () => {
    const scene = { flows: [flow({ template: asked })], trails: [trail('h', [record('h', '11:00')])] };
    expect(moments(scene)).toMatchObject({ atMerge: 'compliant', now: 'compliant', nowByTodaysTemplate: 'incomplete', lacks: [] });
  });

  it('that was missed at the landing is said in words', () => {
    const before = { template: asked, state: 'INCOMPLETE' };
    const scene = { flows: [flow({ template: asked })], trails: [trail('h', [record('h', '11:00')], before)] };
    expect(moments(scene)).toMatchObject({ atMerge: 'incomplete', now: 'incomplete', lacks: ['scan is missing'] });
  });

  it('that came after the landing is not asked of then, where other trails tell which one was in force', () => {
    const trails = [trail('h', [record('h', '11:00'), record('h', '12:30', { name: 'scan' })], { template: asked })];
    const templates = [
      { from: at('10:00'), template: template('tests') },
      { from: at('12:30'), template: asked },
    ];
    expect(moments({ flows: [flow({ template: asked, templates })], trails }).atMerge).toBe('compliant');
    expect(moments({ flows: [flow({ template: asked, templates: templates.slice(1) })], trails }).atMerge).toBe('incomplete');
  });

  it('of a trail itself is asked together with that of its flow today', () => {
    const own = { ownTemplate: true, template: template('smoke') };
    const scene = { flows: [flow()], trails: [trail('h', [record('h', '11:00', { name: 'smoke' })], own)] };
    expect(moments(scene)).toMatchObject({ atMerge: 'compliant', nowByTodaysTemplate: 'incomplete' });
  });

  it('that nobody knows makes a yes unknown, and a no stays one', () => {
    const untold = { template: null };
    expect(moments({ trails: [trail('h', [record('h', '11:00')], untold)] }).atMerge).toBe('unknown');
    expect(moments({ trails: [trail('h', [record('h', '11:00', red)], untold)] }).atMerge).toBe('non-compliant');
    expect(moments({ flows: [flow({ template: null })], trails: [trail('h', [record('h', '11:00')])] }).nowByTodaysTemplate).toBe(
      'unknown',
    );
  });
});

describe('the records of a trail', () => {
  const judge = (records: readonly EvidenceRecord[], more: object = {}) => moments({ trails: [trail('h', records, more)] });

  it('count as the service lets them: an override sets the row, until the next record', () => {
    const failed = record('h', '10:00', red);
    const override = record('h', '11:00', { type: 'override', override: { id: failed.id, type: 'junit', reason: 'flaky' } });
    expect(judge([failed, override]).atMerge).toBe('compliant');
    expect(judge([failed, { ...override, commit: null }]).atMerge).toBe('compliant');
    expect(judge([failed, { ...override, override: null }]).atMerge).toBe('compliant');
    expect(judge([failed, override, record('h', '11:30', red)]).atMerge).toBe('non-compliant');
    expect(judge([record('h', '10:00'), { ...override, compliant: false }])).toMatchObject({
      atMerge: 'non-compliant',
      lacks: ['tests says no'],
    });
  });

  it('of one leg hide no other leg that is red', () => {
    const legs = [record('h', '10:00', { ...red, group: 'macos' }), record('h', '10:10', { group: 'linux' })];
    expect(judge(legs).atMerge).toBe('non-compliant');
    expect(judge([...legs, record('h', '10:20', { group: 'macos' })]).atMerge).toBe('compliant');
  });

  it('of another type leave the row open', () => {
    expect(judge([record('h', '10:00', { type: 'generic' })], { state: 'INCOMPLETE' })).toMatchObject({
      atMerge: 'incomplete',
      lacks: ['tests is missing'],
    });
  });

  it('that do not say what they are make nothing known', () => {
    expect(judge([record('h', '10:00', { compliant: null })]).atMerge).toBe('unknown');
    expect(judge([record('h', '10:00', { compliant: null }), record('h', '10:10')]).atMerge).toBe('compliant');
  });

  it('of an artifact are asked where the template names it', () => {
    const asked = {
      version: 1,
      trail: { attestations: [], artifacts: [{ name: 'app', attestations: [{ name: 'scan', type: 'junit' }] }] },
    } as const;
    const fingerprint = 'f'.repeat(64);
    const artifacts = [{ id: 'a', fingerprint, name: 'app', commit: sha('h'), at: at('10:00') }];
    const scan = record('h', '10:10', { name: 'scan', fingerprint, commit: null });
    expect(judge([scan], { template: asked, artifacts }).atMerge).toBe('compliant');
    expect(judge([], { template: asked, artifacts })).toMatchObject({ atMerge: 'incomplete', lacks: ['scan of app is missing'] });
    expect(judge([record('h', '10:00')], { template: asked, state: 'INCOMPLETE' }).lacks).toEqual([
      'artifact app is missing',
      'scan of app is missing',
    ]);
  });
});

describe('a trail of several commits', () => {
  const shared = { name: 'release-1' };

  it('speaks for each by its own records', () => {
    const records = [record('x', '10:00', red), record('h', '11:00')];
    expect(moments({ trails: [trail('h', records, shared)] })).toMatchObject({ atMerge: 'compliant', now: 'compliant' });
    expect(moments({ trails: [trail('h', [record('h', '10:00', red), record('x', '11:00')], shared)] })).toMatchObject({
      atMerge: 'non-compliant',
      now: 'non-compliant',
    });
  });

  it('is no yes by a record that names no commit, and a no by the last such record', () => {
    const unbound = record('h', '11:00', { commit: null });
    const commits = [sha('h'), sha('x')];
    expect(moments({ trails: [trail('h', [unbound], { ...shared, commits })] }).atMerge).toBe('incomplete');
    expect(moments({ trails: [trail('h', [{ ...unbound, ...red }], { ...shared, commits })] }).atMerge).toBe('non-compliant');
    expect(moments({ trails: [trail('h', [unbound], shared)] }).atMerge).toBe('compliant');
  });
});

describe('several trails of one commit', () => {
  it('must all say yes', () => {
    const green = trail('h', [record('h', '10:00')]);
    const other = trail('h', [record('h', '10:00', red)], { name: 'nightly' });
    expect(cover({ trails: [green, other] }).only).toMatchObject({ trail: 'nightly', atMerge: 'non-compliant' });
    expect(cover({ trails: [other, green] }).only).toMatchObject({ trail: 'nightly', atMerge: 'non-compliant' });
    expect(cover({ trails: [green, trail('h', [record('h', '10:00')], { name: 'nightly' })] }).only.atMerge).toBe('compliant');
  });
});

describe("the service's own word", () => {
  const state = (word: string, more: object = {}) => moments({ trails: [trail('h', [record('h', '11:00')], { state: word, ...more })] });

  it.each(['NON-COMPLIANT', 'INCOMPLETE', 'ALMOST'])('%s is worse than the records explain, and stands', (word) => {
    expect(state(word).now).not.toBe('compliant');
    expect(state(word).atMerge).not.toBe('compliant');
    expect(state(word).lacks).toEqual([`the service says ${word}`]);
  });

  it('is no yes where the records say no', () => {
    expect(moments({ trails: [trail('h', [record('h', '11:00', red)], { state: 'COMPLIANT' })] })).toMatchObject({
      atMerge: 'non-compliant',
      now: 'non-compliant',
    });
  });

  it('makes then unknown where something was recorded since', () => {
    const records = [record('h', '11:00'), record('h', '12:30', { name: 'scan' })];
    expect(moments({ trails: [trail('h', records, { state: 'NON-COMPLIANT' })] })).toMatchObject({
      atMerge: 'unknown',
      now: 'non-compliant',
    });
  });
});
