import { describe, expect, it } from 'vitest';
import { endings, verdictNames } from '../../src/errors/index.ts';
import {
  badgeOf,
  cellTone,
  entryBadge,
  flagBadge,
  letThroughWords,
  pendingWords,
  requiredWords,
  rowWords,
  stateBadge,
  toneColours,
  trailEntries,
  wordsOfRecord,
  wordsOfVerdict,
} from '../../src/presentation/index.ts';
import { row, trail } from '../gate/build.ts';
import type { VerdictRow } from '../../src/gate/index.ts';

it('says which setting lets a verdict through, and from when on it fails the job', () => {
  expect(letThroughWords({ verdict: 'incomplete', by: 'fail-on' })).toBe(
    'The verdict is incomplete, and fail-on lets it through: the job does not fail, but this is not a yes.',
  );
  expect(letThroughWords({ verdict: 'non-compliant', by: 'enforce-from', from: '2027-01-31T08:00:00.000Z' })).toBe(
    'The verdict is non-compliant, and would have failed the job: that begins with enforce-from, 2027-01-31T08:00:00Z.',
  );
});

describe('a badge', () => {
  it.each([
    ['COMPLIANT', false, 'good', 'compliant'],
    ['COMPLIANT', true, 'overridden', 'compliant (overridden)'],
    ['NON-COMPLIANT', false, 'bad', 'not compliant'],
    ['NON-COMPLIANT', true, 'bad', 'not compliant (overridden)'],
    ['INCOMPLETE', false, 'bad', 'incomplete'],
    ['MISSING', false, 'bad', 'missing'],
    ['SOMETHING', false, 'unknown', 'unknown'],
    [null, false, 'unknown', 'unknown'],
    [undefined, false, 'unknown', 'unknown'],
  ])('of the state %s (overridden: %s) is %s: %s', (state, isOverridden, tone, word) => {
    expect(stateBadge(state, isOverridden)).toMatchObject({ tone, word });
  });

  it('of a flag says yes, no, or that it is not known', () => {
    expect([true, false, null, undefined].map((flag) => flagBadge(flag).tone)).toEqual(['good', 'bad', 'unknown', 'unknown']);
    expect(flagBadge(true, true).tone).toBe('overridden');
  });

  it('of an entry says missing where it is, whatever else it says', () => {
    const entry = row('unit');
    expect(entryBadge(entry)).toEqual(badgeOf('compliant'));
    expect(entryBadge({ ...entry, status: 'MISSING' }).word).toBe('missing');
    expect(entryBadge({ ...entry, is_compliant: false }).tone).toBe('bad');
  });

  it('has a colour for every tone', () => {
    expect(toneColours).toEqual({
      good: 'green',
      bad: 'red',
      open: 'yellow',
      unknown: 'yellow',
      soft: 'gray',
      done: 'green',
      overridden: 'cyan',
    });
  });
});

describe('a cell of a table', () => {
  it.each([
    ['State', 'COMPLIANT', 'good'],
    ['state now', 'yes', 'good'],
    ['Compliant', 'approved', 'good'],
    ['State', 'compliant (overridden)', 'overridden'],
    ['State', 'NON-COMPLIANT', 'bad'],
    ['State', 'not compliant', 'bad'],
    ['State', 'no', 'bad'],
    ['State', 'rejected', 'bad'],
    ['State', 'incomplete', 'bad'],
    ['State', 'missing', 'bad'],
    ['State', 'unknown', 'unknown'],
    ['State', 'unusable', endings.unusable.tone],
    ['State', 'nobody', undefined],
    ['State', 'compliant-ish', undefined],
    ['State', 'it is compliant', undefined],
    ['Name', 'compliant', undefined],
    ['State of it', 'compliant', undefined],
    ['The state', 'compliant', undefined],
  ])('under %s with %s has the tone %s', (head, text, tone) => {
    expect(cellTone(head, text)).toBe(tone);
  });
});

describe('the words of a verdict', () => {
  it.each(verdictNames)('%s are those of its ending', (name) => {
    expect(wordsOfVerdict({ name, rows: [] })).toEqual(endings[name]);
  });

  it('say overridden where a yes stands by an override alone', () => {
    const rows: readonly VerdictRow[] = [
      { attestation: 'a', type: 'junit', state: 'overridden', requiredBy: [], groups: 1, since: undefined, url: undefined },
    ];
    expect(wordsOfVerdict({ name: 'compliant', rows }).word).toBe(`${endings.compliant.word} (overridden)`);
    expect(wordsOfVerdict({ name: 'non-compliant', rows }).word).toBe(endings['non-compliant'].word);
  });

  it('of a record are no good news where it says no', () => {
    expect(wordsOfRecord({ dryRun: false })).toEqual(endings.recorded);
    expect(wordsOfRecord({ dryRun: true })).toEqual(endings['would-record']);
    expect(wordsOfRecord({ dryRun: false, objection: 'x' })).toEqual({ ...endings.recorded, tone: 'open', icon: '⚠️', mark: '!' });
  });
});

it.each([
  ['requested', 'has not begun'],
  ['in_progress', 'has not ended'],
  ['waiting', 'waits for somebody to approve it'],
] as const)('a run that is %s %s', (state, words) => {
  expect(pendingWords({ workflow: 'CI', state })).toBe(`The run of CI ${words}`);
});

it.each([
  ['overridden', 'overridden', '🔵'],
  ['missing', 'bad', endings.incomplete.icon],
  ['compliant', 'good', endings.compliant.icon],
  ['non-compliant', 'bad', endings['non-compliant'].icon],
  ['unknown', 'unknown', endings.unknown.icon],
] as const)('a row that is %s has the tone %s', (state, tone, icon) => {
  expect(rowWords({ state })).toMatchObject({ tone, icon });
});

it('a row that a person said no to says so', () => {
  const override = {
    attestation: 'unit',
    is_compliant: false,
    attestation_id: undefined,
    overridden_attestation_id: '1',
    original_attestation_type: undefined,
    reported_by: undefined,
    created_at: undefined,
    reason: undefined,
  };
  expect(rowWords({ state: 'non-compliant', override }).word).toBe('not compliant (overridden)');
  expect(rowWords({ state: 'non-compliant', override: { ...override, is_compliant: true } }).word).toBe('not compliant');
  expect(rowWords({ state: 'missing' }).word).toBe('missing');
});

it('says who requires an attestation', () => {
  expect(requiredWords({ requiredBy: [] })).toBe('nobody');
  expect(requiredWords({ requiredBy: ['template', 'required-attestations'] })).toBe('template, required-attestations');
});

it('lists the entries of a trail: its own, then those of each artifact', () => {
  const artifacts = {
    app: { artifact_fingerprint: 'f'.repeat(64), status: 'COMPLIANT', is_compliant: true, attestations_statuses: [row('b')] },
  };
  expect(trailEntries(trail([row('a')], 'COMPLIANT', { artifacts_statuses: artifacts }))).toEqual([
    { ...row('a'), artifact: '' },
    { ...row('b'), artifact: 'app' },
  ]);
});
