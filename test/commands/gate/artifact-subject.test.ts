import { describe, expect, it } from 'vitest';
import {
  absent,
  artifact,
  bareTrail,
  broken,
  failing,
  ofArtifact,
  ofTrail,
  otherFingerprint,
  otherSha,
  page,
  record,
  redTrail,
  trail,
} from './stub.ts';
import { ending, judged, type Row } from './truth.ts';

const two = [artifact(), artifact({ trail_name: 't2' })];
const t2 = { 'shop/t2': trail('t2') };
const both = [record('t1'), record('t2')];
const many = (count: number, more: Readonly<Record<string, unknown>> = {}) =>
  Array.from({ length: count }, (_, index) => artifact({ fingerprint: otherFingerprint, trail_name: `x${index}`, ...more }));

describe('a trail', () => {
  const rows: readonly Row[] = [
    ['that is green', {}, 'compliant'],
    ['that is red', { trails: { 'shop/t1': redTrail('t1') } }, 'non-compliant'],
    ['that lacks evidence', { trails: { 'shop/t1': bareTrail('t1') } }, 'incomplete'],
    ['that cannot be read', { trails: { 'shop/t1': broken } }, 'unknown'],
    ['of which nothing else is green', { artifacts: [broken], approvals: broken, search: broken }, 'compliant'],
  ];
  it.each(rows)('%s', async (_, says, verdict) => {
    expect(await judged(ofTrail, says)).toEqual(ending(verdict));
  });
});

