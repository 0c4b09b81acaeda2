import { expect, test } from 'vitest';
import { evaluateReplaced, type ArtifactFact, type AttestationFact, type TrailFacts } from '../../src/compliance/index.ts';

const first: ArtifactFact = { id: 'first', fingerprint: 'a'.repeat(64), name: 'cli', commit: 'c1' };
const second: ArtifactFact = { id: 'second', fingerprint: 'b'.repeat(64), name: 'cli', commit: 'c2' };
const web: ArtifactFact = { id: 'web', fingerprint: 'c'.repeat(64), name: 'web', commit: 'c1' };
const unit: AttestationFact = { id: 'id-of-unit', name: 'unit', type: 'junit', compliant: true, sequence: 1 };
const ofFirst = { ...unit, fingerprint: first.fingerprint };

/** States under a template that demands `unit` of `cli`, and nothing of `web`. */
function statesOf(
  attestations: readonly AttestationFact[],
  artifacts: readonly ArtifactFact[] = [first, web, second],
  ofTrail: TrailFacts['template']['trail']['attestations'] = [],
): Readonly<Record<string, string>> {
  const demanded = [
    { name: 'web', attestations: [] },
    { name: 'cli', attestations: [{ name: 'unit', type: 'junit' }] },
  ];
  const template: TrailFacts['template'] = { version: 1, trail: { attestations: ofTrail, artifacts: demanded } };
  return Object.fromEntries(evaluateReplaced({ template, templateId: 'template-1', attestations, artifacts, now: 1000 }));
}

test('where no name was taken, nothing is replaced', () => {
  expect(statesOf([ofFirst], [first, web])).toEqual({});
});

test.each([
  ['nothing', [], 'INCOMPLETE'],
  ['a green record of its own', [ofFirst], 'COMPLIANT'],
  ['a red record of its own', [{ ...ofFirst, compliant: false }], 'NON-COMPLIANT'],
  ['a record of the one that took its name', [{ ...unit, fingerprint: second.fingerprint }], 'INCOMPLETE'],
  ['a record of the trail alone', [unit], 'INCOMPLETE'],
  ['an early record of its commit', [{ ...unit, target: 'cli', commit: 'c1' }], 'COMPLIANT'],
  ['an early record of another commit', [{ ...unit, target: 'cli', commit: 'c2' }], 'INCOMPLETE'],
  ['an early record of another name', [{ ...unit, target: 'web', commit: 'c1' }], 'INCOMPLETE'],
  [
    'a green record of its own after a red early one',
    [
      { ...unit, target: 'cli', commit: 'c1', compliant: false },
      { ...ofFirst, sequence: 2 },
    ],
    'COMPLIANT',
  ],
])('an artifact whose name was taken is decided by %s', (_, records: readonly AttestationFact[], state) => {
  expect(statesOf(records)).toEqual({ first: state });
});

test('it needs the attestations of its trail, too', () => {
  const lint = { name: 'lint', type: 'generic' };
  expect(statesOf([ofFirst], undefined, [lint])).toEqual({ first: 'INCOMPLETE' });
  expect(statesOf([ofFirst, { ...unit, ...lint, id: 'id-of-lint', sequence: 2 }], undefined, [lint])).toEqual({ first: 'COMPLIANT' });
});

test('each that had the name before is decided by itself', () => {
  const third = { ...second, id: 'third', fingerprint: 'd'.repeat(64) };
  expect(statesOf([ofFirst], [first, second, third])).toEqual({ first: 'COMPLIANT', second: 'INCOMPLETE' });
});
