import { describe, expect, it, test } from 'vitest';
import {
  isArtifactOverridden,
  overriddenRows,
  overrideLines,
  overridesAmong,
  overridesOf,
  overrideWords,
  rowWords,
  standsByOverride,
  utcTime,
  wordsOfVerdict,
} from '../../src/presentation/index.ts';

const whole = {
  attestation: 'unit',
  is_compliant: true,
  attestation_id: 'o',
  overridden_attestation_id: 'r',
  original_attestation_type: 'junit',
  reported_by: 'ada',
  created_at: 1_700_000_000,
  reason: 'flaky host',
};
const by = 'overridden by ada at 2023-11-14 22:13:20 UTC, because "flaky host"';

describe('an override', () => {
  it.each([
    [whole, `unit: ${by}, of junit unit (r)`],
    [{ ...whole, overridden_attestation_id: 'o' }, `unit: ${by}, of junit unit, which nobody recorded`],
    [{ ...whole, reason: 'first\r\nsecond\u001B[2J\u202E' }, `unit: ${by.replace('flaky host', 'first ⏎ second')}, of junit unit (r)`],
    [{ ...whole, reason: 'W'.repeat(9_000) }, `unit: ${by.replace('flaky host', `${'W'.repeat(499)}…`)}, of junit unit (r)`],
  ])('is told as far as it is known: %j', (override, expected) => {
    expect(overridesOf({ overrides: [override] }, utcTime)).toEqual([expected]);
  });

  it.each([
    [{ overridden_attestation_id: 'r' }, { text: 'overridden', what: 'unit (r)', id: 'r' }],
    [{}, { text: 'overridden', what: 'unit' }],
    [
      { reported_by: 'ada', reason: 7, created_at: 'soon' },
      { text: 'overridden by ada', what: 'unit' },
    ],
  ])('is said with what is known of it: %j', (known, expected) => {
    expect(overrideWords(known, 'unit', utcTime)).toEqual(expected);
  });

  it('says apart which record it is about, for a link', () => {
    expect(overrideWords(whole, 'unit', utcTime)).toEqual({ text: by, what: 'junit unit (r)', id: 'r' });
    expect(overrideWords({ ...whole, overridden_attestation_id: 'o' }, 'unit', utcTime)).not.toHaveProperty('id');
  });

  it('is told of each record of a list that is one', () => {
    const record = { attestation_name: 'unit', is_compliant: true, created_at: 1_700_000_000 };
    const records = [
      { ...record, attestation_id: 'r', attestation_type: 'junit' },
      { ...record, ...whole, attestation_type: 'Override' },
    ];
    expect(overridesAmong(records, utcTime)).toEqual([`unit: ${by}, of junit unit (r)`]);
  });

  it('is told of each row of a verdict that has one, with its trail where there are several', () => {
    const row = { attestation: 'unit', type: 'junit', state: 'overridden', requiredBy: [], groups: 1, since: 1, url: undefined } as const;
    const rows = [{ ...row }, { ...row, override: whole }, { ...row, override: whole, flow: 'shop', trail: 'v1' }];
    expect(overrideLines(rows, utcTime)).toEqual([`unit: ${by}, of junit unit (r)`, `shop › v1 › unit: ${by}, of junit unit (r)`]);
  });
});

const yes = { is_compliant: true };
const no = { is_compliant: false };
const over = { overridden_attestation_id: 'r' };

test.each([
  ['COMPLIANT', [yes, { ...yes, ...over }], true],
  ['COMPLIANT', [yes, yes], false],
  ['COMPLIANT', [yes, { ...yes, overridden_attestation_id: '' }], false],
  ['COMPLIANT', [], false],
  ['NON-COMPLIANT', [yes, { ...no, ...over }], true],
  ['NON-COMPLIANT', [no, { ...no, ...over }], false],
  ['NON-COMPLIANT', [no, { ...yes, ...over }], false],
  [
    'NON-COMPLIANT',
    [
      { ...no, ...over },
      { ...no, status: 'MISSING' },
    ],
    true,
  ],
  ['NON-COMPLIANT', [], false],
  [
    'INCOMPLETE',
    [
      { ...yes, ...over },
      { ...no, status: 'MISSING' },
    ],
    false,
  ],
  ['constructor', [{ ...yes, ...over }], false],
  [undefined, [{ ...yes, ...over }], false],
] as const)('the state %j of %j stands because of an override: %j', (state, rows, expected) => {
  expect(standsByOverride(state, rows)).toBe(expected);
});

test.each([
  [{ overridden_attestations: [{ attestation_name: 'unit', ...yes, ...over }] }, 'COMPLIANT', true],
  [{ overridden_attestations: [{ attestation_name: 'unit', ...no, ...over }] }, 'NON-COMPLIANT', false],
  [{ overridden_attestations: [{ attestation_name: 'unit', ...yes }] }, 'COMPLIANT', false],
  [{ overridden_attestations: [null, 7, { overridden_attestation_id: 7 }] }, 'COMPLIANT', false],
  [{ overridden_attestations: 'many' }, 'COMPLIANT', false],
  [{}, 'COMPLIANT', false],
])('an artifact %j that is %s passes because of an override: %j', (artifact, state, expected) => {
  expect(isArtifactOverridden(artifact, state)).toBe(expected);
});

test('what an artifact stands by is read with care', () => {
  const odd = { attestation_name: 7, attestation_type: {}, attestation_id: [], overridden_attestation_id: 'r', is_compliant: 'yes' };
  expect(overriddenRows({ overridden_attestations: [odd] })).toEqual([
    { attestation_name: '', attestation_type: null, attestation_id: null, overridden_attestation_id: 'r', is_compliant: null },
  ]);
});

test('a state in a table says that it stands because of an override, and only then', () => {
  expect(rowWords({ state: 'overridden', override: whole }).word).toBe('compliant (overridden)');
  expect(rowWords({ state: 'non-compliant', override: { ...whole, is_compliant: false } }).word).toBe('not compliant (overridden)');
  // Another record says no, although the override says yes.
  expect(rowWords({ state: 'non-compliant', override: whole }).word).toBe('not compliant');
  expect(rowWords({ state: 'compliant' }).word).toBe('compliant');
  expect(rowWords({ state: 'unknown', override: whole }).word).toBe('unknown');
});

test('a verdict that passes because of an override says so; its name stays', () => {
  const row = { attestation: 'unit', type: 'junit', requiredBy: [], groups: 1, since: 1, url: undefined } as const;
  const rows = [
    { ...row, state: 'compliant' as const },
    { ...row, state: 'overridden' as const, override: whole },
  ];
  expect(wordsOfVerdict({ name: 'compliant', rows })).toMatchObject({ icon: '✅', word: 'Compliant (overridden)' });
  expect(wordsOfVerdict({ name: 'compliant', rows: rows.slice(0, 1) }).word).toBe('Compliant');
  expect(wordsOfVerdict({ name: 'incomplete', rows }).word).toBe('Incomplete');
});
