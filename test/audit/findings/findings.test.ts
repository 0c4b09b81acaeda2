import { standingOf } from '../../../src/audit/judge/acceptances.ts';
import { describe, expect, it } from 'vitest';
import { compareFindings, keyOf, reaches, type Compared, type Finding } from '../../../src/audit/facts/finding.ts';
import { type Acceptance } from '../../../src/audit/file/audit-file.ts';

const finding = (id: string, rule = 'pushed-directly'): Finding => {
  const subject = { kind: 'commit', id, url: null } as const;
  return {
    key: keyOf(rule, subject),
    rule,
    severity: 'high',
    subject,
    message: 'A push',
    fix: 'Open a pull request',
    controls: [],
    change: null,
    at: null,
  };
};

const monday = '2026-11-02T06:00:00Z';
const before = [{ ...finding('a'), firstSeen: '2026-10-26T06:00:00Z' }];

describe('the key of a finding', () => {
  it('tells apart what a name with a colon could make equal', () => {
    const key = (id: string, detail?: string): string => keyOf('overridden', { kind: 'trail', id, url: null }, detail);
    expect(key('a', 'b')).not.toBe(key('a:b'));
    expect(key('a%3Ab')).not.toBe(key('a:b'));
  });
});

describe('two runs', () => {
  it('tell what is new, still open and fixed, and since when', () => {
    const compared = compareFindings([finding('a'), finding('b')], [...before, { ...finding('c'), firstSeen: monday }], {
      isLookedAt: () => true,
      now: monday,
    });
    expect(compared.map(({ status, subject, firstSeen }) => [subject.id, status, firstSeen])).toEqual([
      ['a', 'open', '2026-10-26T06:00:00Z'],
      ['b', 'new', monday],
      ['c', 'fixed', monday],
    ]);
  });

  it('call nothing fixed that a run did not look at', () => {
    expect(compareFindings([], before, { isLookedAt: () => false, now: monday }).map(({ carried, status }) => [status, carried])).toEqual([
      ['open', true],
    ]);
  });
});

describe('a severity', () => {
  it('reaches itself and what is less', () => {
    expect((['low', 'medium', 'high', 'critical'] as const).map((least) => reaches(finding('a'), least))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});

describe('an acceptance', () => {
  const entry = (more: Partial<Acceptance> = {}): Acceptance => ({
    key: finding('a').key,
    reason: 'The release was late',
    owner: 'alice',
    since: '2026-10-20T00:00:00Z',
    until: '2026-12-01T00:00:00Z',
    ...more,
  });
  const known = (...found: readonly Finding[]): ReadonlyMap<string, Compared> =>
    new Map(compareFindings(found, [], { isLookedAt: () => true, now: monday }).map((compared) => [compared.key, compared]));

  it.each([
    ['stands for its time', entry(), known(finding('a')), 'accepted'],
    ['ends at its time', entry({ until: monday }), known(finding('a')), 'expired'],
    ['holds for 90 days at most', entry({ until: '2027-01-18T00:00:01Z' }), known(finding('a')), 'too-long'],
    ['has a time that can be read', entry({ until: 'never' }), known(finding('a')), 'too-long'],
    ['is of a finding', entry(), known(finding('b')), 'unused'],
    [
      'is not of a gap in the audit itself',
      entry({ key: finding('a', 'audit-gap').key }),
      known(finding('a', 'audit-gap')),
      'not-acceptable',
    ],
  ])('%s', (_, acceptance, findings, standing) => {
    expect(standingOf(acceptance, findings.get(acceptance.key), monday)).toBe(standing);
  });
});
