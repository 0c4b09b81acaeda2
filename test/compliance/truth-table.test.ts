import { expect, test } from 'vitest';
import { evaluate, type AttestationFact } from '../../src/compliance/index.ts';

/**
 * The statements that can stand under one name: nothing, a record of a type that says yes or no, or an override of a record of
 * that type.
 */
const there: Readonly<Record<string, Partial<AttestationFact> | undefined>> = {
  nothing: undefined,
  'junit, yes': { type: 'junit', compliant: true },
  'junit, no': { type: 'junit', compliant: false },
  'generic, yes': { type: 'generic', compliant: true },
  'generic, no': { type: 'generic', compliant: false },
  'override of junit, yes': { type: 'override', compliant: true, overridden: { id: 'o', type: 'junit' } },
  'override of junit, no': { type: 'override', compliant: false, overridden: { id: 'o', type: 'junit' } },
  'override of generic, yes': { type: 'override', compliant: true, overridden: { id: 'o', type: 'generic' } },
  'override of generic, no': { type: 'override', compliant: false, overridden: { id: 'o', type: 'generic' } },
};

/** C compliant, N not, I incomplete: a column for each of the above, in its order. */
const table = [
  ['no entry', 'C C N C N C N C N'],
  ['junit', 'I C N I N C N I N'],
  ['generic', 'I I N C N I N C N'],
  ['*', 'I C N C N C N C N'],
] as const;

const states: Readonly<Record<string, string>> = { C: 'COMPLIANT', N: 'NON-COMPLIANT', I: 'INCOMPLETE' };

const cases = table.flatMap(([entry, line]) =>
  line.split(' ').map((letter, index) => [entry, Object.keys(there)[index] ?? '', states[letter] ?? ''] as const),
);

test.each(cases)('where the template has %s for a name, %s makes the trail and the artifact %s', (entry, name, state) => {
  const entries = entry === 'no entry' ? [] : [{ name: 'unit', type: entry }];
  const found = there[name];
  const cli = { id: 'a', fingerprint: 'f', name: 'cli' };
  const about = (more: Partial<AttestationFact>): readonly AttestationFact[] =>
    found === undefined ? [] : [{ id: 'r', name: 'unit', type: '', compliant: false, sequence: 1, ...found, ...more }];
  const own = evaluate({
    template: { version: 1, trail: { attestations: entries, artifacts: [] } },
    templateId: 't',
    attestations: about({}),
    artifacts: [cli],
    now: 0,
  });
  // If a trail lacks something, each of its artifacts lacks it.
  expect([own.status, own.is_compliant, own.artifacts_statuses?.cli?.status]).toEqual([state, state === 'COMPLIANT', state]);
  const artifact = evaluate({
    template: { version: 1, trail: { attestations: [], artifacts: [{ name: 'cli', attestations: entries }] } },
    templateId: 't',
    attestations: about({ fingerprint: 'f' }),
    artifacts: [cli],
    now: 0,
  });
  expect([artifact.status, artifact.artifacts_statuses?.cli?.status, artifact.artifacts_statuses?.cli?.is_compliant]).toEqual([
    state,
    state,
    state === 'COMPLIANT',
  ]);
  for (const rows of [own.attestations_statuses, artifact.artifacts_statuses?.cli?.attestations_statuses ?? []]) {
    expect(rows.filter(({ overridden_attestation_id: id }) => id !== undefined).length).toBe(found?.overridden === undefined ? 0 : 1);
  }
});

test('the table has every case', () => expect(cases).toHaveLength(4 * Object.keys(there).length));
