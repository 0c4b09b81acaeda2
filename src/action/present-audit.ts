import type { Audited, IssuesKept, OrganizationStep, Planned, Reperformed, SeriesShown } from '../commands/index.ts';
import type { Printer } from '../github/index.ts';
import { issuesLines, publishedWords, unaskedHeading, wordsOfRecord } from '../presentation/index.ts';

/** Most findings that are annotated. The summary and the reports have the others. */
const mostAnnotated = 5;

/** Shows an audit in the log of a job: holes and the worst findings as annotations, the rest in folds. */
export function presentAudit({ counts, findings, holes, log, outcome, published, reports }: Audited, printer: Printer): void {
  const level = levelOf(outcome);
  for (const { fix, what, why } of holes.slice(0, mostAnnotated))
    printer.annotate({ level: 'error', title: 'Unknown', message: `Missing: ${what}: ${why}\n${fix}` });
  for (const { fix, message, rule, severity } of findings.filter(({ accepted }) => accepted === null).slice(0, mostAnnotated))
    printer.annotate({ level, title: `${severity}: ${rule}`, message: `${message}\n${fix}` });
  if (log.findings.length > 0) printer.group(`Findings: ${counts.open} open`, log.findings);
  if (log.untested.length > 0) printer.group('Not tested', log.untested);
  for (const line of log.unasked) printer.line(`${unaskedHeading}: ${line}`);
  for (const { option, path } of reports) printer.line(`📄 ${option}: ${path}`);
  if (published !== undefined) presentPublished(published, printer);
  printer.line(log.end);
}

/** Findings are as grave as the audit that they are of, whatever the run ends with. */
function levelOf({ tone }: Audited['outcome']): 'error' | 'warning' {
  return tone === 'open' ? 'warning' : 'error';
}

function presentPublished(published: NonNullable<Audited['published']>, printer: Printer): void {
  const { data, objection, outcome } = published;
  const words = publishedWords(published);
  if (outcome.kind === 'failed') printer.annotate({ level: 'error', title: 'Not published', message: `${words}\n${outcome.fix}` });
  else printer.line(`${wordsOfRecord({ dryRun: outcome.kind === 'dry-run', objection }).icon} ${words}`);
  if (outcome.kind === 'dry-run') printer.group('What would be sent', JSON.stringify(data, null, 2).split('\n'));
}

export function presentSeries({ outcome, reports, rows, series }: SeriesShown, printer: Printer): void {
  const level = levelOf(outcome);
  for (const { fix, message, rule, severity } of series.findings.slice(0, mostAnnotated))
    printer.annotate({ level, title: `${severity}: ${rule}`, message: `${message}\n${fix}` });
  for (const { option, path } of reports) printer.line(`📄 ${option}: ${path}`);
  printer.line(`${outcome.icon} ${outcome.word}: ${rows.words}`);
}

/** Shows how an audit that was performed again differs from its package. */
export function presentReperformed({ log }: Reperformed, printer: Printer): void {
  for (const { lines, title } of log.groups) printer.group(title, lines);
  printer.line(log.end);
}

export function presentIssues(kept: IssuesKept, printer: Printer): void {
  for (const line of issuesLines(kept)) printer.line(`📌 ${line}`);
}

export function presentPlan({ steps }: Planned, printer: Printer): void {
  for (const { asked, of, times } of steps) printer.line(`${of}: ${asked} (${times})`);
}

/** Shows a step of an organization's audit: what is missing as annotations, the rest in the log. */
export function presentOrganization({ end, holes, lines }: OrganizationStep, printer: Printer): void {
  for (const { fix, what, why } of holes.slice(0, mostAnnotated))
    printer.annotate({ level: 'error', title: 'Unknown', message: `Missing: ${what}: ${why}\n${fix}` });
  const rest = holes.slice(mostAnnotated).map(({ fix, what, why }) => `${what}: ${why} (${fix})`);
  if (rest.length > 0) printer.group(`${rest.length} more missing`, rest);
  for (const line of lines) printer.line(line);
  if (end !== undefined) printer.line(`${end.outcome.icon} ${end.outcome.word}: ${end.words}`);
}
