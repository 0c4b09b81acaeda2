import { expect, test } from 'vitest';
import { decideOn, record, row, run, trail } from '../build.ts';

const image = (unexpected: boolean) => ({
  artifacts_statuses: { image: { status: 'COMPLIANT', is_compliant: true, attestations_statuses: [], unexpected } },
});

test('an artifact that the template names is required; one that somebody reported is not', () => {
  expect(decideOn(trail([], 'COMPLIANT', image(false))).name).toBe('compliant');
  expect(decideOn(trail([], 'COMPLIANT', image(true))).reasons).toEqual([expect.objectContaining({ code: 'nothing-required' })]);
});

test('a trail that requires nothing says whether it holds evidence, and how to require some', () => {
  const [empty] = decideOn(trail([])).reasons;
  expect(empty).toMatchObject({ code: 'nothing-required', verdict: 'incomplete' });
  expect(empty?.message).toContain('flow shop holds no evidence');
  const [held] = decideOn(trail([row('unit', { unexpected: true })])).reasons;
  expect(held?.message).toContain('flow shop holds evidence, but its flow requires none');
  for (const word of ['required-attestations', 'allow-empty-template', 'flow apply']) expect(held?.fix).toContain(word);
});

test('notices of all rows are told in their order', () => {
  const twoLegs = (name: string) => [
    record(name, true, { user_data: run({ matrix: { os: 'linux' } }) }),
    record(name, true, { user_data: run({ matrix: { os: 'windows' } }) }),
  ];
  const { notices } = decideOn(trail([row('unit'), row('lint')]), { records: { unit: twoLegs('unit'), lint: twoLegs('lint') } });
  expect(notices).toEqual([expect.stringContaining('stand behind unit (2) and lint (2), and each must be compliant')]);
});
