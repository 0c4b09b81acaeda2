import { describe, expect, it } from 'vitest';
import { stateOf } from '../../../src/audit/coverage/match.ts';
import { coverageOf } from '../../../src/audit/coverage/standing.ts';
import type { EvidenceRecord } from '../../../src/audit/facts/trail.ts';
import { at, commit, cover, flow, question, record, sha, template, trail, type Scene } from './world.ts';

const red = { compliant: false } as const;
const moved = commit('t', { tree: 'another tree' });
const only = (scene: Scene) => cover(scene).only;

describe('a record that names no commit, on a trail of several', () => {
  const commits = [sha('h'), sha('x')];
  const shared = { name: 'release-1', commits };

  it('is of the commit of the record that it overrides', () => {
    const failed = record('h', '10:00', red);
    const override = record('h', '11:00', { type: 'override', commit: null, override: { id: failed.id, type: 'junit', reason: 'flaky' } });
    expect(only({ trails: [trail('h', [failed, override], shared)] }).atMerge).toBe('compliant');
    const other = record('x', '10:00', red);
    const ofOther = { ...override, override: { id: other.id, type: 'junit', reason: 'flaky' } };
    expect(only({ trails: [trail('h', [failed, other, ofOther], shared)] }).atMerge).toBe('non-compliant');
  });

  it('is of the commit of the artifact that it is about', () => {
    const asked = {
      version: 1,
      trail: { attestations: [], artifacts: [{ name: 'app', attestations: [{ name: 'scan', type: 'junit' }] }] },
    } as const;
    const fingerprint = 'f'.repeat(64);
    const built = (letter: string) => ({
      artifacts: [{ id: 'a', fingerprint, name: 'app', commit: sha(letter), at: at('10:00') }],
      template: asked,
    });
    const scan = record('h', '10:10', { name: 'scan', fingerprint, commit: null });
    expect(only({ trails: [trail('h', [scan], { ...shared, ...built('h') })] }).atMerge).toBe('compliant');
    expect(only({ trails: [trail('h', [scan], { ...shared, ...built('x') })] }).atMerge).toBe('incomplete');
  });

  it('is of the commit that its trail is named after, whatever came onto the trail since', () => {
    const named = trail('h', [record('h', '10:00', { ...red, commit: null }), record('t', '12:30')]);
    expect(only({ tip: moved, trails: [named, trail('t', [record('t', '11:00')])] })).toMatchObject({ match: 'sha', atMerge: 'compliant' });
  });

  it('is a no only as long as no later one of its name says yes', () => {
    const records = [record('h', '10:00'), record('h', '10:10', { ...red, name: 'smoke', commit: null })];
    const again = [...records, record('h', '10:20', { name: 'smoke', commit: null })];
    expect(only({ trails: [trail('h', records, shared)] }).atMerge).toBe('non-compliant');
    expect(only({ trails: [trail('h', again, shared)] }).atMerge).toBe('compliant');
  });
});

describe('an override', () => {
  it('speaks for the record that it is about, and for no other leg, until another record of the name comes', () => {
    const legs = [record('h', '10:00', { ...red, group: 'macos' }), record('h', '10:10', { group: 'linux' })];
    const over = (id = '') => record('h', '10:20', { type: 'override', override: { id, type: 'junit', reason: 'flaky' } });
    const again = record('h', '10:30', { group: 'linux' });
    const atMerge = (...records: readonly EvidenceRecord[]) => only({ trails: [trail('h', records)] }).atMerge;
    expect(atMerge(...legs, over(legs[0]?.id))).toBe('compliant');
    expect(atMerge(...legs, over(legs[1]?.id))).toBe('non-compliant');
    expect(atMerge(...legs, over(legs[0]?.id), again)).toBe('non-compliant');
  });
});

describe('runs of one kind', () => {
  const ran = (run: string, attempt: string, more: Partial<EvidenceRecord> = {}) =>
    record('h', `10:${run}${attempt}`, { group: 'push', attempt: { run, attempt }, ...more });
  const atMerge = (...records: readonly EvidenceRecord[]) => only({ trails: [trail('h', records)] }).atMerge;

  it('are as many as their numbers say: an older one that is run again replaces no newer one', () => {
    expect(atMerge(ran('1', '1'), ran('2', '1', red), ran('1', '2'))).toBe('non-compliant');
    expect(atMerge(ran('1', '1', red), ran('2', '1'))).toBe('compliant');
    expect(atMerge(ran('1', '1'), ran('2', '1'), ran('1', '2', red))).toBe('non-compliant');
  });

  it('hold back what a later attempt did not replace as a whole', () => {
    expect(atMerge(ran('1', '1', red), ran('1', '1'), ran('1', '2'))).toBe('non-compliant');
    expect(atMerge(ran('1', '1', red), ran('1', '1'), ran('1', '2'), ran('1', '2'))).toBe('compliant');
  });
});

