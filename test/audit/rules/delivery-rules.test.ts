import { describe, expect, it } from 'vitest';
import type { Previous } from '../../../src/audit/facts/previous.ts';
import type { CheckedLog } from '../../../src/audit/population/world.ts';
import { deliveryRules } from '../../../src/audit/rules/rules.ts';
import { foundBy, outcomes, said, world } from './delivery-change.ts';

describe('the rules about delivery', () => {
  it('have the severities that they are known by', () => {
    const by = (severity: string): readonly string[] => deliveryRules.filter((rule) => rule.severity === severity).map(({ name }) => name);
    expect(by('critical')).toEqual(['deployed-outside-population', 'record-altered']);
    expect(by('medium')).toEqual(['author-unidentified', 'change-without-ticket', 'gate-let-through', 'control-changed']);
    expect(by('low')).toEqual(['approval-carried-over', 'notification-failing', 'notification-without-target']);
    expect(by('high')).toHaveLength(deliveryRules.length - 9);
  });

  it('have each a name of its own, a sentence, a fix, and controls', () => {
    expect(new Set(deliveryRules.map(({ name }) => name)).size).toBe(deliveryRules.length);
    const isSentence = (words: string): boolean => /^[A-Z].*\.$/.test(words);
    const wrong = deliveryRules.filter(
      ({ controls, fix, needs, text }) => !isSentence(text) || !isSentence(fix) || controls.length * needs.length === 0,
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
});

describe('audit-gap', () => {
  const previous: Previous = {
    about: { repository: null, repositoryId: null, serverUrl: null, org: null },
    complete: true,
    since: '2026-10-26T00:00:00Z',
    until: '2026-11-02T00:00:00Z',
    completeUntil: '2026-11-02T00:00:00Z',
    completeTips: {},
    flows: [],
    branches: ['main'],
    findings: [],
    tags: {},
    head: null,
    digest: 'd',
  };
  const gap = (more: Partial<Previous> | null, since: string | null = '2026-11-02T00:00:00Z'): readonly string[] => {
    const { header } = world();
    return said(
      'audit-gap',
      undefined,
      world({ header: { ...header, period: { ...header.period, since } }, previous: more === null ? null : { ...previous, ...more } }),
    );
  };

  it('is the time between the last complete audit and this one', () => {
    expect(gap({})).toEqual(['passed']);
    expect(gap({}, '2026-11-01T00:00:00Z')).toEqual(['passed']);
    expect(gap({ completeUntil: '2026-10-26T00:00:00Z' })).toEqual(['audit 2026-10-26T00:00:00Z']);
    expect(gap({}, '2026-11-02T00:00:01Z')).toEqual(['audit 2026-11-02T00:00:00Z']);
  });

  it('begins with the first audit where none was complete', () => {
    expect(gap({ complete: false, completeUntil: null })).toEqual(['audit 2026-10-26T00:00:00Z']);
    expect(gap({ complete: false, completeUntil: null }, '2026-10-26T00:00:00Z')).toEqual(['passed']);
  });

  it('is not known where no audit before is, and where commits stand for times', () => {
    expect(gap(null)).toEqual(['not-tested']);
    expect(gap({}, null)).toEqual(['not-tested']);
    expect(gap({ completeUntil: null, since: null })).toEqual(['not-tested']);
  });
});

describe('the rules about notifications', () => {
  const told = (targets: number | null, failure: string | null | undefined) =>
    world({ notifications: [{ kind: 'notification', name: 'chat', targets, failure }] });

  it('find one that fails, and one without a target', () => {
    expect(said('notification-failing', undefined, told(1, null))).toEqual(['passed']);
    expect(foundBy('notification-failing', undefined, told(1, 'answers 410'))[0]?.message).toBe(
      'The messages of the notification chat fail: answers 410',
    );
    expect(said('notification-failing', undefined, told(1, undefined))).toEqual(['not-tested']);
    expect(said('notification-without-target', undefined, told(0, null))).toEqual(['notification chat']);
    expect(said('notification-without-target', undefined, told(1, null))).toEqual(['passed']);
    expect(said('notification-without-target', undefined, told(null, null))).toEqual(['not-tested']);
  });
});

describe('record-altered', () => {
  const link = 'a'.repeat(64);
  const log: CheckedLog = {
    chain: { org: 'acme', orgId: '7', sequence: 9, link: 'f'.repeat(64) },
    records: 9,
    problems: [],
    witnesses: [],
  };
  const missed = { link, keeper: 'the auditor', sequence: null, at: null };
  const hole = { kind: 'hole' as const, what: 'lines of audit.ndjson', why: 'The file was cut off', fix: 'Collect again' };

  it('is not tested where the log was not collected, or not all of it', () => {
    expect(said('record-altered', undefined)).toEqual(['not-tested']);
    const cut = { ...log, records: 5, problems: ['The records end at 5'], witnesses: [missed] };
    expect(said('record-altered', undefined, world({ log: cut, holes: [hole] }))).toEqual(['not-tested']);
    expect(said('record-altered', undefined, world({ log: cut }))).toEqual(['log acme', `log ${link}`]);
    expect(deliveryRules.find(({ name }) => name === 'record-altered')?.needs).toEqual(['log']);
  });

  it('passes for a log that holds, and for each witness that is in it', () => {
    const witnesses = [{ link, keeper: null, sequence: 4, at: '2026-11-02T10:00:00Z' }];
    expect(said('record-altered', undefined, world({ log: { ...log, witnesses } }))).toEqual(['passed', 'passed']);
  });

  it('is not tested without a kept head, and the head of an empty log proves nothing', () => {
    const witnesses = [{ link: '0'.repeat(64), keeper: 'the auditor', sequence: 0, at: null }];
    for (const kept of [[], witnesses])
      expect(outcomes('record-altered', undefined, world({ log: { ...log, witnesses: kept } }))).toEqual([
        { kind: 'not-tested', why: expect.stringContaining('no kept head tells whether it was written anew'), lack: 'head' },
      ]);
  });

  it('finds a log that does not hold, and a witness that is nowhere in it', () => {
    const broken = world({ log: { ...log, problems: ['Record 4: it, or its link, was changed'], witnesses: [missed] } });
    expect(foundBy('record-altered', undefined, broken).map(({ message }) => message)).toEqual([
      'The log of acme does not hold, as read on 2026-11-03 at 06:00 UTC. Record 4: it, or its link, was changed',
      `The witness ${link}, which the auditor keeps, is nowhere in the log of acme, as read on 2026-11-03 at 06:00 UTC: the log was written anew or cut off, or the witness is of another log`,
    ]);
  });
});
