import { describe, expect, test } from 'vitest';
import type { AttestationRecord } from '../../src/contract/index.ts';
import { commitOf, decide, type Evidence, type Verdict } from '../../src/gate/index.ts';
import { nothingMore, question, record, row, run, sha, trail } from './build.ts';

const other = 'c0ffee0000000000000000000000000000000002';

/** A trail that outlives a commit: its row carries a record that is not among those of the commit asked about. */
function verdictOn(elsewhere: readonly AttestationRecord[]): Verdict {
  const evidence: Evidence = {
    question: { ...question, trail: 'release' },
    answer: { kind: 'trail', trail: { ...trail([row('unit')]), name: 'release' } },
    records: new Map([['unit', { kind: 'records', records: [], byId: elsewhere }]]),
  };
  return decide(evidence, nothingMore);
}

const of = (commit: string | undefined, facts: Partial<AttestationRecord> = {}): AttestationRecord =>
  record('unit', true, { attestation_id: 'id-of-unit', trail_name: 'release', git_commit_info: { sha1: commit }, ...facts });

describe('a row that is compliant by a record of another commit', () => {
  test('is missing for this one, when the record is ours', () => {
    const verdict = verdictOn([of(other, { user_data: run() })]);
    expect(verdict.name).toBe('incomplete');
    expect(verdict.reasons).toEqual([expect.objectContaining({ code: 'other-commit', attestation: 'unit' })]);
    expect(verdict.reasons[0]?.message).toContain(other.slice(0, 12));
    expect(verdict.rows).toEqual([expect.objectContaining({ attestation: 'unit', state: 'missing' })]);
  });

  test('passes with a notice, when another tool made the record', () => {
    const verdict = verdictOn([of(other)]);
    expect(verdict.name).toBe('compliant');
    expect(verdict.notices).toEqual([expect.stringContaining(`is of commit ${other.slice(0, 12)}`)]);
  });

  test.each([
    ['says no commit', [of(undefined, { user_data: run() })]],
    ['has a commit of a strange shape', [of(undefined, { user_data: run(), git_commit_info: 7 })]],
  ])('passes with a notice, when the record %s', (_, elsewhere) => {
    const verdict = verdictOn(elsewhere);
    expect(verdict.name).toBe('compliant');
    expect(verdict.notices).toEqual([expect.stringContaining('does not say its commit')]);
  });
});

test('without a commit nothing is known of the runs behind a row, and that is said', () => {
  const evidence: Evidence = {
    question: { org: 'acme', flow: 'shop', trail: 'release', commit: undefined },
    answer: { kind: 'trail', trail: { ...trail([row('unit')]), name: 'release' } },
    records: new Map([['unit', { kind: 'records', records: [], byId: [of(undefined)] }]]),
  };
  expect(decide(evidence, nothingMore)).toMatchObject({ name: 'compliant', notices: [expect.stringContaining('without a commit')] });
});

describe('the record behind a row', () => {
  test('is the one that the row carries, not another that was read by its id', () => {
    const foreign = record('unit', true, { attestation_id: 'another', git_commit_info: { sha1: other }, user_data: run() });
    expect(verdictOn([foreign, of(undefined)]).notices).toEqual([expect.stringContaining('does not say its commit')]);
  });

  test('passes where it says the very commit, though the search does not list it', () => {
    expect(verdictOn([of(sha, { user_data: run() })]).name).toBe('compliant');
  });

  test('is of another tool where its user_data is none of ours', () => {
    for (const data of [null, undefined, 'compliance_evidence', { other: 1 }]) {
      expect(verdictOn([of(other, { user_data: data })]).notices).toEqual([expect.stringContaining('is of commit')]);
    }
  });

  test('is told by the first twelve digits of both commits', () => {
    const short = (text: string | undefined): readonly string[] => text?.match(/[0-9a-f]{8,}/g) ?? [];
    expect(short(verdictOn([of(other)]).notices[0])).toEqual([other.slice(0, 12), sha.slice(0, 12)]);
    const [reason] = verdictOn([of(other, { user_data: run(), created_at: 1234, html_url: 'https://evidence.example/x' })]).reasons;
    expect(short(reason?.message)).toEqual([other.slice(0, 12), sha.slice(0, 12)]);
    expect(reason).toMatchObject({ since: 1234, url: 'https://evidence.example/x' });
    expect(verdictOn([of(other, { user_data: run(), html_url: null })]).reasons[0]).not.toHaveProperty('url');
  });
});

test.each([
  [{ sha1: other }, other],
  [{ sha1: `${other}0` }, undefined],
  [{ sha1: `0${other}` }, undefined],
  [{ sha1: other.toUpperCase() }, undefined],
  [{ sha1: other.slice(1) }, undefined],
  [{ sha1: [other] }, undefined],
  [{ sha1: null }, undefined],
  [{}, undefined],
  [null, undefined],
  [undefined, undefined],
])('the commit of a record that tells %j is %s', (git_commit_info, commit) => {
  expect(commitOf(record('unit', true, { git_commit_info }))).toBe(commit);
  expect(commitOf(undefined)).toBeUndefined();
});
