import { expect, it } from 'vitest';
import { htmlReport } from '../../../src/audit/reports/html/html.ts';
import { json } from '../../../src/audit/reports/json.ts';
import { junit } from '../../../src/audit/reports/junit.ts';
import { markdown, summary } from '../../../src/audit/reports/markdown.ts';
import { sarif } from '../../../src/audit/reports/sarif.ts';
import { textOf } from './hostile.ts';
import { finding, sample } from './sample.ts';

const old = finding({ status: 'open', firstSeen: '2026-10-06T06:00:00Z', at: '2026-10-05T09:00:00Z', carried: true });
const audit = sample({ findings: [old] });

it.each([
  ['HTML', htmlReport, 'not looked at again: audit its time with since 2026-10-05'],
  ['Markdown', markdown, '| open since 2026-10-06; not looked at again: audit its time with since 2026-10-05 |'],
  ['the summary', summary, '| open since 2026-10-06; not looked at again: audit its time with since 2026-10-05 |'],
  ['JUnit XML', junit, 'Open since 2026-10-06T06:00:00Z, not looked at again: audit its time with since 2026-10-05'],
  ['SARIF', sarif, 'landed. Not looked at again: audit its time with since 2026-10-05. Fix:'],
  ['JSON', json, '"carried":true'],
])('%s says of a finding that it was not looked at again', async (_, report, words) => {
  expect(await textOf(report(audit))).toContain(words);
  expect(await textOf(report(sample()))).not.toContain(words);
});

it.each([
  ['HTML', htmlReport, '<time datetime="2026-10-05T09:00:00Z">'],
  ['JUnit XML', junit, 'Happened at 2026-10-05T09:00:00Z'],
  ['SARIF', sarif, '"at":"2026-10-05T09:00:00Z"'],
  ['JSON', json, '"at":"2026-10-05T09:00:00Z"'],
])('%s says when it happened', async (_, report, words) => {
  expect(await textOf(report(audit))).toContain(words);
});

it('HTML counts them', async () => {
  expect(await textOf(htmlReport(audit))).toContain('1 finding: 0 new, 1 still open, 1 of these not looked at again.');
});
