import { describe, expect, it } from 'vitest';
import type { EvidenceRecord } from '../../../src/audit/facts/trail.ts';
import { at, commit, pull, sha } from '../reviews/pull.ts';
import { change, cover, findings, foundBy, outcome, record, trail } from './evidence-change.ts';

const tip = 'commit:9999999';
const empty = { total: 0, skipped: 0, failed: 0 };
const skipped = { total: 2, skipped: 2, failed: 0 };
const of = (...records: readonly EvidenceRecord[]) => change({ trails: [trail(records)] });

describe('test results that cover a change', () => {
  it.each<readonly [string, readonly EvidenceRecord[], readonly string[]]>([
    ['hold tests, and one was run', [record()], []],
    ['hold no test', [record({ tests: empty })], [`evidence-empty high ${tip}`]],
    ['hold skipped tests alone', [record({ tests: skipped })], [`evidence-all-skipped high ${tip}`]],
    ['held no test, and were recorded again before the landing', [record({ tests: empty, at: at('10:00') }), record()], []],
    [
      'were recorded again without a test before the landing',
      [record({ at: at('10:00') }), record({ tests: empty })],
      [`evidence-empty high ${tip}`],
    ],
    [
      'held no test, and were recorded again after it',
      [record({ tests: empty }), record({ at: at('13:00') })],
      [`evidence-empty high ${tip}`],
    ],
    ['held tests, and none in what came after it', [record(), record({ tests: empty, at: at('13:00') })], []],
    ['came after it alone, without a test', [record({ tests: empty, at: at('13:00') })], [`evidence-empty high ${tip}`]],
    ['came within the second of the landing', [record({ tests: empty, at: at('11:00') }), record({ at: '2026-11-02T12:00:00.900Z' })], []],
    ['hold none of one leg', [record({ group: 'a', tests: empty }), record({ group: 'b' })], [`evidence-empty high ${tip}`]],
    ['hold none of one leg by rules 2', [record({ group: 'a', rule: 2, tests: empty }), record({ group: 'b', rule: 2 })], []],
    [
      'hold none in any leg by rules 2',
      [record({ group: 'a', rule: 2, tests: empty }), record({ group: 'b', rule: 2, tests: empty })],
      [`evidence-empty high ${tip}`, `evidence-empty high ${tip}`],
    ],
    ['hold none of another name', [record(), record({ name: 'e2e', tests: empty })], [`evidence-empty high ${tip}`]],
    ['hold none for another commit of their trail', [record(), record({ name: 'e2e', commit: sha('7'), tests: empty })], []],
    ['hold none for a commit that is not named', [record({ commit: null, tests: empty })], [`evidence-empty high ${tip}`]],
    ['are no test results', [record({ type: 'generic', tests: null })], []],
  ])('%s', (_, records, expected) => {
    expect(findings(of(...records))).toEqual(expected);
  });

  it('are told with their trail, who recorded them, and when', () => {
    expect(foundBy('evidence-empty', of(record({ tests: empty })))).toMatchObject([
      {
        detail: 'unit/unit-tests',
        message:
          '#42 (9999999), merged by bob, landed on main on 2026-11-02 at 12:00 UTC. What covers it, unit-tests on trail t of flow unit, recorded by ci on 2026-11-02 at 11:00 UTC, holds no test.',
        change: { sha: sha('9'), pull: 42 },
      },
    ]);
  });

  it.each(['evidence-empty', 'evidence-all-skipped'])('are not tested for %s where the service does not count them', (rule) => {
    const why = 'the record unit-tests on trail t of flow unit does not say how many tests it holds';
    expect(outcome(rule, of(record({ tests: null })))).toEqual({ kind: 'not-tested', why });
  });

  it.each(['evidence-empty', 'evidence-all-skipped'])('are not tested for %s where they could not be used', (rule) => {
    const why = 'the record unit-tests on trail t of flow unit says that its results could not be used, and not which tests they hold';
    expect(outcome(rule, of(record({ compliant: false, tests: { total: 1, skipped: 0, failed: 1 }, unusable: true })))).toEqual({
      kind: 'not-tested',
      why,
    });
  });

  it.each(['evidence-empty', 'evidence-all-skipped', 'evidence-by-fork-claim'])(
    'are not tested for %s where they were not read',
    (rule) => {
      const unread = outcome(rule, of(record({ read: false, tests: null })));
      expect(unread).toEqual({ kind: 'not-tested', why: 'the record unit-tests on trail t of flow unit was not read' });
      expect(outcome(rule, of(record())).kind).toBe('passed');
    },
  );

  it('of another flow than those that it owes do not count', () => {
    const lint = trail([record({ tests: empty })], { flow: 'lint' });
    expect(findings(change({ trails: [trail(), lint], coverage: [cover(), cover({ flow: 'lint' })] }))).toEqual([]);
  });
});

