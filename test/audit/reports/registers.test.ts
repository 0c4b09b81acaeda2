import { describe, expect, it } from 'vitest';
import { registersCsv } from '../../../src/audit/reports/registers.ts';
import { rules as allRules } from '../../../src/audit/rules/rules.ts';
import type { Audit, ReportedOverride } from '../../../src/audit/judge/audit.ts';
import { attacks, textOf } from './hostile.ts';
import { finding, reported, ruleResult, sample, sha, twoChanges, world } from './sample.ts';

/** Every row as its cells, without the head. */
async function rowsOf(audit: Audit): Promise<readonly Readonly<Record<string, string>>[]> {
  const lines = (await textOf(registersCsv(audit)))
    .slice(1)
    .split('\r\n')
    .slice(0, -1)
    .map((line) => [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell.replaceAll('""', '"')));
  const [head = [], ...rows] = lines;
  return rows.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])));
}

const emergency = { label: 'emergency', by: 'carol', at: '2026-11-16T08:00:00Z', deadline: '2026-11-19T10:00:00.000Z' };
const override: ReportedOverride = {
  id: 'o1',
  flow: 'unit',
  trail: 'build-1',
  name: 'unit-tests',
  fingerprint: null,
  by: 'carol',
  at: '2026-11-16T09:00:00Z',
  compliant: true,
  reason: 'The disk was full',
  url: 'https://evidence.example/trail',
};
const acceptance = {
  key: `pushed-directly:commit:${sha('b')}`,
  reason: 'The build was down',
  owner: 'dora',
  since: '2026-11-18T00:00:00.000Z',
  until: '2026-12-18T00:00:00.000Z',
};
const file = {
  flows: [],
  checks: [],
  ticket: null,
  frameworks: [],
  people: new Map(),
  bots: [],
  emergency: { label: 'emergency', days: 3 },
  exclusions: [],
  accepted: [acceptance, { ...acceptance, key: 'pushed-directly:commit:elsewhere', owner: 'erin' }],
  production: [],
  controls: [],
};
const tested = allRules.map(({ name }) => ruleResult({ rule: name, found: 0 }));

function registered(more: Partial<Audit> = {}): Audit {
  const pushed = finding({
    key: acceptance.key,
    rule: 'pushed-directly',
    accepted: { owner: 'dora', reason: acceptance.reason, until: acceptance.until },
  });
  const late = finding({ key: 'emergency-not-reviewed:pull-request:41', rule: 'emergency-not-reviewed' });
  const set = finding({ key: 'overridden:trail:build-1:unit/unit-tests/o1', rule: 'overridden' });
  const loose = finding({ key: 'gate-can-be-bypassed:branch:main:7', rule: 'gate-can-be-bypassed', at: null, change: null });
  const gone = finding({ key: 'pushed-directly:commit:gone', rule: 'pushed-directly', status: 'fixed' });
  return sample({ world: { ...world, file, untold: [] }, rules: tested, findings: [pushed, late, set, loose, gone, finding()], ...more }, [
    ...twoChanges.map((change, index) =>
      index === 0
        ? { ...change, emergency, overrides: [override], findings: [late.key, set.key] }
        : { ...change, mergedBy: 'bob', findings: [pushed.key, finding().key] },
    ),
    reported({ sha: sha('c'), overrides: [override], excluded: { owner: 'erin', reason: 'Texts are not tested' }, state: 'excluded' }),
  ]);
}

describe('the registers', () => {
  it('have emergencies, exceptions and acceptances, each with when, who, why, until and what became of it', async () => {
    const rows = await rowsOf(registered());
    expect(
      rows.map(({ at, finding: key, kind, register, state, until, who, why }) => [register, kind, at, who, why, until, state, key]),
    ).toEqual([
      [
        'emergency',
        'emergency',
        '2026-11-16T10:00:00Z',
        'bob',
        'carol set the label emergency at 2026-11-16T08:00:00Z',
        emergency.deadline,
        'new',
        'emergency-not-reviewed:pull-request:41',
      ],
      ['exception', 'override', override.at, 'carol', 'The disk was full', '', 'new', 'overridden:trail:build-1:unit/unit-tests/o1'],
      ['exception', 'pushed-directly', '2026-11-17T09:00:00Z', 'bob', 'The build was down', acceptance.until, 'accepted', acceptance.key],
      ['exception', 'left-out', '2026-11-16T10:00:00Z', 'erin', 'Texts are not tested', '', '', ''],
      ['exception', 'gate-can-be-bypassed', '', '', '', '', 'new', 'gate-can-be-bypassed:branch:main:7'],
      ['acceptance', 'accepted-finding', acceptance.since, 'dora', 'The build was down', acceptance.until, 'accepted', acceptance.key],
      [
        'acceptance',
        'accepted-finding',
        acceptance.since,
        'erin',
        'The build was down',
        acceptance.until,
        'it accepts no open finding of this audit',
        'pushed-directly:commit:elsewhere',
      ],
    ]);
    expect([rows[0]?.['pull_request'], rows[0]?.['commit'], rows[0]?.['repository']]).toEqual(['41', sha('a'), 'acme/shop']);
    expect(rows[5]?.['let_in']).toBe('who merged and approved the entry is not known');
  });

  it('say of an acceptance that does not count why, and of an emergency whose review nobody tested that', async () => {
    const message = 'The entry of erin is over';
    const invalid = finding({ rule: 'acceptance-not-valid', subject: { kind: 'audit', id: acceptance.key, url: null }, message });
    const untested = tested.map((one) =>
      one.rule === 'emergency-not-reviewed' ? { ...one, result: 'not tested' as const, why: 'GitHub was not asked' } : one,
    );
    const rows = await rowsOf(
      registered({
        findings: [invalid],
        rules: untested,
        changes: async function* () {
          yield reported({ emergency });
        },
      }),
    );
    expect(rows.map(({ kind, register, state, what, why }) => [register, kind, kind === 'not-known' ? `${what}: ${why}` : state])).toEqual([
      ['emergency', 'emergency', 'not tested'],
      ['emergency', 'not-known', 'emergency-not-reviewed: GitHub was not asked'],
      ['acceptance', 'accepted-finding', message],
      ['acceptance', 'accepted-finding', 'it accepts no open finding of this audit'],
    ]);
  });

  it('say what they may lack: what is missing, a rule that was not tested, a label that nobody named', async () => {
    const hole = { kind: 'hole', what: 'Landings of main', why: 'GitHub answered 502', fix: 'Run it again' } as const;
    const untested = tested.map((one) => (one.rule === 'overridden' ? { ...one, result: 'not tested' as const, why: 'No service' } : one));
    const rows = await rowsOf(sample({ world: { ...world, untold: [], holes: [hole] }, rules: untested, findings: [] }, [reported()]));
    expect(rows.map(({ kind, register, what, why }) => `${register} ${kind} ${what}: ${why}`)).toEqual([
      'emergency not-known Landings of main: GitHub answered 502',
      "emergency not-known emergencies: The audit's file of now names no label for emergencies",
      'exception not-known Landings of main: GitHub answered 502',
      'exception not-known overridden: No service',
      'acceptance not-known Landings of main: GitHub answered 502',
    ]);
  });

  it('begin no formula', async () => {
    for (const [, text] of attacks) {
      const rows = await rowsOf(
        registered({
          changes: async function* () {
            yield reported({ title: text, mergedBy: text, emergency });
          },
        }),
      );
      expect(`${rows[0]?.['what']}${rows[0]?.['who']}`).not.toMatch(/^[=+\-@]/);
    }
  });
});
