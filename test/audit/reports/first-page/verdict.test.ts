import { describe, expect, it } from 'vitest';
import type { Audit } from '../../../../src/audit/judge/audit.ts';
import { verdictOf } from '../../../../src/audit/reports/first-page/first-page.ts';
import { clean, empty, passed, unknown } from '../html/audits.ts';
import { finding, rules, sample, world } from '../sample.ts';

const word = (audit: Audit): string => verdictOf(audit).word;
const why = (audit: Audit): string => JSON.stringify(verdictOf(audit).why);
const accepted = { reason: 'Vendor outage', owner: 'alice', until: '2026-12-20T00:00:00Z' };
const withStates = (states: Readonly<Record<string, number>>): Audit => ({ ...clean(), totals: { ...clean().totals, states } });

describe('the verdict of the report', () => {
  it('passes, and is good, where each rule was tested and nothing was found', () => {
    expect(verdictOf(clean())).toMatchObject({ word: 'No open findings', tone: 'good' });
  });

  it('is not good where a rule was not tested everywhere', () => {
    const audit = { ...clean(), rules: [...clean().rules, ...rules.filter(({ result }) => result === 'not tested')] };
    expect(verdictOf(audit)).toMatchObject({ word: 'No open findings, 1 rule not tested', tone: 'open' });
  });

  it('is unknown where a part of the population is missing, whatever was found', () => {
    const gap = 'Unknown';
    expect(word(unknown())).toBe(gap);
    expect(why(unknown())).toContain('1 finding is open: 1 high. There may be more.');
    expect(word({ ...clean(), complete: false })).toBe(gap);
    expect(word({ ...clean(), world: unknown().world })).toBe(gap);
  });

  it('is unknown where its own counts contradict each other', () => {
    for (const covered of [1, 3]) expect(why(withStates({ covered }))).toContain('Unknown: its own counts contradict each other.');
  });

  it('is unknown where nobody can tell how a change stood, or no rule says what its state says', () => {
    expect(word(withStates({ covered: 1, unknown: 1 }))).toBe('Unknown');
    const others = ['uncovered', 'non-compliant', 'incomplete', 'covered-later', 'a-state-of-tomorrow'];
    expect(others.filter((state) => word(withStates({ covered: 1, [state]: 1 })) !== 'Unknown')).toEqual([]);
  });

  it('is unknown where no rule was tested at all', () => {
    expect(word({ ...clean(), rules: [] })).toBe('Unknown');
    expect(word({ ...clean(), rules: [{ ...passed('tag-moved'), result: 'not applicable', tested: 0 }] })).toBe('Unknown');
  });

  it('says what was found, by severity, and what is accepted', () => {
    const findings = [finding({ severity: 'critical' }), finding(), finding({ accepted })];
    expect(verdictOf(sample({ findings }))).toMatchObject({ word: '3 open findings', tone: 'bad' });
    expect(why(sample({ findings }))).toContain('"2 open findings are not accepted: 1 critical, 1 high."');
    expect(why(sample({ findings }))).toContain('"1 finding is accepted, and counted all the same."');
  });

  it('does not pass where each finding is accepted', () => {
    expect(verdictOf({ ...clean(), findings: [finding({ accepted })] })).toMatchObject({
      word: '1 open finding, accepted',
      tone: 'open',
    });
  });

  it('passes where each finding is fixed', () => {
    expect(word({ ...clean(), findings: [finding({ status: 'fixed' })] })).toBe('No open findings');
  });

  it('is not good where nothing landed, or nothing that landed owed evidence', () => {
    expect(verdictOf(empty())).toMatchObject({ word: 'Nothing landed', tone: 'soft' });
    expect(verdictOf(withStates({ excluded: 1, 'outside-every-flow': 1 }))).toMatchObject({
      word: 'Nothing owed evidence',
      tone: 'soft',
    });
  });

  it('tells of findings also where nothing landed', () => {
    expect(word({ ...empty(), findings: [finding({ rule: 'tag-moved' })], world })).toBe('1 open finding');
  });
});
