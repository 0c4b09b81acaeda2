import { describe, expect, test } from 'vitest';
import { evaluate, type ArtifactFact, type AttestationFact } from '../../src/compliance/index.ts';

let sequence = 0;

const record = (id: string, more: Partial<AttestationFact>): AttestationFact => ({
  id,
  name: 'unit',
  type: 'junit',
  compliant: true,
  sequence: (sequence += 1),
  ...more,
});

const artifact = (name: string, more: Partial<ArtifactFact> = {}): ArtifactFact => ({
  id: `id-of-${name}`,
  fingerprint: 'f1',
  name,
  ...more,
});

/** The records that speak for each artifact, in the order of their rows. */
function speaking(
  attestations: readonly AttestationFact[],
  artifacts: readonly ArtifactFact[],
): Readonly<Record<string, readonly unknown[]>> {
  const { artifacts_statuses } = evaluate({
    template: { version: 1, trail: { attestations: [], artifacts: [] } },
    templateId: 'template',
    attestations,
    artifacts,
    now: 0,
  });
  const all = Object.entries(artifacts_statuses ?? {});
  return Object.fromEntries(all.map(([name, status]) => [name, status.attestations_statuses.map((row) => row.attestation_id)]));
}

describe('a record that was made before its artifact', () => {
  test('binds by its commit, and not at all where neither has one', () => {
    const early = (commit?: string) => [record('early', { target: 'cli', ...(commit === undefined ? {} : { commit }) })];
    expect(speaking(early('c1'), [artifact('cli', { commit: 'c1' })])).toEqual({ cli: ['early'] });
    expect(speaking(early('c1'), [artifact('cli', { commit: 'c2' })])).toEqual({ cli: [] });
    expect(speaking(early('c1'), [artifact('cli')])).toEqual({ cli: [] });
    expect(speaking(early(), [artifact('cli', { commit: 'c1' })])).toEqual({ cli: [] });
    expect(speaking(early(), [artifact('cli')])).toEqual({ cli: [] });
    expect(speaking(early(), [])).toEqual({ cli: ['early'] });
  });

  test('binds to the artifact of its name only', () => {
    const early = record('early', { target: 'cli', commit: 'c1' });
    expect(speaking([early], [artifact('web', { commit: 'c1' })])).toEqual({ web: [], cli: ['early'] });
  });
});

describe('a record of an artifact', () => {
  test('speaks for it by its fingerprint, whatever the commits', () => {
    const own = record('own', { fingerprint: 'f1', commit: 'c9' });
    expect(speaking([own], [artifact('cli', { commit: 'c1' }), artifact('web', { fingerprint: 'f2' })])).toEqual({ cli: ['own'], web: [] });
  });

  test('speaks for each name that the same bytes were reported under', () => {
    const own = record('own', { fingerprint: 'f1' });
    expect(speaking([own], [artifact('cli'), artifact('copy'), artifact('other', { fingerprint: 'f2' })])).toEqual({
      cli: ['own'],
      copy: ['own'],
      other: [],
    });
  });

  test('that was reported under another name before speaks once', () => {
    const both = record('both', { fingerprint: 'f1', target: 'cli', commit: 'c1' });
    expect(speaking([both], [artifact('cli', { commit: 'c1' })])).toEqual({ cli: ['both'] });
  });

  test('stands in the order of report, between the early ones', () => {
    const records = [
      record('1', { name: 'a', target: 'cli', commit: 'c1' }),
      record('2', { name: 'b', fingerprint: 'f1' }),
      record('3', { name: 'c', target: 'cli', commit: 'c1' }),
      record('4', { name: 'd', fingerprint: 'f1' }),
    ];
    expect(speaking(records, [artifact('cli', { commit: 'c1' })])).toEqual({ cli: ['1', '2', '3', '4'] });
  });
});
