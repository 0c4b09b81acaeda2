import { readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { MappedControl } from '../../../src/audit/file/audit-file.ts';
import { readAuditFile } from '../../../src/audit/file/read-audit-file.ts';
import type { Audit } from '../../../src/audit/judge/audit.ts';
import { controlsCsv, controlsOf } from '../../../src/audit/reports/controls.ts';
import { htmlReport } from '../../../src/audit/reports/html/html.ts';
import { rules as allRules } from '../../../src/audit/rules/rules.ts';
import { auditFile } from '../rules/delivery-change.ts';
import { textOf } from './hostile.ts';
import { published } from './oscal/published.ts';
import { finding, reported, ruleResult, sample, sha, twoChanges, world } from './sample.ts';

const control = (more: Partial<MappedControl> = {}): MappedControl => ({
  framework: 'Acme',
  code: 'CHG-1',
  name: 'Approval',
  owner: 'Head of shop',
  demand: null,
  rules: ['pushed-directly'],
  evidence: [],
  ...more,
});

/** An audit whose every rule was tested and found nothing, with some controls mapped. */
function mapped(frameworks: readonly MappedControl[], more: Partial<Audit> = {}, changes = twoChanges): Audit {
  const names = ['pushed-directly', 'merged-without-review', 'change-without-trail'];
  const rules = names.map((rule) => ruleResult({ rule, found: 0, text: `The text of ${rule}.` }));
  return sample({ world: { ...world, file: auditFile({ frameworks }) }, rules, findings: [], ...more }, changes);
}

const one = async (audit: Audit) => (await controlsOf(audit))[0];
const kind = async (audit: Audit): Promise<string | undefined> => (await one(audit))?.conclusion.kind;

const pushed = finding({ key: `pushed-directly:commit:${sha('b')}`, rule: 'pushed-directly' });
const taken = { reason: 'Known', owner: 'dora', until: '2026-12-20T00:00:00Z' };

describe('the conclusion about a control', () => {
  it('is that no exception was found where each of its rules was tested everywhere', async () => {
    const audit = mapped([control({ rules: ['pushed-directly', 'merged-without-review'] })]);
    expect(await one(audit)).toMatchObject({ label: 'Acme CHG-1', population: 2, tested: 4, exceptions: 0, accepted: 0, untested: [] });
    expect(await kind(audit)).toBe('no-exception');
  });

  it('is exceptions, also next to what was not tested, and next to accepted ones', async () => {
    expect(await kind(mapped([control()], { findings: [pushed] }))).toBe('exceptions');
    const audit = mapped([control({ rules: ['pushed-directly', 'gone'] })], {
      findings: [pushed, { ...pushed, key: 'x', accepted: taken }],
    });
    expect(await one(audit)).toMatchObject({ exceptions: 1, accepted: 1, untested: ['gone: this audit goes by no rule of this name'] });
    expect((await one(audit))?.conclusion).toEqual({
      kind: 'exceptions',
      text: '1 exception found, and not accepted. 1 more exception was accepted. There may be more: not all was tested.',
    });
  });

  it('is that all were accepted, and says nothing of findings that are fixed or of other rules', async () => {
    expect(await kind(mapped([control()], { findings: [{ ...pushed, accepted: taken }] }))).toBe('accepted');
    expect(await kind(mapped([control()], { findings: [{ ...pushed, status: 'fixed' }, finding()] }))).toBe('no-exception');
  });

  it.each<readonly [string, Partial<MappedControl>, Partial<Audit>]>([
    [
      'a rule was not tested',
      {},
      { rules: [ruleResult({ rule: 'pushed-directly', result: 'not tested', tested: 0, found: 0, why: 'no token' })] },
    ],
    [
      'a rule was not tested everywhere',
      {},
      { rules: [ruleResult({ rule: 'pushed-directly', result: 'not tested', found: 0, why: 'a gap' })] },
    ],
    ['there is no such rule', { rules: ['pushed-directly', 'pushed-directy'] }, {}],
    ['a rule had no subject', {}, { rules: [ruleResult({ rule: 'pushed-directly', result: 'not applicable', tested: 0, found: 0 })] }],
    ['the audit is not complete', {}, { complete: false }],
    ['an accepted finding stands next to a gap', { rules: ['pushed-directly', 'gone'] }, { findings: [{ ...pushed, accepted: taken }] }],
    ['nothing landed', {}, { totals: { ...sample().totals, changes: 0, states: {} } }],
    [
      'it is about one thing alone',
      {},
      {
        world: {
          ...world,
          file: auditFile({ frameworks: [control()] }),
          header: { ...world.header, scope: { kind: 'trail', flow: 'unit', trail: 'v1' } },
        },
      },
    ],
    ['nobody owed the evidence', { evidence: ['e2e'] }, {}],
  ])('is nothing where %s', async (_, more, audit) => {
    expect(await kind(mapped([control(more)], audit))).toBe('not-concluded');
  });

  it('counts the evidence of each change that owes it', async () => {
    const [of] = twoChanges[0]?.coverage ?? [];
    if (of === undefined) throw new Error('The sample has no coverage');
    const named = (...changes: readonly ReturnType<typeof reported>[]) =>
      one(mapped([control({ rules: [], evidence: ['unit'] })], {}, changes));
    const change = (more: Partial<typeof of>, state = 'covered') => reported({ coverage: [{ ...of, ...more }], state });
    expect((await named(change({}), change({ match: 'head' })))?.conclusion.kind).toBe('no-exception');
    expect(await named(change({}), change({ atMerge: 'none' }))).toMatchObject({ tested: 2, exceptions: 1, untested: [] });
    expect(await named(change({ atMerge: 'unknown' }), change({}))).toMatchObject({
      tested: 1,
      untested: ['unit: of 1 change it is not known'],
    });
    expect((await named(change({ match: 'head' }, 'tested-on-head-only')))?.conclusion.kind).toBe('not-concluded');
    expect((await named(change({ match: 'head', of: 'check' }, 'incomplete')))?.conclusion.kind).toBe('no-exception');
    expect(await named(change({ atMerge: 'none' }, 'excluded'), change({}))).toMatchObject({ tested: 1, exceptions: 0 });
  });
});

describe('the report by control', () => {
  const frameworks = [
    control({ demand: '=SUM(A1) <b>Approve</b> {{ x }}' }),
    control({ code: '8.32 (a)', rules: ['gone'], evidence: ['unit'] }),
  ];
  const audit = mapped(frameworks, { findings: [pushed] });

  it('is a table of the page, which is not there without controls', async () => {
    const page = await textOf(htmlReport(audit));
    expect(page).toContain('<a href="#controls">Controls</a>');
    expect(page).not.toContain('<b>Approve');
    expect(page).toContain('exceptions found');
    expect(page).toContain('gone: this audit goes by no rule of this name');
    expect(await textOf(htmlReport(mapped([])))).not.toContain('#controls');
  });

  it('is a CSV, a control a row; without a mapping by the controls that the rules name', async () => {
    const [head, ...rows] = (await textOf(controlsCsv(audit))).trimEnd().split('\r\n');
    expect(head).toBe(
      '\uFEFF"framework","control","name","owner","demand","rules","evidence","population","tested","exceptions","accepted","not_tested","conclusion","conclusion_text","since","until","repository"',
    );
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatch(
      /^"Acme","CHG-1","Approval","Head of shop","'=SUM\(A1\) .*","pushed-directly","","2","2","1","0","","exceptions found",/,
    );
    expect(rows[1]).toMatch(/"gone: this audit goes by no rule of this name","nothing concluded",/);
    const own = (await textOf(controlsCsv(mapped([])))).trimEnd().split('\r\n');
    expect(own.slice(1)).toEqual([
      expect.stringMatching(/^"","SOC 2 CC8\.1","","","","pushed-directly; merged-without-review; change-without-trail",/),
    ]);
  });

  it('is a conclusion of OSCAL, never satisfied where something was not tested, and its rules carry its code', async () => {
    const { plan, results } = await published(audit);
    const targets = new Map(results.results[0]?.findings?.map(({ target }) => [target['target-id'], target.status.state]));
    expect(targets.get('acme-chg-1_control-acme-chg-1')).toBe('not-satisfied');
    expect(targets.get('acme-8.32--a-_control-acme-8.32--a-')).toBe('not-satisfied');
    expect(targets.get('acme-chg-1_pushed-directly')).toBe('not-satisfied');
    expect(JSON.stringify(plan)).toContain('owned by Head of shop');
    const green = await published(mapped([control()]));
    const states = new Map(green.results.results[0]?.findings?.map(({ target }) => [target['target-id'], target.status.state]));
    expect(states.get('acme-chg-1_control-acme-chg-1')).toBe('satisfied');
  });
});

describe('a file of controls to copy', () => {
  const folder = new URL('../../../docs/controls/', import.meta.url);
  const schema: object = JSON.parse(readFileSync(new URL('../../../docs/compliance-audit.schema.json', import.meta.url), 'utf8'));
  const ajv = new Ajv({ allErrors: true, strict: false });
  formats.default(ajv);

  it.each(readdirSync(folder))('%s is read, is of the schema, and names rules that there are', (name) => {
    const text = readFileSync(new URL(name, folder), 'utf8');
    const read = readAuditFile(text);
    if ('fault' in read) throw new Error(read.fault);
    const names = new Set(allRules.map((rule) => rule.name));
    const named = read.file.frameworks.flatMap(({ rules }) => rules);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((rule) => !names.has(rule))).toEqual([]);
    expect([ajv.validate(schema, parse(text)), ajv.errors]).toEqual([true, null]);
  });
});