describe('the trail of a commit', () => {
  it('is a no by the word of the service where no record that was read explains it, also next to a leg without a test', () => {
    const leg = (group: string, skipped: number) => record('h', '10:00', { group, rule: 2, tests: { total: 2, skipped, failed: 0 } });
    const untold = record('h', '11:00', { name: 'lint', commit: null, tests: null, read: false });
    const asked = { state: 'NON-COMPLIANT' };
    expect(only({ trails: [trail('h', [leg('linux', 0), leg('macos', 2), untold], asked)] }).now).toBe('non-compliant');
  });

  const elsewhere = (more: Partial<EvidenceRecord>) => record('x', '10:00', { group: 'push', ...more });
  const now = (...records: readonly EvidenceRecord[]) => only({ trails: [trail('h', [record('h', '09:00'), ...records])] }).now;

  it('is judged by what its names say last, also where that is of another commit', () => {
    expect(now(elsewhere(red))).toBe('non-compliant');
    expect(now(elsewhere({ name: 'smoke', ...red }))).toBe('non-compliant');
    expect(now(elsewhere({ name: 'smoke', rule: 2, tests: { total: 2, skipped: 2, failed: 0 } }))).toBe('non-compliant');
    expect(now(elsewhere({ name: 'smoke', ...red }), record('h', '11:00', { name: 'smoke', group: 'push' }))).toBe('compliant');
  });

  it('is incomplete where a name of it is of another commit alone, unless that is of no run and of no test', () => {
    expect(now(elsewhere({}))).toBe('compliant');
    expect(now(elsewhere({ name: 'smoke' }))).toBe('incomplete');
    const ticket = { name: 'ticket', type: 'generic', tests: null } as const;
    expect(now(elsewhere(ticket))).toBe('incomplete');
    const { group: _, ...free } = elsewhere(ticket);
    expect(now(free)).toBe('compliant');
  });
});

describe('test results without a test that ran', () => {
  const empty = { rule: 2, type: 'junit', tests: { total: 2, skipped: 2, failed: 0 } } as const;
  const full = { ...empty, tests: { total: 2, skipped: 0, failed: 0 } };
  it('are no yes, unless another run of their name holds one', () => {
    expect(only({ trails: [trail('h', [record('h', '10:00', empty)])] }).atMerge).toBe('non-compliant');
    const legs = [record('h', '10:00', { ...full, group: 'a' }), record('h', '10:10', { ...empty, group: 'b' })];
    expect(only({ trails: [trail('h', legs)] }).atMerge).toBe('compliant');
  });

  it('keep what the first rules said of them', () => {
    expect(only({ trails: [trail('h', [record('h', '10:00', { ...empty, rule: 1 })])] }).atMerge).toBe('compliant');
  });
});

describe('a template of its own', () => {
  const own = { ownTemplate: true, template: template('smoke') };

  it('stays the one that judges then, whatever others of its flow were decided by', () => {
    const templates = [{ from: at('09:00'), template: template('tests') }];
    const records = [record('h', '11:00', { name: 'smoke' }), record('h', '12:30', { name: 'smoke' })];
    expect(only({ flows: [flow({ templates })], trails: [trail('h', records, own)] }).atMerge).toBe('compliant');
    expect(only({ flows: [flow({ templates })], trails: [trail('h', records, { template: template('smoke') })] }).atMerge).toBe(
      'incomplete',
    );
  });

  it('is asked today as well as that of the flow', () => {
    const scene = { flows: [flow()], trails: [trail('h', [record('h', '11:00')], { ...own, state: 'INCOMPLETE' })] };
    expect(only(scene).nowByTodaysTemplate).toBe('incomplete');
    expect(only({ ...scene, trails: [trail('h', [record('h', '11:00')], { state: 'COMPLIANT' })] }).nowByTodaysTemplate).toBe('compliant');
  });
});

