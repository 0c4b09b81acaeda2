import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { present } from '../../src/action/present.ts';
import { showResult } from '../../src/cli/show-result.ts';
import { openTerminal } from '../../src/cli/terminal.ts';
import { endOf, auditedOf } from '../../src/commands/audit/audited.ts';
import { reaches } from '../../src/audit/findings/finding.ts';
import type { Audit } from '../../src/audit/judge/audit.ts';
import { mergeParts } from '../../src/audit/organization/merge.ts';
import { organizationReports } from '../../src/audit/organization/reports/index.ts';
import { resultOf } from '../../src/audit/organization/result.ts';
import { reports } from '../../src/audit/reports/index.ts';
import { outcomeOf } from '../../src/audit/reports/numbers.ts';
import { judgeSeries } from '../../src/audit/series/judge-series.ts';
import { readAuditReport } from '../../src/audit/series/read-report.ts';
import { html } from '../../src/audit/series/reports/html.ts';
import { markdown } from '../../src/audit/series/reports/markdown.ts';
import { rowsOf } from '../../src/audit/series/reports/rows.ts';
import { seriesOutcome, verdictOf } from '../../src/audit/series/verdict.ts';
import { whyWords } from '../../src/audit/organization/reports/words.ts';
import { stepOf } from '../../src/commands/audit/organization/merge.ts';
import type { Audited, OrganizationStep, SeriesShown } from '../../src/commands/index.ts';
import { openPrinter } from '../../src/github/index.ts';
import { given } from '../../src/text/index.ts';
import { planOf } from '../audit/organization/plans.ts';
import { clean, empty, unknown } from '../audit/reports/html/audits.ts';
import { finding, ruleResult } from '../audit/reports/sample.ts';

const accepted = { reason: 'known', owner: 'ada', until: '2030-01-01T00:00:00Z' };
const low = finding({ severity: 'low' });
const asked = (failOn: string): Audit => {
  const { world } = clean();
  return { ...clean(), findings: [low], world: { ...world, header: { ...world.header, inputs: { 'fail-on-severity': failOn } } } };
};

/** Each outcome: how it is shown in a terminal, as an icon, by the class of a page, and by the badge. */
const outcomes: readonly (readonly [string, Audit, colour: string, icon: string, mark: string, tone: string, badge: string])[] = [
  ['1 open finding', { ...clean(), findings: [finding()] }, 'red', '❌', '✘', 'bad', 'red'],
  ['1 open finding', asked('low'), 'red', '❌', '✘', 'bad', 'red'],
  ['1 open finding', asked('none'), 'yellow', '⚠️', '!', 'open', 'yellow'],
  [
    '2 open findings, accepted',
    { ...clean(), findings: [finding({ accepted }), finding({ accepted, key: 'k' })] },
    'yellow',
    '⚠️',
    '!',
    'open',
    'yellow',
  ],
  ['Unknown', unknown(), 'yellow', '❔', '?', 'unknown', 'lightgrey'],
  [
    'Unknown',
    { ...clean(), totals: { ...clean().totals, states: { covered: 1, unknown: 1 } } },
    ...(['yellow', '❔', '?', 'unknown', 'lightgrey'] as const),
  ],
  [
    'Nothing owed evidence',
    { ...clean(), totals: { ...clean().totals, states: { 'outside-every-flow': 2 } } },
    ...(['gray', '⚪', '–', 'soft', 'lightgrey'] as const),
  ],
  ['Nothing landed', empty(), 'gray', '⚪', '–', 'soft', 'lightgrey'],
  [
    'No open findings, 1 rule not tested',
    { ...clean(), rules: [...clean().rules, ruleResult({ result: 'not tested', tested: 0, found: 0, why: 'nobody told' })] },
    ...(['yellow', '⚠️', '!', 'open', 'yellow'] as const),
  ],
  ['No open findings', clean(), 'green', '✅', '✔', 'good', 'brightgreen'],
];

/** The lines of the terminal, with the colours in brackets, and the log of a job. */
function mouthsOf(result: Audited | SeriesShown | OrganizationStep): { readonly said: readonly string[]; readonly logged: string } {
  const [said, logged]: [string[], string[]] = [[], []];
  const style = (of: string | readonly string[], inner: string): string => `[${[of].flat().at(-1)}]${inner}`;
  showResult(result, { ...openTerminal(), style, out: (line) => void said.push(line), err: () => undefined });
  const printer = openPrinter((line) => logged.push(line));
  present(result, printer, { mode: 'off', file: undefined });
  printer.finish();
  return { said, logged: logged.join('') };
}

const textOf = (report: AsyncIterable<string>): Promise<string> => text(Readable.from(report));

