import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { outputsOf } from '../../src/action/outputs.ts';
import { organizationReports, reports } from '../../src/audit/formats.ts';
import type { Audit } from '../../src/audit/judge/audit.ts';
import { mergeParts, type OrganizationAudit } from '../../src/audit/organization/merge.ts';
import { resultOf } from '../../src/audit/organization/part.ts';
import * as words from '../../src/audit/organization/reports/words.ts';
import { packedAudit } from '../../src/audit/package/account.ts';
import { aboutWords } from '../../src/audit/package/outcome.ts';
import { firstPage } from '../../src/audit/reports/first-page/first-page.ts';
import { numbersOf, outcomeOf } from '../../src/audit/reports/numbers.ts';
import { lacks } from '../../src/audit/rules/rule.ts';
import { judgeSeries } from '../../src/audit/series/judge-series.ts';
import { readAuditReport } from '../../src/audit/series/read-report.ts';
import { writeHtml } from '../../src/audit/series/reports/html.ts';
import { json as seriesJson, markdown, rowsOf } from '../../src/audit/series/reports/reports.ts';
import { seriesOutcome } from '../../src/audit/series/words.ts';
import { resultJson, showResult } from '../../src/cli/show-result.ts';
import { openTerminal } from '../../src/cli/terminal.ts';
import { stepOf } from '../../src/commands/audit/organization/merge.ts';
import { auditedOf } from '../../src/commands/audit/run-audit.ts';
import { viewSeries } from '../../src/commands/audit/run-series.ts';
import type { Audited, Viewed } from '../../src/commands/index.ts';
import { exitCodeOf } from '../../src/commands/run/result.ts';
import { auditRows } from '../../src/presentation/index.ts';
import { given } from '../../src/text/index.ts';
import { planOf } from '../audit/organization/plans.ts';
import { clean } from '../audit/reports/html/audits.ts';
import { failOnOf, outcomes, type OscalResults, type SarifLog } from './audit-outcomes.ts';
import { logOf } from '../github/printed.ts';

test('each outcome of the table is among these, and each thing that a rule can lack', () => {
  const seen = new Set(outcomes.map(([, , audit]) => auditRows.findIndex(({ has }) => has(numbersOf(audit)))));
  expect([...seen].toSorted((one, other) => one - other)).toEqual([...auditRows.keys()]);
  const lacked = outcomes.flatMap(([, , { rules }]) => rules.map(({ lack }) => lack));
  expect(lacks.filter((lack) => !lacked.includes(lack))).toEqual([]);
});

/** The lines of the terminal, with the colours in brackets, and the log of a job. */
function mouthsOf(result: Audited | Viewed): { readonly said: readonly string[]; readonly logged: string } {
  const said: string[] = [];
  const style = (of: string | readonly string[], inner: string): string => `[${[of].flat().at(-1)}]${inner}`;
  showResult(result, { ...openTerminal(), style, out: (line) => void said.push(line), err: () => undefined });
  return { said, logged: logOf(result) };
}

const textOf = (report: AsyncIterable<string>): Promise<string> => text(Readable.from(report));