describe('a template that was in force before any that is known', () => {
  it('is taken for the oldest of these, and not for the one that the trail was decided by since', () => {
    const templates = [
      { from: at('12:20'), template: template('tests', 'scan') },
      { from: at('12:40'), template: template('tests') },
    ];
    const again = trail('h', [record('h', '11:00'), record('h', '12:50')]);
    expect(only({ flows: [flow({ templates })], trails: [again] })).toMatchObject({ atMerge: 'incomplete', now: 'compliant' });
  });
});

describe('a trail whose events are not all here', () => {
  const cut = { cut: true };

  it('says nothing of one of several commits, now either', () => {
    expect(only({ trails: [trail('h', [record('h', '11:00')], cut)] })).toMatchObject({ atMerge: 'unknown', now: 'compliant' });
    const commits = { ...cut, name: 'release-1', commits: [sha('h'), sha('x')] };
    expect(only({ trails: [trail('h', [record('h', '11:00')], commits)] })).toMatchObject({ atMerge: 'unknown', now: 'unknown' });
  });

  it('is not that of one commit alone because it is named after it', () => {
    const foreign = { ...cut, commits: [sha('t'), sha('x')], state: 'COMPLIANT' };
    expect(only({ trails: [trail('t', [record('x', '11:00')], foreign)] }).now).toBe('unknown');
  });

  it('was not there before it began', () => {
    expect(only({ trails: [trail('t', [], { ...cut, at: at('12:30'), state: 'COMPLIANT' })] })).toMatchObject({
      atMerge: 'none',
      now: 'compliant',
    });
  });
});

describe('what a coverage is shown with', () => {
  it('is the head where that is enough, also when the landed commit was tested since', () => {
    const trails = [trail('h', [record('h', '11:00')]), trail('t', [record('t', '12:10')])];
    expect(only({ tip: moved, trails, headIsEnough: true })).toMatchObject({ match: 'head', trail: sha('h') });
    expect(only({ tip: moved, trails })).toMatchObject({ match: 'sha', trail: sha('t') });
  });

  it('is what came later, where it was not complete', () => {
    const asked = template('tests', 'scan');
    const part = trail('h', [record('h', '11:00')], { template: asked, state: 'INCOMPLETE' });
    const whole = trail('t', [record('t', '12:20'), record('t', '12:30', { name: 'scan' })], { template: asked });
    for (const tip of [moved, commit('t', { tree: 'the tree' })]) {
      const { coverage, state } = cover({ tip, trails: [part, whole], deployedAt: at('12:10') });
      expect(coverage).toMatchObject([{ match: 'sha', trail: sha('t'), atMerge: 'incomplete', atDeployment: 'incomplete' }]);
      expect(state).toBe('covered-later');
    }
  });

  it('is the no at the deployment, whatever came before and since', () => {
    const records = [record('t', '12:10', red), record('t', '12:30')];
    const before = [[], [trail('h', [record('h', '11:00')])], [trail('h', [record('h', '11:00')], { state: 'INCOMPLETE' })]];
    for (const trails of before) {
      const { only: shown, state } = cover({ trails: [...trails, trail('t', records)], deployedAt: at('12:20') });
      expect(shown).toMatchObject({ match: 'sha', trail: sha('t'), lacks: ['tests says no'] });
      expect(state).toBe('non-compliant');
    }
  });

  it('lacks what it lacks now, where nothing was there at the merge', () => {
    const late = trail('t', [record('t', '12:10', red)]);
    expect(only({ trails: [late] })).toMatchObject({ match: 'sha', atMerge: 'none', now: 'non-compliant', lacks: ['tests says no'] });
  });

  it('is a trail that is named after the commit, whatever else it says of itself', () => {
    expect(only({ trails: [trail('t', [record('t', '11:00', { commit: null })], { commits: [] })] })).toMatchObject({
      match: 'sha',
      atMerge: 'compliant',
    });
  });
});

describe('the state of a change', () => {
  it('is outside every flow where it owes none', () => {
    const asked = question({ owes: [], trails: [trail('t', [record('t', '11:00')])] });
    expect(coverageOf(asked, new Map([['unit', flow()]]))).toEqual([]);
    expect(stateOf([], asked)).toBe('outside-every-flow');
  });

  it('is not covered where its head alone was tested, and that only after the merge', () => {
    expect(cover({ tip: moved, trails: [trail('h', [record('h', '12:10')])] }).state).toBe('uncovered');
    expect(cover({ tip: moved, headIsEnough: true, trails: [trail('h', [record('h', '12:10')])] }).state).toBe('covered-later');
  });
});
