import { expect, test } from 'vitest';
import { worst } from '../../src/gate/index.ts';
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
