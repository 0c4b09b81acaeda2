import { expect, test } from 'vitest';
import { renderSummary } from '../../src/github/index.ts';
import { evidence, evidenceOf, facts } from './facts.ts';

function claimed(...all: readonly Partial<typeof evidence>[]): string {
  const claims = all.map((changes, index) => ({
    artifact: `artifact-${index}`,
    job: 'tests',
    leg: null,
    matrix: null,
    testOutcome: 'failure',
    evidence: evidenceOf({ ...evidence, ...changes }),
  }));
  return renderSummary(facts({ evidence: undefined, claimed: { by: 'fork', evidence: claims } }));
}

test('what failed of all that was claimed stands first, under the name of its attestation and with its leg', () => {
  const text = claimed({ of: 'shard 1' }, { of: 'shard 2' }, { name: 'e2e' }, { name: 'lint', failed: [] });
  expect(text.match(/^##.*|^- ❌ .*\*\*adds.*/gm)).toEqual([
    '## ❌ Not compliant',
    '### Failed tests of unit',
    '- ❌ shard 1 › red › **adds**: expected 2',
    '- ❌ shard 2 › red › **adds**: expected 2',
    '### Failed tests of e2e',
    '- ❌ red › **adds**: expected 2',
    '### Why, and how to fix it',
    '### Attestations',
    '### To know',
    '### Claimed by the run of a fork',
  ]);
});

test('claims without a failed test have no list of them', () => {
  expect(claimed({ failed: [] })).not.toContain('Failed tests');
});

test('the head of the log after each recorded claim is below their table', () => {
  const [one, other] = ['a'.repeat(64), 'b'.repeat(64)];
  const text = claimed({ witness: one }, { witness: undefined }, { witness: other });
  expect(text.match(/^<sub>Witness: .*/gm)).toEqual([`<sub>Witness: ${one}</sub>`, `<sub>Witness: ${other}</sub>`]);
  expect(text.indexOf('artifact-2')).toBeLessThan(text.indexOf('Witness'));
});
