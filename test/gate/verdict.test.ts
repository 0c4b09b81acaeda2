import { expect, test } from 'vitest';
import { inOrder, worst, type Reason } from '../../src/gate/index.ts';
import { reason } from './build.ts';

const fromWorst = ['unusable', 'non-compliant', 'unknown', 'incomplete'] as const;

test('without a reason it is a yes', () => {
  expect(worst([])).toBe('compliant');
});

test('of several reasons the worst decides, whatever their order: unusable, non-compliant, unknown, incomplete', () => {
  for (const [place, worse] of fromWorst.entries()) {
    expect(worst([reason(worse)])).toBe(worse);
    for (const better of fromWorst.slice(place)) {
      expect(worst([reason(worse), reason(better)])).toBe(worse);
      expect(worst([reason(better), reason(worse)])).toBe(worse);
    }
  }
});

test('why evidence is missing stands before what is missing, and a mistyped flow before both; a red name keeps its place', () => {
  const job: Reason = { ...reason('incomplete'), code: 'job-ended', verdict: 'incomplete' };
  const flow: Reason = { ...reason('incomplete'), code: 'flow-without-template', verdict: 'incomplete' };
  const [red, gone, unusable] = [reason('non-compliant'), reason('incomplete'), reason('unusable')];
  const codes = (...given: readonly Reason[]) => inOrder(given).map(({ code }) => code);
  expect(codes(red, gone, job)).toEqual(['failing', 'job-ended', 'missing']);
  expect(codes(job, flow, red, gone)).toEqual(['flow-without-template', 'job-ended', 'failing', 'missing']);
  expect(codes(job, red, gone)).toEqual(['job-ended', 'failing', 'missing']);
  expect(codes(unusable, job, flow)).toEqual(['evidence-unusable', 'flow-without-template', 'job-ended']);
});
