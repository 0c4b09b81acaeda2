import { describe, expect, it } from 'vitest';
import type { EvidenceRecord } from '../../../src/audit/facts/trail.ts';
import { bob, carol, commit, github, pull, sha, signed } from '../reviews/pull.ts';
import { change, cover, fileWith, findings, foundBy, outcome, record, trail, worldWith } from './evidence-change.ts';

const because = { id: 'r1', type: 'junit', reason: 'flaky' };
const override = (more: Partial<EvidenceRecord> = {}): EvidenceRecord =>
  record({ id: 'r2', type: 'override', tests: null, by: 'bob', override: because, ...more });
const no = record({ compliant: false });
const of = (...records: readonly EvidenceRecord[]) => change({ trails: [trail(records)] });

describe('an override', () => {
  it.each<readonly [string, EvidenceRecord, string]>([
    ['with a reason', override(), 'medium'],
    ['without a reason', override({ override: { ...because, reason: null } }), 'high'],
    ['with a blank reason', override({ override: { ...because, reason: ' ' } }), 'high'],
    ['whose body was not read', override({ override: null, read: false }), 'high'],
    ['by an author, with an address', override({ by: 'Ally <alice@example.com>' }), 'high'],
    ['by an author of the change', override({ by: 'Alice' }), 'high'],
    ['by the address of an author', override({ by: 'alice@example.com' }), 'high'],
    ['by nobody that the service names', override({ by: null }), 'medium'],
    ['that names no commit', override({ commit: null }), 'medium'],
  ])('%s', (_, record, severity) => {
    expect(findings(of(no, record))).toEqual([`overridden ${severity} trail:t`]);
  });

  it('is none where a record stands as it was recorded', () => {
    expect(outcome('overridden', of(record())).kind).toBe('passed');
    expect(outcome('overridden', change({ trails: [] })).kind).toBe('not-applicable');
    expect(outcome('overridden', of(record({ type: '', read: false }))).kind).toBe('not-tested');
    expect(outcome('overridden', of(record({ read: false }))).kind).toBe('passed');
  });

  it('is by an author who had made the credential of whoever overrode', () => {
    const bot = override({ by: 'release-bot' });
    const held = (by: string, made: string) => {
      const log = { chain: { org: 'acme', orgId: '7', sequence: 9, link: 'f'.repeat(64) }, records: 9, problems: [], witnesses: [] };
      const world = worldWith({ log: { ...log, holders: [{ user: 'Release-bot', by, at: made }] } });
      return foundBy('overridden', of(no, bot), world)[0];
    };
    expect(held('alice', bot.at)).toMatchObject({
      severity: 'high',
      message: expect.stringContaining('release-bot (with a credential that alice made), an author of #42 (9999999), overrode'),
    });
    expect(held('alice', new Date(Date.parse(bot.at) + 1).toISOString())?.severity).toBe('medium');
    expect(held('dave', bot.at)?.severity).toBe('medium');
  });

  it('tells who, what, when and why', () => {
    const [found] = foundBy('overridden', of(no, override({ by: 'alice' })));
    expect(found).toMatchObject({
      detail: 'unit/unit-tests/r2',
      message:
        'alice, an author of #42 (9999999), overrode unit-tests (junit) on trail t of flow unit on 2026-11-02 at 11:00 UTC to say yes, because: flaky. It is about #42 (9999999).',
      change: { sha: sha('9'), pull: 42 },
    });
  });

  it('of an artifact is about the artifact', () => {
    const fingerprint = 'f'.repeat(64);
    expect(foundBy('overridden', of(no, override({ fingerprint })))[0]?.subject).toEqual({
      kind: 'artifact',
      id: fingerprint,
      url: 'https://evidence.example/t',
    });
  });

  it('counts on every trail about the change in a flow that it owes', () => {
    const head = trail([override({ commit: sha('a') })], { name: 'head' });
    expect(findings(change({ trails: [trail(), head] }))).toEqual(['overridden medium trail:head']);
    const other = trail([override({ commit: sha('7') })], { name: 'other', commits: [sha('7')] });
    expect(findings(change({ trails: [trail(), other] }))).toEqual([]);
    const lint = trail([override()], { flow: 'lint', name: 'lint' });
    expect(findings(change({ trails: [trail(), lint] }))).toEqual([]);
    expect(findings(change({ owes: null, trails: [trail(), lint], coverage: [cover(), cover({ flow: 'lint' })] }))).toEqual([
      'overridden medium trail:lint',
    ]);
  });

  it('knows an author by the address that the audit file gives the account, and takes nobody for one who wrote nothing', () => {
    const trails = [trail([no, override({ by: 'mona@old.example' })])];
    const people = new Map([['mona@old.example', 1]]);
    const world = worldWith({ file: { ...fileWith({}), people } });
    expect(findings(change({ trails }), world)).toEqual(['overridden high trail:t']);
    expect(findings(change({ trails }))).toEqual(['overridden medium trail:t']);
    const merged = pull({ commits: [commit('a'), commit('b', { author: signed(bob), committer: signed(bob), mergeAlone: true })] });
    expect(findings(change({ trails: [trail([no, override()])], pull: merged }))).toEqual(['overridden medium trail:t']);
    const coAuthored = pull({ commits: [commit('a', { coAuthors: [signed(bob)] })] });
    expect(findings(change({ trails: [trail([no, override()])], pull: coAuthored }))).toEqual(['overridden high trail:t']);
    const suggested = pull({ commits: [commit('a', { suggestionAlone: true, coAuthors: [signed(carol)] })] });
    expect(findings(change({ trails: [trail([no, override({ by: 'carol' })])], pull: suggested }))).toEqual(['overridden medium trail:t']);
    const onPages = pull({ commits: [commit('a', { committer: signed(github) })] });
    expect(findings(change({ trails: [trail([no, override({ by: 'web-flow' })])], pull: onPages }))).toEqual(['overridden medium trail:t']);
  });
});