test.each(outcomes)('%s, with exit code %i, is the same in every mouth of an audit', async (word, exitCode, audit, look) => {
  const [colour, icon, mark, tone, badge, ending] = look;
  const { text } = outcomeOf(audit);
  const shown = { command: 'audit', missing: [], page: await firstPage(audit), reports: [] };
  const result = await auditedOf(audit, { ...shown, summary: await textOf(reports.summary(audit)) });
  const { logged, said } = mouthsOf(result);
  expect(said.at(-1)).toContain(`[${colour}]${mark} ${word}  `);
  expect(logged).toContain(`${icon} ${word}: `);
  // A verdict that is no yes says why also in the log.
  expect(/^::error/m.test(logged)).toBe(tone === 'bad' || tone === 'unknown');
  expect(outputsOf(result)).toMatchObject({ verdict: ending, 'would-fail': String(exitCode !== 0) });
  expect(outputsOf(result).reasons === '[]').toBe(exitCode === 0 && !audit.findings.some((one) => one.accepted === null));
  expect(exitCodeOf(result)).toBe(exitCode);
  expect(resultJson(result)).toMatchObject({ verdict: ending });
  expect(result.summary).toContain(`## ${icon} Compliance audit of acme/shop: ${word}\n`);
  expect(await textOf(reports.markdown(audit))).toContain(`## ${icon} Compliance audit of acme/shop: ${word}\n`);
  expect(JSON.parse(await textOf(reports['badge-json'](audit)))).toMatchObject({ message: word.toLowerCase(), color: badge });
  expect(await textOf(reports['badge-svg'](audit))).toContain(`<title>audit: ${word.toLowerCase()}</title>`);
  const page = await textOf(reports.html(audit));
  expect(page).toContain(`<div class="verdict ${tone}">`);
  expect(page).toContain(`<span aria-hidden="true">${mark}</span> ${word}</p>`);
  expect(JSON.parse(await textOf(reports.json(audit)))).toMatchObject({ verdict: ending, outcome: { word, tone, text } });
  const oscal: OscalResults = JSON.parse(await textOf(reports.oscal(audit)));
  const { metadata, results } = oscal['assessment-results'];
  expect([metadata.remarks, results[0]?.description]).toEqual([`${text}.`, expect.stringContaining(`${text}. Looked at `)]);
  const states = results[0]?.findings?.map(({ target }) => target.status.state) ?? [];
  expect(states.includes('satisfied') && !(numbersOf(audit).agrees && audit.complete)).toBe(false);
  const sarif: SarifLog = JSON.parse(await textOf(reports.sarif(audit)));
  expect(sarif.runs[0]?.invocations[0]?.executionSuccessful).toBe(tone !== 'unknown');
  expect(sarif.runs[0]?.results.some(({ ruleId }) => ruleId === 'unknown')).toBe(tone === 'unknown');
  expect(/<testsuites [^>]* errors="0" /.test(await textOf(reports.junit(audit)))).toBe(tone !== 'unknown');
  const about = aboutWords({
    scope: { kind: 'period', since: null, until: '' },
    audit: packedAudit({ ...audit, failOn: failOnOf(audit) }),
  });
  expect(about).toContain(`: ${outcomeOf(audit).kind}, `);
});

/** The merge of the audits of an organization, each of a repository of its own. */
function mergedOf(...audits: readonly Audit[]): OrganizationAudit {
  const plan = planOf(
    audits.map((_, index) => index + 1),
    { shards: 1 },
  );
  const failOn = audits.map(failOnOf).find((one) => one !== 'high') ?? 'high';
  const repositories = audits.map((audit, index) => resultOf(audit, { id: index + 1, name: `acme/r${index + 1}` }));
  const part = { format: 'compliance-evidence-organization-part', version: 1, plan: '', index: 0, repositories } as const;
  return mergeParts({ ...plan, audit: { ...plan.audit, failOn } }, new Map([[0, part]]));
}

test.each(outcomes)('%s, with exit code %i, is the same of an organization', (word, exitCode, audit, look) => {
  const [colour, icon, mark, tone, , ending] = look;
  const merged = mergedOf(audit);
  const step = stepOf(merged, [], '', words);
  const { logged, said } = mouthsOf(step);
  expect(said.at(-1)).toContain(`[${colour}]${mark} ${word}  acme: `);
  expect(logged).toContain(`\n${icon} ${word}: acme: `);
  expect(exitCodeOf(step)).toBe(exitCode);
  for (const text of [said.join('\n'), logged]) expect(text).toContain(`acme/r1: in scope, ${word}\n`);
  const md = [...organizationReports.markdown(merged)].join('');
  expect(md).toContain(`## ${icon} Audit of acme: ${word}\n`);
  expect(md).toContain(`| ${icon} ${word} |`);
  const page = [...organizationReports.html(merged)].join('');
  expect(page).toContain(`<div class="verdict ${tone}">`);
  expect(page).toContain(`<span aria-hidden="true">${mark}</span> ${word}</p>`);
  expect(page).toContain(`<span class="state ${tone}"><span aria-hidden="true">${mark}</span>\u00A0${word}</span>`);
  const shown = { verdict: ending, outcome: { word, tone } };
  expect(JSON.parse([...organizationReports['json-file'](merged)].join(''))).toMatchObject({ ...shown, repositories: [shown] });
  const [head = '', row = ''] = [...organizationReports.csv(merged)].join('').split('\r\n');
  const cellOf = (name: string): string | undefined => row.slice(1, -1).split('","')[head.split(',').indexOf(`"${name}"`)];
  expect([cellOf('verdict'), cellOf('shown_as')]).toEqual([ending, word]);
});

