import { expect, test } from 'vitest';
import { decideOn, row, trail } from '../build.ts';

const extra = (names: readonly string[]): string => {
  const [reason] = decideOn(trail(names.map((name) => row(name, { unexpected: true })))).reasons;
  return /required-attestations: (.*)\n/.exec(reason?.fix ?? '')?.[1] ?? '';
};

test.each<readonly [names: readonly string[], proposed: string]>([
  [[], '<names>'],
  [['unit'], 'unit'],
  [['unit', 'lint-2'], 'unit, lint-2'],
  [['unit', 'unit'], 'unit'],
  [['image.scan', 'a.b.c', 'two words', 'x', '.unit', 'unit.', 'a b.c', 'c.a b', 'ä'], 'image.scan, x'],
  [['a+b'], '<names>'],
])('of a trail that requires nothing and holds %j, %s is proposed', (names, proposed) => {
  expect(extra(names)).toBe(proposed);
});

test('at most twenty names are proposed', () => {
  const names = Array.from({ length: 22 }, (_, index) => `n${index}`);
  expect(extra(names).split(', ')).toEqual(names.slice(0, 20));
});