describe('the claim of a run of a fork', () => {
  const claimed = record({ commit: sha('a'), byForkClaim: true });
  const head = { coverage: [cover({ match: 'tree' })] };
  const own = (more: Partial<EvidenceRecord>) => trail([record(more)], { name: 'own' });

  it.each<readonly [string, readonly Partial<EvidenceRecord>[], readonly string[]]>([
    ['alone', [], [`evidence-by-fork-claim medium ${tip}`]],
    ['with evidence of the landed commit', [{ at: at('13:00') }], []],
    ['with evidence of another commit', [{ commit: sha('7') }], [`evidence-by-fork-claim medium ${tip}`]],
    ['with another claim about the landed commit', [{ byForkClaim: true }], [`evidence-by-fork-claim medium ${tip}`]],
    ['with other evidence of the landed commit', [{ name: 'lint' }], [`evidence-by-fork-claim medium ${tip}`]],
    ['with a no about the landed commit', [{ compliant: false }], [`evidence-by-fork-claim medium ${tip}`]],
  ])('%s', (_, others, expected) => {
    const trails = [trail([claimed], { commits: [sha('a')] }), ...others.map(own)];
    expect(findings(change({ ...head, trails }))).toEqual(expected);
  });
});

describe('evidence and the push of its commit', () => {
  const about = (more: Partial<EvidenceRecord>, commits = [sha('a')]) =>
    change({ coverage: [cover({ match: 'tree' })], trails: [trail([record({ commit: sha('a'), ...more })], { commits })] });

  it.each<readonly [string, ReturnType<typeof change>, string]>([
    ['recorded after GitHub saw the head', about({ at: at('09:01') }), 'passed'],
    ['recorded within that second', about({ at: '2026-11-02T09:00:00.500Z' }), 'passed'],
    ['recorded before', about({ at: at('08:59') }), 'found'],
    ['recorded before, about the only commit of its trail', about({ at: at('08:59'), commit: null }), 'found'],
    ['recorded before, about a commit that nobody can tell', about({ at: at('08:59'), commit: null }, [sha('a'), sha('8')]), 'not-tested'],
    [
      'recorded before, and again after',
      change({
        coverage: [cover({ match: 'tree' })],
        trails: [trail([record({ commit: sha('a'), at: at('08:00') }), record({ commit: sha('a') })])],
      }),
      'passed',
    ],
    ['of a head that GitHub does not say when it saw', { ...about({}), pull: pull({ pushedAt: null }) }, 'not-tested'],
    ['after the last of many checks that are known', { ...about({}), pull: pull({ pushedAt: null, seenBy: at('10:59') }) }, 'passed'],
    ['before the first of many checks that are known', { ...about({}), pull: pull({ pushedAt: null, seenBy: at('11:01') }) }, 'not-tested'],
    [
      'recorded after, next to one about a commit that nobody can tell',
      change({
        coverage: [cover({ match: 'tree' })],
        trails: [trail([record({ commit: sha('a') }), record({ name: 'lint', commit: null })], { commits: [sha('a'), sha('8')] })],
      }),
      'not-tested',
    ],
    ['of a landed commit, after the landing', change({ pull: undefined, trails: [trail([record({ at: at('12:01') })])] }), 'passed'],
    ['of a landed commit, before the landing', change({ pull: undefined }), 'not-tested'],
    ['none', change({ trails: [] }), 'not-applicable'],
  ])('%s', (_, of, expected) => {
    expect(outcome('evidence-before-push', of).kind).toBe(expected);
  });

  it.each<readonly [string, ReturnType<typeof change>, 'never' | undefined]>([
    ['of a head', { ...about({}), pull: pull({ pushedAt: null }) }, undefined],
    ['of a commit that nobody can tell', about({ at: at('08:59'), commit: null }, [sha('a'), sha('8')]), undefined],
    ['of a landed commit, which GitHub keeps of none', change({ pull: undefined }), 'never'],
    [
      'of an earlier commit, which GitHub keeps of none',
      { ...about({ commit: sha('8') }, [sha('8')]), pull: pull({ commits: [commit('8')] }) },
      'never',
    ],
    [
      'of a landed commit and of a head',
      { ...change({ trails: [trail([record(), record({ name: 'lint', commit: sha('a') })])] }), pull: pull({ pushedAt: null }) },
      undefined,
    ],
  ])('lacks an answer that a right or a setting brings, but not where nobody keeps the moment: %s', (_, of, lack) => {
    expect(outcome('evidence-before-push', of)).toEqual({ kind: 'not-tested', why: expect.any(String), ...(lack && { lack }) });
  });

  it('is told with both moments', () => {
    expect(foundBy('evidence-before-push', about({ at: at('08:59') }))[0]?.message).toBe(
      '#42 (9999999): ci recorded unit-tests on trail t of flow unit on 2026-11-02 at 08:59 UTC, about aaaaaaa, which GitHub first saw on 2026-11-02 at 09:00 UTC.',
    );
  });
});
