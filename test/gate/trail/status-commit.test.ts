import { describe, expect, test } from 'vitest';
import type { AttestationRecord, AttestationStatus } from '../../../src/contract/index.ts';
import { commitsNamed, decide, type Evidence, type MergeAnswer, type Policy, type Verdict } from '../../../src/gate/index.ts';
import { judge as judgeUnit, ofUnit } from '../judge.ts';
import { nothingMore, question, record, row, run, told, trail } from '../build.ts';

// A verdict that is to stand as the status of a commit: the tests behind it must be of that commit, whoever recorded them.

const other = 'c0ffee0000000000000000000000000000000002';
const third = 'c0ffee0000000000000000000000000000000003';
const forStatus: Policy = { ...nothingMore, isForStatus: true };
const fault = { code: 'forbidden', message: 'GitHub said 403', fix: 'permissions:\n  contents: read' };

interface Scene {
  /** The name of the trail. */
  readonly on?: string;
  /** The commit that the record names. */
  readonly of?: string | null;
  readonly facts?: Partial<AttestationRecord>;
  readonly status?: Partial<AttestationStatus>;
  readonly merges?: Readonly<Record<string, MergeAnswer>>;
}

function evidenceOf({ facts, merges, of = other, on = 'release', status }: Scene): Evidence {
  const found = record('unit', true, { attestation_id: 'id-of-unit', trail_name: on, git_commit_info: { sha1: of }, ...facts });
  return {
    question: { ...question, trail: on },
    answer: { kind: 'trail', trail: told({ ...trail([row('unit', status)]), name: on }) },
    records: new Map([['unit', { kind: 'records', records: [], byId: [found] }]]),
    ...(merges === undefined ? {} : { merges: new Map(Object.entries(merges)) }),
  };
}

const judge = (scene: Scene, policy = forStatus): Verdict => decide(evidenceOf(scene), policy);
const codes = ({ name, reasons }: Verdict): readonly string[] => [name, ...reasons.map(({ code }) => code)];

describe('on a trail that lives longer than a commit, required test results of any client', () => {
  test('that name another commit set no success', () => {
    expect(codes(judge({ merges: { [other]: { kind: 'another' } } }))).toEqual(['incomplete', 'other-commit']);
    expect(judge({ merges: { [other]: { kind: 'another' } } }, nothingMore).name).toBe('compliant');
  });

  test('are of the commit where they are of its test merge', () => {
    expect(judge({ merges: { [other]: { kind: 'of-this' } } }).name).toBe('compliant');
  });

  test.each<[string, Scene]>([
    ['nobody could be asked', {}],
    ['GitHub does not answer', { merges: { [other]: { kind: 'another', fault } } }],
  ])('leave the answer open where %s', (_, scene) => {
    expect(codes(judge(scene))).toEqual(['unknown', 'other-commit']);
  });

  test.each<[string, Scene]>([
    ['name none', { of: null }],
    ['are ours and name none', { of: null, facts: { user_data: run() } }],
    ['have none at all', { facts: { git_commit_info: undefined } }],
  ])('set no success where they %s', (_, scene) => {
    expect(codes(judge(scene))).toEqual(['unknown', 'commit-untold']);
    expect(judge(scene, nothingMore).name).toBe('compliant');
  });

  describe('that somebody overrode', () => {
    const overridden = { attestation_type: 'junit', overridden_attestation_id: 'id-of-red' };
    /** The override names one commit, and the results that it overrides another one. */
    function overriding(of: string | null, results: string | null, scene: Scene = {}): Evidence {
      const evidence = evidenceOf({ ...scene, of, status: overridden, facts: { attestation_type: 'override' } });
      const red = record('unit', false, {
        attestation_id: 'id-of-red',
        trail_name: scene.on ?? 'release',
        git_commit_info: { sha1: results },
      });
      const { byId = [] } = Object(evidence.records.get('unit'));
      return { ...evidence, records: new Map([['unit', { kind: 'records', records: [], byId: [...byId, red] }]]) };
    }
    const nothing = { [other]: { kind: 'another' }, [third]: { kind: 'another' } } as const;

    test.each<[string, string | null, string | null]>([
      ['results of another commit', null, other],
      ['by an override of another commit', other, third],
    ])('set no success: %s', (_, of, results) => {
      const evidence = overriding(of, results, { merges: nothing });
      expect(codes(decide(evidence, forStatus))).toEqual(['incomplete', 'other-commit']);
      expect(commitsNamed(evidence, forStatus)).toEqual([other]);
      expect(decide(evidence, nothingMore).name).toBe('compliant');
    });

    test('set no success where neither names a commit', () => {
      expect(codes(decide(overriding(null, null), forStatus))).toEqual(['unknown', 'commit-untold']);
    });

    test('are of the commit where they are of its test merge', () => {
      expect(decide(overriding(null, other, { merges: { [other]: { kind: 'of-this' } } }), forStatus).name).toBe('compliant');
    });

    test('count on the trail of the commit, as they do without a status', () => {
      expect(decide(overriding(other, null, { on: question.commit ?? '', merges: nothing }), forStatus).name).toBe('compliant');
    });
  });

  test('are asked about by the commits that they name', () => {
    expect(commitsNamed(evidenceOf({}), forStatus)).toEqual([other]);
    expect(commitsNamed(evidenceOf({}), nothingMore)).toEqual([]);
  });

  test('count where the caller alone requires them', () => {
    const unasked = { status: { unexpected: true }, merges: { [other]: { kind: 'another' } } } as const;
    expect(codes(judge(unasked, { ...forStatus, required: ['unit'] }))).toEqual(['incomplete', 'other-commit']);
    expect(judge(unasked, { ...forStatus, allowEmptyTemplate: true }).name).toBe('compliant');
  });
});