describe('an artifact', () => {
  const rows: readonly Row[] = [
    ['that is compliant on its trail', {}, 'compliant'],
    ['that is compliant on each of two trails', { artifacts: [two], trails: t2, records: both }, 'compliant'],
    ['in capitals', { artifacts: [[artifact({ fingerprint: 'AB'.repeat(32) })]] }, 'compliant'],
    ['next to a red one', { artifacts: [[artifact(), artifact({ fingerprint: otherFingerprint, state: 'NON-COMPLIANT' })]] }, 'compliant'],
    ['on the second page', { artifacts: [many(100), [artifact()]] }, 'compliant'],
    ['behind a page that is as long as the service likes', { artifacts: [many(15), [artifact()]] }, 'compliant'],
    ['that is not compliant', { artifacts: [[artifact({ state: 'NON-COMPLIANT' })]] }, 'non-compliant'],
    ['that is not compliant in an older word', { artifacts: [[artifact({ state: 'NON_COMPLIANT' })]] }, 'non-compliant'],
    [
      'that is not compliant on one of two trails',
      { artifacts: [[artifact({ state: 'NON-COMPLIANT' }), two[1]]], trails: t2, records: both },
      'non-compliant',
    ],
    ['that is incomplete', { artifacts: [[artifact({ state: 'INCOMPLETE' })]] }, 'incomplete'],
    [
      'that is incomplete on one of two trails',
      { artifacts: [[two[0], artifact({ trail_name: 't2', state: 'INCOMPLETE' })]], trails: t2, records: both },
      'incomplete',
    ],
    ['that is not there', { artifacts: [[artifact({ fingerprint: otherFingerprint })]] }, 'incomplete'],
    ['of which the first digits alone are there', { artifacts: [[artifact({ fingerprint: `${'ab'.repeat(31)}ac` })]] }, 'incomplete'],
    ['of a flow without any', { artifacts: [[]] }, 'incomplete'],
    ['whose state is null', { artifacts: [[artifact({ state: null })]] }, 'unknown'],
    ['whose state is absent', { artifacts: [[artifact({ state: undefined })]] }, 'unknown'],
    ['whose state is empty', { artifacts: [[artifact({ state: '' })]] }, 'unknown'],
    ['whose state was never seen before', { artifacts: [[artifact({ state: 'BLESSED' })]] }, 'unknown'],
    ['whose trail is null', { artifacts: [[artifact({ trail_name: null })]] }, 'unknown'],
    ['whose trail is empty', { artifacts: [[artifact({ trail_name: '' })]] }, 'unknown'],
    ['with a trail, and once more without', { artifacts: [[artifact(), artifact({ trail_name: null })]] }, 'unknown'],
    [
      'that is red on one trail, and in an unseen state on the other',
      { artifacts: [[artifact({ state: 'NON-COMPLIANT' }), artifact({ trail_name: 't2', state: 'X' })]], trails: t2, records: both },
      'non-compliant',
    ],
    ['in a list that cannot be read', { artifacts: [broken] }, 'unknown'],
    ['in a list that is a login page', { artifacts: [page] }, 'unknown'],
    ['in a list of another kind', { artifacts: [{ artifacts: [] }] }, 'unknown'],
    ['in a flow that is not there', { artifacts: [absent] }, 'unknown'],
    ['whose list says that it is of another flow', { artifacts: [[artifact({ flow_name: 'till' })]] }, 'unknown'],
    ['whose second page cannot be read', { artifacts: [[artifact(), ...many(99)], broken] }, 'unknown'],
    [
      'whose list repeats a page',
      {
        artifacts: [
          [artifact(), ...many(99)],
          [artifact(), ...many(99)],
        ],
      },
      'unknown',
    ],
    ['whose list moved by one', { artifacts: [[artifact(), ...many(99)], many(2, { git_commit: otherSha }).slice(1)] }, 'unknown'],
    [
      'whose list has a short page in its middle',
      {
        artifacts: [
          [artifact(), ...many(99)],
          [artifact({ trail_name: 'y' })],
          [artifact({ trail_name: 'z' }), artifact({ trail_name: 'zz' })],
        ],
        trails: { 'shop/y': trail('y'), 'shop/z': trail('z'), 'shop/zz': trail('zz') },
      },
      'unknown',
    ],
    [
      'whose list is shorter than it says',
      { artifacts: [{ data: [artifact()], pagination: { total: 2, page: 1, per_page: 100, page_count: 1 } }] },
      'unknown',
    ],
    [
      'whose last page is empty, but not said to be',
      {
        artifacts: [
          { data: [artifact()], pagination: { page: 1, per_page: 1, page_count: 3 } },
          { data: [], pagination: { page: 2, per_page: 1, page_count: 3 } },
        ],
      },
      'unknown',
    ],
    [
      'whose list has an envelope',
      { artifacts: [{ data: [artifact()], pagination: { total: 1, page: 1, per_page: 100, page_count: 1 } }] },
      'compliant',
    ],
    ['whose trail is red', { trails: { 'shop/t1': redTrail('t1') } }, 'non-compliant'],
    ['of which one of two trails is red', { artifacts: [two], trails: { 'shop/t2': redTrail('t2') }, records: both }, 'non-compliant'],
    ['whose trail lacks evidence', { trails: { 'shop/t1': bareTrail('t1') } }, 'incomplete'],
    ['whose trail requires nothing', { trails: { 'shop/t1': trail('t1', { unexpected: true }) } }, 'incomplete'],
    ['whose trail is not there', { artifacts: [[artifact({ trail_name: 'gone' })]] }, 'incomplete'],
    ['whose trail cannot be read', { trails: { 'shop/t1': broken } }, 'unknown'],
    ['whose trail contradicts itself', { trails: { 'shop/t1': trail('t1', {}, { compliance_state: 'NON-COMPLIANT' }) } }, 'unknown'],
    [
      'behind whose green row a red run is hidden',
      {
        records: [
          record('t1'),
          record('t1', { attestation_id: 'other', is_compliant: false, user_data: { compliance_evidence: { job: 'other' } } }),
        ],
      },
      'non-compliant',
    ],
    ['behind whose green row a test failed', { records: [record('t1', failing)] }, 'non-compliant'],
    ['behind whose green row no test ran', { records: [record('t1', { junit_results: [] })] }, 'non-compliant'],
    ['behind whose green row no record is shown', { records: [] }, 'unknown'],
    ['whose records cannot be read', { records: broken }, 'unknown'],
    ['whose approvals nobody asked for', { approvals: broken }, 'compliant'],
    ['whose commit is not told', { artifacts: [[artifact({ git_commit: null })]] }, 'compliant'],
  ];
  it.each(rows)('%s', async (_, says, verdict) => {
    expect(await judged(ofArtifact, says)).toEqual(ending(verdict));
  });
});
