import { describe, expect, it } from 'vitest';
import type { Template } from '../../../src/contract/index.ts';
import type { FlowFact } from '../../../src/audit/facts/line.ts';
import type { EvidenceRecord, TrailFact } from '../../../src/audit/facts/trail.ts';
import { testedBefore, type Tested } from '../../../src/audit/judge/tested.ts';
import { at, commit, pull, sha } from '../reviews/pull.ts';
import { change, record, trail, worldOf, worldWith } from '../rules/evidence-change.ts';

const asking = (type: string): Template => ({ version: 1, trail: { attestations: [{ name: 'unit-tests', type }], artifacts: [] } });
const world = worldOf({ template: asking('junit') });
const other = (more: Partial<EvidenceRecord> = {}): EvidenceRecord =>
  record({ id: 'r2', name: 'sbom', type: 'generic', tests: null, ...more });
const ofHead = record({ commit: sha('a') });
const onHead = trail([ofHead], { name: 'h', commits: [sha('a')] });

describe('whether a change was tested before it landed', () => {
  it.each<readonly [string, readonly EvidenceRecord[], Tested]>([
    ['results of its tests were there', [record()], 'yes'],
    ['they came within the second of the landing', [record({ at: '2026-11-02T12:00:00.900Z' })], 'yes'],
    ['they came later', [record({ at: at('13:00') })], 'no'],
    ['nothing was recorded', [], 'no'],
    ['they said no', [record({ compliant: false })], 'failed'],
    ['a test of them failed', [record({ tests: { total: 3, skipped: 0, failed: 1 } })], 'failed'],
    ['they said no, and a yes was recorded afterwards', [record({ compliant: false }), record({ id: 'r3' })], 'yes'],
    [
      'they said no, and somebody overrode that',
      [record({ compliant: false }), record({ id: 'o', type: 'override', tests: null })],
      'failed',
    ],
    ['one leg said no', [record({ group: 'a', compliant: false }), record({ group: 'b' })], 'failed'],
    ['they hold no test', [record({ tests: { total: 0, skipped: 0, failed: 0 } })], 'no'],
    ['they hold skipped tests alone', [record({ tests: { total: 2, skipped: 2, failed: 0 } })], 'no'],
    ['they do not say how many tests they hold', [record({ tests: null })], 'not known'],
    ['they do not say yes or no', [record({ compliant: null })], 'not known'],
    ['a record could not be read', [other({ type: '', read: false })], 'not known'],
    ['other evidence was there alone', [other()], 'no'],
    ['they are of another commit', [record({ commit: sha('7') })], 'no'],
  ])('is told where %s', (_, records, expected) => {
    expect(testedBefore(change({ trails: [trail(records, { template: asking('junit') })] }), world).tested).toBe(expected);
  });

  it.each<readonly [string, Parameters<typeof change>[0], Tested]>([
    ['tested on the head of its pull request alone', { trails: [onHead] }, 'head'],
    ['tested on a head with the same files', { trails: [onHead], pull: pull({ commits: [commit('a', { tree: sha('9') })] }) }, 'yes'],
    ['landed at a time that nobody knows', { landing: { at: null } }, 'not known'],
    ['landed at a time that nobody knows, and never tested', { landing: { at: null }, trails: [] }, 'no'],
    ['on a trail of which not all events could be read', { trails: [trail([record()], { cut: true })] }, 'not known'],
    ['of two flows, and tested in one', { owes: ['unit', 'e2e'] }, 'no'],
    ['without a mapping, and tested in one flow', { owes: null, trails: [trail(), trail([], { flow: 'e2e' })] }, 'yes'],
    ['without a mapping, and tested in no flow', { owes: null, trails: [] }, 'no'],
    ['owing nothing, and tested all the same', { owes: [] }, 'yes'],
    ['owing nothing, and not tested', { owes: [], trails: [] }, 'no'],
    ['left out by the file, and not tested', { excluded: { reason: 'Prose', owner: 'alice' }, trails: [] }, 'no'],
  ])('is told of one %s', (_, parts, expected) => {
    const e2e: FlowFact = { kind: 'flow', name: 'e2e', url: null, template: asking('junit') };
    expect(testedBefore(change(parts), { ...world, flows: new Map([...world.flows, ['e2e', e2e]]) }).tested).toBe(expected);
  });

  it('is told as things stand now where nobody knows when it landed, and never as what was there then', () => {
    const of = (records: readonly EvidenceRecord[], until = '2026-11-03T00:00:00Z') => {
      const { header } = world;
      const ended = { ...world, header: { ...header, period: { ...header.period, until } } };
      return testedBefore(change({ landing: { at: null }, trails: records.length === 0 ? [] : [trail(records)] }), ended);
    };
    const yes = 'says yes now; whether it was there when it landed is not known';
    expect(of([record()])).toEqual({ tested: 'not known', why: yes, now: { tested: 'yes', isLate: false } });
    expect(of([record()], '2026-11-01T00:00:00Z').now).toEqual({ tested: 'yes', isLate: true });
    expect(of([record({ compliant: false })])).toMatchObject({ tested: 'not known', now: { tested: 'failed', isLate: false } });
    expect(of([])).toMatchObject({ tested: 'no', now: { tested: 'no' } });
    expect(testedBefore(change(), world)).not.toHaveProperty('now');
  });

  it('is not decided by a flow that asks for no tests', () => {
    const deploy: FlowFact = { kind: 'flow', name: 'deploy', url: null, template: asking('generic') };
    const flows = new Map([...world.flows, ['deploy', deploy]]);
    const both = change({ owes: ['unit', 'deploy'], trails: [trail(), trail([other()], { flow: 'deploy', template: asking('generic') })] });
    expect(testedBefore(both, { ...world, flows }).tested).toBe('yes');
    const alone = change({ owes: ['deploy'], trails: [trail([other()], { flow: 'deploy', template: asking('generic') })] });
    expect(testedBefore(alone, { ...world, flows })).toEqual({ tested: 'not known', why: 'none of its evidence is results of tests' });
  });

  it('goes by the template of then: one that is not known leaves it open', () => {
    const recorded = (template: TrailFact['template']) => change({ trails: [trail([other()], { template })] });
    expect(testedBefore(recorded(null), worldOf({})).tested).toBe('not known');
    expect(testedBefore(recorded(asking('junit')), worldOf({})).tested).toBe('no');
  });

  it('says where a run of a fork claimed the results', () => {
    expect(testedBefore(change({ trails: [trail([record({ byForkClaim: true })])] }), world)).toEqual({
      tested: 'yes',
      why: 'results of tests were there before it landed, as a run of a fork claimed them',
    });
  });

  it('is not known where nobody tells its pull request, which may have tests of its own', () => {
    const untold = { ...world, untold: [{ kind: 'untold', source: 'pull-requests', why: 'No token', fix: '' }] } as const;
    expect(testedBefore(change({ pull: undefined, trails: [] }), untold).tested).toBe('not known');
    expect(testedBefore(change({ pull: undefined, trails: [] }), world).tested).toBe('no');
    expect(testedBefore(change({ pull: undefined }), untold).tested).toBe('yes');
    expect(testedBefore(change({ trails: [] }), untold).tested).toBe('no');
  });

  it.each(['trails', 'records'] as const)('is not known where the service did not tell %s', (source) => {
    const untold = worldWith({ untold: [{ kind: 'untold', source, why: 'No token', fix: '' }] });
    expect([testedBefore(change(), untold).tested, testedBefore(change({ trails: [] }), untold).tested]).toEqual([
      'not known',
      'not known',
    ]);
  });
});