test.each(['snyk', 'jira', 'generic'])(
  'records of the type %s may be of another commit, or of none: a notice says so',
  (attestation_type) => {
    const scene = { status: { attestation_type }, facts: { attestation_type, junit_results: undefined } };
    for (const of of [other, null]) {
      const verdict = judge({ ...scene, of });
      expect([verdict.name, verdict.notices.length]).toEqual(['compliant', 1]);
    }
  },
);

describe('a trail that is named after another commit', () => {
  test('sets no success where neither was made of the other, whatever it holds', () => {
    const scene = { on: other, merges: { [other]: { kind: 'another' } } } as const;
    expect(codes(judge(scene))).toEqual(['incomplete', 'other-commit']);
    expect(codes(judge({ ...scene, status: { attestation_type: 'snyk' } }))).toEqual(['incomplete', 'other-commit']);
    expect(codes(judge({ ...scene, on: other.toUpperCase() }))).toEqual(['incomplete', 'other-commit']);
    expect(judge(scene, nothingMore).name).toBe('compliant');
  });

  test('is judged by its own records where one was made of the other', () => {
    const merges = { [other]: { kind: 'of-this' } } as const;
    expect(judge({ on: other, merges }).name).toBe('compliant');
    expect(judge({ on: other, merges, of: null }).name).toBe('compliant');
    expect(codes(judge({ on: other, of: third, merges: { ...merges, [third]: { kind: 'another' } } }))).toEqual([
      'incomplete',
      'other-commit',
    ]);
  });

  test.each<[string, Scene]>([
    ['nobody could be asked', { on: other }],
    ['GitHub does not answer', { on: other, merges: { [other]: { kind: 'another', fault } } }],
  ])('leaves the answer open where %s', (_, scene) => {
    expect(codes(judge(scene))).toEqual(['unknown', 'other-commit']);
  });
});

test('results of this commit are enough on any trail', () => {
  expect(
    judgeUnit({ records: [ofUnit({ trail_name: 'release' })], question: { trail: 'release' }, policy: { isForStatus: true } }).name,
  ).toBe('compliant');
});
