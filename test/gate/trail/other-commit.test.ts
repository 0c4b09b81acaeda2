import { describe, expect, test } from 'vitest';
import type { AttestationRecord, AttestationStatus } from '../../../src/contract/index.ts';
import { commitsNamed, decide, type Evidence, type MergeAnswer, type Verdict } from '../../../src/gate/index.ts';
import { recordCommit } from '../../../src/gate/other-commit.ts';
import { nothingMore, question, record, row, run, sha, told, trail } from '../build.ts';

const other = 'c0ffee0000000000000000000000000000000002';

/** A trail that outlives a commit: its row carries a record that is not among those of the commit in the question. */
function verdictOn(elsewhere: readonly AttestationRecord[]): Verdict {
  const evidence: Evidence = {
    question: { ...question, trail: 'release' },
    answer: { kind: 'trail', trail: told({ ...trail([row('unit')]), name: 'release' }) },
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

describe('test results of another client, on a trail that is named after the commit', () => {
  const foreign = (facts: Partial<AttestationRecord> = {}): AttestationRecord => of(other, { trail_name: sha, ...facts });

  /** The row's record is about another commit, and these facts about that commit are known. */
  function verdictWith(merge: MergeAnswer | undefined, found = foreign(), status: Partial<AttestationStatus> = {}): Verdict {
    return decide(evidenceOf(found, merge, status), nothingMore);
  }

  function evidenceOf(found: AttestationRecord, merge?: MergeAnswer, status: Partial<AttestationStatus> = {}): Evidence {
    return {
      question,
      answer: { kind: 'trail', trail: told(trail([row('unit', status)])) },
      records: new Map([['unit', { kind: 'records', records: [], byId: [found] }]]),
      ...(merge === undefined ? {} : { merges: new Map([[other, merge]]) }),
    };
  }

  test('are missing for this commit', () => {
    const verdict = verdictWith({ kind: 'another' });
    expect(verdict.name).toBe('incomplete');
    expect(verdict.reasons).toEqual([expect.objectContaining({ code: 'other-commit', attestation: 'unit' })]);
    expect(verdict.reasons[0]?.fix).toContain('commit c0ffee000000');
    expect(verdict.reasons[0]?.fix).not.toContain(sha);
    expect(verdict.rows[0]?.state).toBe('missing');
  });

  test('are of this commit where they are of what GitHub merged it into', () => {
    const verdict = verdictWith({ kind: 'of-this' });
    expect(verdict.name).toBe('compliant');
    expect(verdict.notices).toEqual(['unit is compliant by a record of commit c0ffee000000, which was made of commit c0ffee000000']);
  });

  test.each([undefined, { kind: 'unasked' } as const])(
    'pass with a notice that names github-token where nobody could be asked: %j',
    (merge) => {
      const verdict = verdictWith(merge);
      expect(verdict.name).toBe('compliant');
      expect(verdict.notices).toEqual([
        'unit is compliant by test results of commit c0ffee000000, and nothing here shows whether that is a test merge of commit c0ffee000000: give github-token, so that GitHub can be asked',
      ]);
    },
  );

  test('are missing where GitHub was asked and did not show the commit, and the fix holds what it asks for', () => {
    const fault = { code: 'forbidden', message: 'GitHub said 403', fix: 'permissions:\n  contents: read' };
    const [reason] = verdictWith({ kind: 'another', fault }).reasons;
    expect(reason).toMatchObject({ message: expect.stringContaining('GitHub said 403'), fix: expect.stringContaining('contents: read') });
  });

  test('are missing where what they name has not the form of a commit', () => {
    const odd = foreign({ git_commit_info: { sha1: 'main' } });
    expect(verdictWith({ kind: 'of-this' }, odd).name).toBe('incomplete');
    expect(commitsNamed(evidenceOf(odd), nothingMore)).toEqual([]);
  });

  test('are asked about by the commits that they name', () => {
    expect(commitsNamed(evidenceOf(foreign()), nothingMore)).toEqual([other]);
    expect(commitsNamed(evidenceOf(foreign({ user_data: run() })), nothingMore)).toEqual([]);
    expect(commitsNamed(evidenceOf(of(question.commit)), nothingMore)).toEqual([]);
    expect(commitsNamed(evidenceOf(foreign(), undefined, { is_compliant: false }), nothingMore)).toEqual([]);
    expect(commitsNamed({ ...evidenceOf(foreign()), question: { ...question, trail: 'release' } }, nothingMore)).toEqual([]);
  });

  test('are not asked about where a run stands behind the row, nor without a trail', () => {
    const found = foreign();
    const evidence = evidenceOf(found);
    expect(
      commitsNamed(
        { ...evidence, records: new Map([['unit', { kind: 'records', records: [record('unit', true)], byId: [found] }]]) },
        nothingMore,
      ),
    ).toEqual([]);
    expect(commitsNamed({ ...evidence, answer: { kind: 'no-trail' } }, nothingMore)).toEqual([]);
  });

  test('are told by their record, where the row does not say its type', () => {
    const untyped = { attestation_type: null };
    const verdict = verdictWith({ kind: 'another' }, foreign({ attestation_type: 'junit' }), untyped);
    expect(verdict.reasons).toEqual([expect.objectContaining({ code: 'other-commit', attestation: 'unit' })]);
  });

  test.each([
    ['of another type', { attestation_type: 'snyk' }],
    ['that somebody overrode', { overridden_attestation_id: 'another' }],
  ])('are other evidence where the row is one %s: it passes with a notice', (_, status) => {
    const verdict = verdictWith({ kind: 'another' }, foreign(), status);
    expect(verdict.name).toBe('compliant');
    expect(commitsNamed(evidenceOf(foreign(), undefined, status), nothingMore)).toEqual([]);
  });

  test('are missing, whatever is known of the commit, where the record is ours', () => {
    expect(verdictWith({ kind: 'of-this' }, foreign({ user_data: run() })).name).toBe('incomplete');
  });
});

test('without a commit nothing is known of the runs behind a row, and that is said', () => {
  const evidence: Evidence = {
    question: { subject: 'trail', org: 'acme', flow: 'shop', trail: 'release', commit: undefined },
    answer: { kind: 'trail', trail: told({ ...trail([row('unit')]), name: 'release' }) },
    records: new Map([['unit', { kind: 'records', records: [], byId: [of(undefined)] }]]),
  };
  expect(decide(evidence, nothingMore)).toMatchObject({ name: 'compliant', notices: [expect.stringContaining('without a commit')] });
});

describe('the commit of a record', () => {
  const ours = { user_data: run() };

  test('is looked up in the record that the row carries alone, and shown short', () => {
    const another = record('unit', true, { ...ours, attestation_id: 'another', trail_name: 'release', git_commit_info: { sha1: other } });
    const verdict = verdictOn([another, of(undefined)]);
    expect(verdict.notices).toEqual([expect.stringContaining('does not say its commit')]);
    const [reason] = verdictOn([of(other, ours)]).reasons;
    expect(reason?.message).toBe(`unit is compliant on the trail for commit c0ffee000000, and has no record for commit c0ffee000000`);
    expect(verdictOn([of(other)]).notices[0]).toBe(
      'unit is compliant by a record that is of commit c0ffee000000, not by one of commit c0ffee000000',
    );
  });

  test('that is the one asked about is no reason, though the search lacks it', () => {
    expect(verdictOn([of(question.commit, ours)]).reasons).toEqual([]);
  });

  test.each([undefined, null])('is not known from %j', (sha1) => {
    expect(verdictOn([of(undefined, { ...ours, git_commit_info: { sha1 } })]).notices).toEqual([
      expect.stringContaining('does not say its commit'),
    ]);
  });

  test.each([`${other}0`, `x${other}`, other.toUpperCase(), other.slice(0, 12), ` ${other}`, 7])(
    'is another one where our record says %j, though that has not the form of one',
    (sha1) => {
      const verdict = verdictOn([of(undefined, { ...ours, git_commit_info: { sha1 } })]);
      expect(verdict.name).toBe('incomplete');
      expect(verdict.reasons).toEqual([expect.objectContaining({ code: 'other-commit', attestation: 'unit' })]);
    },
  );

  test('is this one in capitals as well', () => {
    const here = of(undefined, { ...ours, git_commit_info: { sha1: question.commit?.toUpperCase() } });
    expect(verdictOn([here]).name).toBe('compliant');
  });

  test.each([null, 'text', 7])('is not known where there is no object but %j', (info) => {
    expect(verdictOn([of(undefined, { ...ours, git_commit_info: info })]).name).toBe('compliant');
    expect(verdictOn([of(other, { user_data: info })]).name).toBe('compliant');
  });
});

describe('the commit of a record', () => {
  const sha = 'c0ffee0000000000000000000000000000000002';
  const commitOf = (sha1: unknown): string | undefined => recordCommit(of(undefined, { git_commit_info: { sha1 } }));

  test('is its SHA in lower case, and nothing that is more or less than one', () => {
    expect([commitOf(sha), commitOf(sha.toUpperCase())]).toEqual([sha, sha]);
    for (const odd of [undefined, null, 7, '', 'main', sha.slice(1), `0${sha}`, `${sha}0`, ` ${sha}`])
      expect(commitOf(odd)).toBeUndefined();
    expect(recordCommit(undefined)).toBeUndefined();
  });

  test.each([
    ['main', 'for commit main,'],
    [7, 'for commit 7,'],
    [`${sha}0`, 'for commit c0ffee000000,'],
  ])('that is %j is none, so that our record is of another one, and is told as it is written', (sha1, told) => {
    const { name, reasons } = verdictOn([of(undefined, { user_data: run(), git_commit_info: { sha1 } })]);
    expect([name, reasons[0]?.message]).toEqual(['incomplete', expect.stringContaining(told)]);
  });
});
