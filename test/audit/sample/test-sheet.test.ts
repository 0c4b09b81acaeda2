import { describe, expect, test } from 'vitest';
import type { Audit } from '../../../src/audit/index.ts';
import { testSheet } from '../../../src/audit/sample/test-sheet.ts';
import { auditOf, finding } from '../../commands/audit/stage.ts';
import { reported, sha } from '../reports/sample.ts';

const at = '2026-11-17T10:00:00Z';
const fingerprint = 'f'.repeat(64);

const deployment: Audit['world']['deployments'][number] = {
  kind: 'deployment',
  source: 'service',
  id: 'production#1',
  environment: 'production',
  production: true,
  at,
  by: { id: 1, login: 'dora', kind: 'person' },
  sha: sha('a'),
  fingerprint,
  url: 'https://evidence.example/1',
  branch: 'main',
  running: true,
  brought: null,
};
const approval: Audit['world']['approvals'][number] = {
  kind: 'approval',
  flow: 'shop',
  number: 1,
  fingerprint,
  state: 'APPROVED',
  environment: 'production',
  at: '2026-11-17T09:00:00Z',
  url: 'https://evidence.example/approval',
  approvers: [{ name: 'erin', said: 'APPROVED', at: null }],
  by: null,
};
const deployed = reported({ deployments: [{ at, environment: 'production', url: deployment.url }] });

function auditWith(more: Partial<Audit['world']>, findings: Audit['findings'] = []): Audit {
  const audit = auditOf(findings);
  return { ...audit, world: { ...audit.world, ...more } };
}

/** The cells of the row of an attribute. */
function cells(sheet: string, letter: string): readonly string[] {
  const row = sheet.split('\r\n').find((line) => line.startsWith(`"${letter}"`));
  if (row === undefined) throw new Error(`The sheet has no row ${letter}`);
  return row.slice(1, -1).split('","');
}

describe('a test sheet', () => {
  test('has the attributes A to H, each with empty cells for initials and conclusion', () => {
    const sheet = testSheet(auditWith({}), reported());
    expect(sheet.split('\r\n')[0]).toBe('\uFEFF"attribute","question","the audit knows","links","initials","conclusion"');
    for (const letter of 'ABCDEFGH') expect(cells(sheet, letter).slice(4)).toEqual(['', '']);
    expect(cells(sheet, 'B')[2]).toBe('Authors: alice\nApproved by: bob\nLast approval: 2026-11-16T09:30:00Z');
  });

  test('marks the date of a commit as a claim, where it stands for the time of a landing', () => {
    const committed = { at: '2026-11-01T08:00:00.000Z', isBefore: false };
    const sheet = testSheet(auditWith({}), reported({ landedAt: null, committed }));
    expect(sheet).toContain(', at 2026-11-01T08:00:00.000Z, by the date of its commit: a claim');
  });

  test('says who deployed it, and which approvals came before that', () => {
    const late = { ...approval, number: 2, at: '2026-11-18T09:00:00Z' };
    const elsewhere = { ...approval, environment: 'staging' };
    const sheet = testSheet(auditWith({ deployments: [deployment], approvals: [approval, late, elsewhere] }), deployed);
    expect(cells(sheet, 'E')[2]).toBe(`production at ${at} by dora`);
    const [, , known = '', links] = cells(sheet, 'D');
    expect(known.match(/APPROVED at/g)?.length).toBe(2);
    expect(known).toContain('APPROVED at 2026-11-17T09:00:00Z, before the deployment (erin said APPROVED)');
    expect(known).toContain('2026-11-18T09:00:00Z, after the deployment');
    expect(links).toContain('https://evidence.example/approval');
  });

  test('leaves it open who let GitHub deploy it, next to the approvals of the service', () => {
    const onGitHub = { ...deployment, source: 'github' } as const;
    const known = (audit: Audit): string | undefined => cells(testSheet(audit, deployed), 'D')[2];
    expect(known(auditWith({ deployments: [onGitHub], approvals: [approval] }))).toMatch(
      /APPROVED at .*; not known: who let GitHub begin it$/,
    );
    expect(known(auditWith({ deployments: [deployment], approvals: [approval] }))).not.toContain('not known');
    const reviews = [
      { by: { id: 2, login: 'frank', kind: 'person' }, said: 'approved' },
      { by: null, said: 'rejected' },
    ] as const;
    expect(known(auditWith({ deployments: [{ ...onGitHub, reviews }] }))).toMatch(
      /no approval is known; on GitHub, before its job began: frank approved it, an account that is gone rejected it$/,
    );
    expect(known(auditWith({ deployments: [{ ...onGitHub, reviews: [] }] }))).toMatch(/; GitHub asked nobody before it began$/);
  });

  test('knows no approval of another artifact', () => {
    const other = { ...approval, fingerprint: '0'.repeat(64) };
    expect(cells(testSheet(auditWith({ deployments: [deployment], approvals: [other] }), deployed), 'D')[2]).toContain(
      'no approval is known',
    );
  });

  test('says of a source that did not answer that it is not known', () => {
    const untold = [{ kind: 'untold', source: 'pull-requests', why: 'there is no token', fix: 'Give one' }] as const;
    const sheet = testSheet(auditWith({ untold }), reported({ pull: null, reviewers: [] }));
    for (const letter of 'ABFG') expect(cells(sheet, letter)[2]).toMatch(/^not known: pull-requests, because there is no token\n/);
    for (const letter of 'CDEH') expect(cells(sheet, letter)[2]).not.toContain('there is no token');
    expect(cells(sheet, 'G')[2]).toMatch(/\nMarked as an emergency: not known$/);
    expect(cells(testSheet(auditWith({}), reported()), 'G')[2]).toBe('Marked as an emergency: no');
  });

  test('does not say what was not deployed where nobody told of deployments, and how a trail stands now where nobody tells when it landed', () => {
    const untold = [{ kind: 'untold', source: 'deployments', why: 'there is no token', fix: 'Give one' }] as const;
    const coverage = reported().coverage.map((one) => ({ ...one, flow: '', atMerge: 'not-known' as const }));
    const sheet = testSheet(auditWith({ untold }), reported({ coverage }));
    expect(cells(sheet, 'D')[2]).toMatch(/\nany flow: not known$/);
    expect(cells(sheet, 'C')[2]).toContain('(match: sha), at the merge not-known, now compliant\n');
    expect(cells(testSheet(auditWith({}), reported()), 'D')[2]).toBe('unit: not deployed to production');
    expect(cells(testSheet(auditWith({}), reported()), 'C')[2]).toContain('at the merge compliant\n');
  });

  test('has the open findings about the change, and who accepted them', () => {
    const accepted = { reason: 'agreed', owner: 'olga', until: '2026-12-01' };
    const findings = [finding('high', { key: 'a', accepted }), finding('low', { key: 'b', status: 'fixed' }), finding('low', { key: 'c' })];
    const known = cells(testSheet(auditWith({}, findings), reported({ findings: ['a', 'b'] })), 'H')[2];
    expect(known).toBe(
      'high change-without-trail: A change has no trail (accepted by olga until 2026-12-01: agreed)\nRules that were not tested: none',
    );
  });

  test('runs no formula of a title', () => {
    expect(testSheet(auditWith({}), reported({ title: '=HYPERLINK("x")' }))).toContain(`'=HYPERLINK(""x"")`);
  });
});