test('an organization is shown no better than any of its repositories', () => {
  // Next to what landed elsewhere, nothing is no worse than a green.
  const worse = ['empty', 'clear', 'partial', 'open', 'failing', 'unknown'];
  for (const [, , one] of outcomes)
    for (const [, , other] of outcomes) {
      const merged = mergedOf(one, other);
      const { outcome, repositories } = merged;
      const step = stepOf(merged, [], '', words);
      const own = repositories.map((each) => worse.indexOf(each.outcome?.kind ?? ''));
      // A finding that fails the run is said before all that nobody can tell.
      const isRed = outcome.kind === 'failing' && outcome.fails;
      expect(worse.indexOf(outcome.kind)).toBeGreaterThanOrEqual(Math.min(Math.max(...own), isRed ? 4 : 5));
      expect(exitCodeOf(step) === 0).toBe(!repositories.some((each) => each.outcome?.fails));
      expect(mouthsOf(step).said.at(-1)).toContain(`${outcome.mark} ${outcome.word}  acme: `);
      expect([...organizationReports.markdown(merged)].join('')).toContain(`## ${outcome.icon} Audit of acme: ${outcome.word}\n`);
      const page = [...organizationReports.html(merged)].join('');
      expect(page).toContain(`<span aria-hidden="true">${outcome.mark}</span> ${outcome.word}</p>`);
      const shown = { verdict: outcome.ending, outcome: { word: outcome.word, tone: outcome.tone } };
      expect(JSON.parse([...organizationReports['json-file'](merged)].join(''))).toMatchObject(shown);
    }
});

test.each(outcomes)('%s, with exit code %i, is the same of a series', async (word, exitCode, audit, look) => {
  const [colour, icon, mark, tone, , ending] = look;
  const failOn = failOnOf(audit);
  const since = '2026-11-15T06:00:00Z';
  const world = { ...audit.world, header: { ...audit.world.header, period: { ...audit.world.header.period, since } } };
  const report = readAuditReport(await textOf(reports.json({ ...audit, world })), 'ab'.repeat(32));
  const one = { ...report, file: 'a.json', digest: 'ab'.repeat(32), packed: null };
  const series = judgeSeries({ audits: [one], broken: [], kept: [], period: {}, repository: undefined });
  const outcome = seriesOutcome(series, failOn);
  const result = viewSeries(series, outcome, rowsOf(series), '', [], '');
  const { logged, said } = mouthsOf(result);
  expect(said.at(-1)).toContain(`[${colour}]${mark} ${word}  `);
  expect(logged).toContain(`${icon} ${word}: `);
  expect([outcome.ending, exitCodeOf(result)]).toEqual([ending, exitCode]);
  expect(markdown(series, failOn).split('\n')[0]).toBe(`## ${icon} Series of audits: ${word}`);
  expect(writeHtml(series, failOn)).toContain(`<div class="verdict ${tone}">`);
  expect(writeHtml(series, failOn)).toContain(`<span aria-hidden="true">${mark}</span> ${word}</p>`);
  const byHigh = seriesOutcome(series, 'high');
  expect(JSON.parse(seriesJson(series))).toMatchObject({ verdict: byHigh.ending, outcome: { word: byHigh.word, tone: byHigh.tone } });
});

test('the docs show each outcome as the reports do', () => {
  const page = readFileSync(new URL('../../docs/audit-reports.md', import.meta.url), 'utf8');
  for (const [word, , , [, icon, mark, , badge, ending]] of outcomes) {
    const says = word.replace(/\d/, '\\d').replace('finding', 'findings?').replace(' everywhere', '');
    expect(page).toMatch(new RegExp(`^\\| ${icon} ${says} *\\| \\${mark} \\| ${badge} \\| \`${ending}\``, 'm'));
  }
});

test.each([
  [undefined, '[green]✔ The audit is recorded as audit-1 on trail t of flow f', '📥 The audit is recorded as'],
  [
    'its verdict is non-compliant',
    '[yellow]! The audit is recorded as audit-1 on trail t of flow f, and says no: its',
    '⚠️ The audit is recorded as',
  ],
])('an audit that is handed in with the objection %j', async (objection, inTerminal, inLog) => {
  const shown = { command: 'audit', missing: [], page: await firstPage(clean()), reports: [], summary: '' };
  const published = {
    flow: 'f',
    trail: 't',
    name: 'audit-1',
    outcome: { kind: 'recorded', id: undefined },
    ...given({ objection }),
  } as const;
  const { logged, said } = mouthsOf({ ...(await auditedOf(clean(), shown)), published });
  expect(said.join('\n')).toContain(inTerminal);
  expect(logged).toContain(inLog);
});
