import { expect, test } from 'vitest';
import type { Header, Source } from '../../../src/audit/facts/line.ts';
import { gapsOf, type SaidOfItself } from '../../../src/audit/reperform/gaps.ts';
import { headerLine } from '../../commands/audit/stage.ts';

const said = (untold: readonly Source[], more: Partial<SaidOfItself> = {}, basis: Header['basis'] = 'github'): SaidOfItself => ({
  header: { ...headerLine, basis },
  untold: untold.map((source) => ({ kind: 'untold', source, why: `no ${source}`, fix: 'x' })),
  holes: [],
  ...more,
});

test('a source that does not answer now is not compared, and is a gap where the package has it', () => {
  const { notCompared, skipped } = gapsOf(said([]), said(['deployments']));
  expect(notCompared).toEqual([{ what: 'deployments', why: 'no deployments', fix: 'x', counts: true }]);
  expect([...skipped]).toEqual(['deployment']);
});

test('a source that neither has is no gap, and is told', () => {
  const { notCompared } = gapsOf(said(['deployments']), said(['deployments']));
  expect(notCompared).toEqual([{ what: 'deployments', why: 'no deployments', fix: 'x', counts: false }]);
});

test('a source that only the package lacks is told, and is no gap', () => {
  const { notCompared, skipped } = gapsOf(said(['tags']), said([]));
  expect(notCompared).toEqual([{ what: 'tags', why: 'The package has none: no tags', fix: 'Nothing to do', counts: false }]);
  expect(skipped.has('tag')).toBe(true);
});

test('landings that git alone tells are not held against those of GitHub', () => {
  const { notCompared, partial, skipped } = gapsOf(said([]), said(['landings'], {}, 'git'));
  expect(notCompared).toContainEqual({ what: 'landings', why: 'no landings', fix: 'x', counts: true });
  expect([skipped.has('landing'), partial.has('trail')]).toEqual([true, true]);
  const other = gapsOf(said(['landings'], {}, 'git'), said([]));
  expect(other.notCompared).toContainEqual(expect.objectContaining({ what: 'landings', counts: true }));
});

test('landings that git alone tells twice are compared', () => {
  const { notCompared, skipped } = gapsOf(said(['landings'], {}, 'git'), said(['landings'], {}, 'git'));
  expect([notCompared, skipped.has('landing')]).toEqual([[], false]);
});

test('who did not ask GitHub has no pull requests', () => {
  const { notCompared, skipped } = gapsOf(said([], {}, 'git'), said(['landings', 'deployments', 'releases', 'tags'], {}, 'git'));
  expect(notCompared).toContainEqual(expect.objectContaining({ what: 'pull requests', counts: true }));
  expect([skipped.has('pull request'), skipped.has('paths')]).toEqual([true, true]);
});

test('a hole is always a gap', () => {
  const hole = { kind: 'hole', what: 'a page', why: 'it did not come', fix: 'x' } as const;
  expect(gapsOf(said([], { holes: [hole] }), said([], { holes: [hole] })).notCompared).toEqual([
    { what: 'a page', why: 'it did not come', fix: 'x', counts: true },
  ]);
});
