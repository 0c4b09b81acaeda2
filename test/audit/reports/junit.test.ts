import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { junit } from '../../../src/audit/reports/junit.ts';
import type { Audit } from '../../../src/audit/judge/audit.ts';
import { clean, empty } from './html/audits.ts';
import { readTestResults } from '../../../src/commands/results/read-results.ts';
import type { TestResults } from '../../../src/results/index.ts';
import { attacks, hostileAudit, textOf } from './hostile.ts';
import { finding, ruleResult, sample, world } from './sample.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audit-junit-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The report as our own reader of test results counts it. */
async function counted(audit: Audit): Promise<TestResults> {
  await writeFile(join(folder, 'audit.xml'), await textOf(junit(audit)));
  return readTestResults(['audit.xml'], { workspace: folder });
}

const accepted = { reason: 'Moved by hand', owner: 'alice', until: '2026-12-01T00:00:00Z' };

describe('the JUnit report', () => {
  it('has a suite for the population and one a rule, with totals that our own reader counts too', async () => {
    const audit = sample({
      rules: [...sample().rules, ruleResult({ rule: 'gate-let-through', tested: 5, found: 0, why: 'Two workflows hold expressions' })],
      findings: [finding(), finding({ key: 'change-without-trail:commit:2', accepted }), finding({ key: 'gone', status: 'fixed' })],
    });
    const { problems, suites, totals } = await counted(audit);
    expect(problems).toEqual([]);
    expect(totals).toMatchObject({ total: 8, passed: 3, failures: 1, errors: 0, skipped: 4 });
    expect(suites.map(({ name, total, failures, skipped }) => [name, total, failures, skipped])).toEqual([
      ['population', 1, 0, 0],
      ['change-without-trail', 3, 1, 1],
      ['tag-moved', 1, 0, 1],
      ['record-altered', 1, 0, 1],
      ['gate-let-through', 2, 0, 1],
    ]);
    const text = await textOf(junit(audit));
    const [, ...frames] = text.match(/<testsuites? [^>]*>/g) ?? [];
    expect(text).toContain('<testsuites name="compliance audit" tests="8" failures="1" errors="0" skipped="4" time="0">');
    expect(frames[1]).toBe(
      '<testsuite name="change-without-trail" tests="3" failures="1" errors="0" skipped="1" time="0" timestamp="2026-11-22T06:00:00">',
    );
  });

  it('says of a finding what happened, how to fix it, and since when it is there', async () => {
    const { failing } = await counted(
      sample({ findings: [finding({ status: 'open', firstSeen: '2026-11-08T06:00:00Z', fix: 'Add this:\nflows:\n  unit' })] }),
    );
    expect(failing).toMatchObject([{ suite: 'change-without-trail', message: expect.stringContaining('Nothing was recorded') }]);
    const text = await textOf(junit(sample({ findings: [finding({ fix: 'Add this:\nflows:' })] })));
    expect(text).toMatch(
      /Severity: high\nhttps:\/\/github.com\/acme\/shop\/commit\/b+\nFix: Add this:\nflows:\nHappened at 2026-11-17T09:00:00Z\nNew in this audit</,
    );
  });

  it.each([
    ['a rule that was not tested', { result: 'not tested', tested: 0, found: 0, why: 'No permission' }, 'No permission'],
    ['a rule that does not apply', { result: 'not applicable', tested: 0, found: 0 }, 'There was nothing that it is about'],
  ] as const)('skips %s, with the reason, and never passes it', async (_, more, reason) => {
    const audit = { ...clean(), rules: [...clean().rules, ruleResult(more)] };
    expect((await counted(audit)).totals).toMatchObject({ total: 4, passed: 3, skipped: 1 });
    expect(await textOf(junit(audit))).toContain(`<skipped message="${reason}"`);
  });

  it('passes one case for all that a rule tested and found nothing about', async () => {
    const text = await textOf(junit(sample({ rules: [ruleResult({ tested: 1_200, found: 1 })] })));
    expect(text).toContain('name="nothing found about 1,199 subjects"');
  });

  it('ends in errors where something is missing, and skips the population where nothing landed', async () => {
    const holes = [1, 2].map(
      (number) => ({ kind: 'hole', what: `Landing ${number}`, why: 'it was cut off', fix: 'Run it again' }) as const,
    );
    const unknown = await counted(sample({ complete: false, rules: [], findings: [], world: { ...world, holes } }));
    expect(unknown.totals).toMatchObject({ total: 2, passed: 0, errors: 2 });
    const without = await counted(sample({ complete: false, rules: [], findings: [] }));
    expect(without.totals).toMatchObject({ total: 1, passed: 0, errors: 1 });
    expect((await counted(empty())).totals).toMatchObject({ total: 1, passed: 0, skipped: 1 });
    expect(await textOf(junit(empty()))).toContain('<skipped message="Nothing landed"');
  });

  it('does not pass the population where git alone told it', async () => {
    const header = { ...world.header, basis: 'git' } as const;
    const { totals } = await counted(clean());
    const audit = { ...clean(), world: { ...clean().world, header } };
    expect((await counted(audit)).totals).toMatchObject({ errors: 0, passed: totals.passed - 1, skipped: totals.skipped + 1 });
    expect(await textOf(junit(audit))).toContain('<skipped message="Told by git alone, which tells neither when something landed');
  });

  it('shows findings of a rule that is not among those of the audit', async () => {
    const { suites } = await counted(sample({ rules: [], findings: [finding({ rule: 'acceptance-expired' })] }));
    expect(suites.map(({ name, failures }) => [name, failures])).toEqual([
      ['population', 0],
      ['acceptance-expired', 1],
    ]);
  });

  it('names a suite as the rule, whatever that is called', async () => {
    const rule = 'a"b<c>&\'d\n\u0001e';
    const { problems, suites } = await counted(sample({ rules: [], findings: [finding({ rule })] }));
    expect(problems).toEqual([]);
    expect(suites[1]?.name).toBe('a"b<c>&\'d\ne');
  });

  it.each(attacks)('stays well-formed XML with %s in it', async (_, text) => {
    const xml = await textOf(junit(hostileAudit(text)));
    expect(XMLValidator.validate(xml)).toBe(true);
    const strict = new SaxesParser();
    strict.on('error', (error) => {
      throw error;
    });
    strict.write(xml).close();
    const { testsuites } = new XMLParser({ ignoreAttributes: false }).parse(xml);
    const cases = [testsuites.testsuite].flat().flatMap(({ testcase }: { readonly testcase: unknown }) => [testcase].flat());
    expect(cases).toHaveLength(Number(testsuites['@_tests']));
    expect(xml).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF\u202E\u200B]|example\.(?:com>|co\.uk,|org,|net<)/);
    const { problems, totals } = await counted(hostileAudit(text));
    expect(problems).toEqual([]);
    expect(totals).toMatchObject({ errors: 1, failures: 1 });
  });
});