test.each(outcomes)('%s is the same in every mouth of an audit', async (word, audit, colour, icon, mark, tone, badge) => {
  const failOn = audit.world.header.inputs['fail-on-severity'] === 'low' ? 'low' : 'none';
  const shown = { command: 'audit', missing: [], outcome: outcomeOf(audit), reaches, reports: [] };
  const result = await auditedOf(audit, failOn, { ...shown, summary: await textOf(reports.summary(audit)) });
  const { logged, said } = mouthsOf(result);
  expect(said.at(-1)).toContain(`[${colour}]${mark} ${word}  `);
  expect(logged).toContain(`${icon} ${word}: `);
  expect(/^::error/m.test(logged)).toBe(tone === 'bad' || audit.world.holes.length > 0);
  const text = outcomeOf(audit).text;
  expect(result.summary).toContain(`## ${icon} Audit: ${text}\n`);
  expect(await textOf(reports.markdown(audit))).toContain(`## ${icon} Audit: ${text}\n`);
  expect(JSON.parse(await textOf(reports['badge-json'](audit)))).toMatchObject({ message: word.toLowerCase(), color: badge });
  expect(await textOf(reports['badge-svg'](audit))).toContain(`<title>audit: ${word.toLowerCase()}</title>`);
  const page = await textOf(reports.html(audit));
  expect(page).toContain(`<div class="verdict ${tone}">`);
  expect(page).toContain(`<span aria-hidden="true">${mark}</span> ${word}</p>`);
  expect(await textOf(reports.oscal(audit))).toContain(text);
});

test.each(outcomes)('%s is the same of an organization', (word, audit, colour, icon, mark, tone) => {
  const plan = planOf([1]);
  const failOn = audit.world.header.inputs['fail-on-severity'] === 'low' ? 'low' : 'high';
  const of = { ...plan, audit: { ...plan.audit, failOn } } as const;
  const repositories = [resultOf(audit, { id: 1, name: 'acme/r1' })];
  const part = { format: 'compliance-evidence-organization-part', version: 1, plan: '', index: 0, repositories } as const;
  const parts = new Map(plan.shards.map((_ids, index) => [index, { ...part, index }]));
  const merged = mergeParts(of, parts, (one, least) =>
    endOf(
      { ...one, findings: one.findings.map((each) => ({ ...each, status: 'open' })), totals: { changes: one.changes } },
      least,
      reaches,
    ),
  );
  const { logged, said } = mouthsOf(stepOf(merged, [], '', { whyWords }));
  expect(said.at(-1)).toContain(`[${colour}]${mark} ${word}  acme: `);
  expect(logged).toContain(`\n${icon} ${word}: acme: `);
  for (const text of [said.join('\n'), logged]) expect(text).toContain(`acme/r1: in scope, ${word}\n`);
  const md = [...organizationReports.markdown(merged)].join('');
  expect(md).toContain(`## ${icon} Audit of acme: ${word}\n`);
  expect(md).toContain(`| ${icon} ${word} |`);
  const page = [...organizationReports.html(merged)].join('');
  expect(page).toContain(`<div class="verdict ${tone}">`);
  expect(page).toContain(`<span aria-hidden="true">${mark}</span> ${word}</p>`);
  expect(page).toContain(`<span class="state ${tone}"><span aria-hidden="true">${mark}</span>\u00A0${word}</span>`);
});

test.each(outcomes)('%s is the same of a series', async (word, audit, colour, icon, mark, tone) => {
  const failOn = audit.world.header.inputs['fail-on-severity'] === 'low' ? 'low' : 'high';
  const since = '2026-11-15T06:00:00Z';
  const world = { ...audit.world, header: { ...audit.world.header, period: { ...audit.world.header.period, since } } };
  const report = readAuditReport(await textOf(reports.json({ ...audit, world })), 'ab'.repeat(32));
  const one = { ...report, file: 'a.json', digest: 'ab'.repeat(32), packed: null };
  const series = judgeSeries({ audits: [one], broken: [], kept: [], period: {}, repository: undefined });
  const facts = { command: 'audit-series', reports: [], summary: '', ...verdictOf(series, failOn) };
  const { logged, said } = mouthsOf({ kind: 'series', ...facts, series, rows: rowsOf(series), outcome: seriesOutcome(series, failOn) });
  expect(said.at(-1)).toContain(`[${colour}]${mark} ${word}  `);
  expect(logged).toContain(`${icon} ${word}: `);
  expect(markdown(series, failOn).split('\n')[0]).toBe(`## ${icon} Series of audits: ${word}`);
  expect(html(series, failOn)).toContain(`<div class="verdict ${tone}">`);
  expect(html(series, failOn)).toContain(`<span aria-hidden="true">${mark}</span> ${word}</p>`);
});

test('the docs show each outcome as the reports do', () => {
  const page = readFileSync(new URL('../../docs/audit-reports.md', import.meta.url), 'utf8');
  for (const [word, , , icon, mark, , badge] of outcomes)
    expect(page).toMatch(
      new RegExp(`^\\| ${icon} ${word.replace(/\d/, '\\d')} *\\| \\${mark} \\| ${badge} \\|`.replace('finding ', 'findings? '), 'm'),
    );
});

test.each([
  [undefined, '[green]✔ The audit is recorded as audit-1 on trail t of flow f', '📥 The audit is recorded as'],
  [
    'its verdict is non-compliant',
    '[yellow]! The audit is recorded as audit-1 on trail t of flow f, and says no: its',
    '⚠️ The audit is recorded as',
  ],
])('an audit that is handed in with the objection %j', async (objection, inTerminal, inLog) => {
  const shown = { command: 'audit', missing: [], outcome: outcomeOf(clean()), reaches, reports: [], summary: '' };
  const published = {
    flow: 'f',
    trail: 't',
    name: 'audit-1',
    outcome: { kind: 'recorded', id: undefined },
    ...given({ objection }),
  } as const;
  const { logged, said } = mouthsOf({ ...(await auditedOf(clean(), 'none', shown)), published });
  expect(said.join('\n')).toContain(inTerminal);
  expect(logged).toContain(inLog);
});
