import { describe, expect, it } from 'vitest';
import { cover, flow, record, trail } from './world.ts';

const red = { compliant: false } as const;
const flows = [flow(), flow({ name: 'scans' })];
const inScans = { flow: 'scans' };

describe('the state of a change', () => {
  it('is the worst of the flows that it owes', () => {
    const unit = trail('h', [record('h', '11:00')]);
    const scans = (compliant: boolean) => trail('h', [record('h', '11:00', { compliant })], inScans);
    expect(cover({ flows, owes: ['unit', 'scans'], trails: [unit, scans(true)] }).state).toBe('covered');
    expect(cover({ flows, owes: ['unit', 'scans'], trails: [unit, scans(false)] }).state).toBe('non-compliant');
    expect(cover({ flows, owes: ['unit', 'scans'], trails: [unit] }).state).toBe('uncovered');
    expect(cover({ flows, owes: ['unit', 'gone'], trails: [unit] }).coverage.map(({ match }) => match)).toEqual(['tree', 'none']);
  });

  it('is a no where tests failed, whatever their record says, until somebody overrides it', () => {
    const failed = record('h', '11:00', { tests: { total: 3, skipped: 0, failed: 1 } });
    expect(cover({ flows, owes: ['unit'], trails: [trail('h', [failed])] }).state).toBe('non-compliant');
    const override = record('h', '11:10', { type: 'override', override: { id: failed.id, type: 'junit', reason: null } });
    expect(cover({ flows, owes: ['unit'], trails: [trail('h', [failed, override])] }).state).toBe('covered');
  });

  it('is the best of any flow where there is no mapping, unless one says no', () => {
    const trails = [trail('h', []), trail('h', [record('h', '11:00')], inScans)];
    const { coverage, state } = cover({ flows, owes: null, trails });
    expect([coverage.map((each) => each.flow), state]).toEqual([['scans', 'unit'], 'covered']);
    const isRed = trail('h', [record('h', '11:00', red)]);
    expect(cover({ flows, owes: null, trails: [isRed, ...trails.slice(1)] }).state).toBe('non-compliant');
    expect(cover({ flows, owes: null, trails: [isRed] }).state).toBe('non-compliant');
  });

  it('is one entry without a match where no flow has any', () => {
    const { coverage, state } = cover({ flows, owes: null, trails: [trail('x', [record('x', '11:00')])] });
    expect(coverage).toMatchObject([{ flow: '', match: 'none', trail: null, atMerge: 'none', now: 'none' }]);
    expect(state).toBe('uncovered');
    expect(cover({ owes: null, trails: [] }).only.flow).toBe('unit');
  });
});
