import type { Audited, Planned } from '../commands/index.ts';
import type { Printer } from '../github/index.ts';
import { auditMark, endingWords, untestedLines } from '../presentation/index.ts';

/** Findings that are annotated: the summary and the reports have the others. */
const mostAnnotated = 5;

/** Shows an audit in the log of a job: what is missing and the worst findings as annotations, the rest in folds. */
export function presentAudit(result: Audited, printer: Printer): void {
  const { counts, fails, findings, holes, reports, rules } = result;
  const level = fails ? 'error' : 'warning';
  for (const { fix, what, why } of holes.slice(0, mostAnnotated))
    printer.annotate({ level: 'error', title: 'Unknown', message: `Missing from the population: ${what}: ${why}\n${fix}` });
  for (const { fix, message, rule, severity } of findings.filter(({ accepted }) => accepted === null).slice(0, mostAnnotated))
    printer.annotate({ level, title: `${severity}: ${rule}`, message: `${message}\n${fix}` });
  if (findings.length > 0)
    printer.group(
      `Findings: ${counts.open} open`,
      findings.flatMap(({ accepted, fix, message, rule, severity, status }) => [
        `${severity} ${rule} (${accepted === null ? status : `accepted by ${accepted.owner} until ${accepted.until.slice(0, 10)}`}): ${message}`,
        ...(accepted === null ? [`    ${fix}`] : []),
      ]),
    );
  const untested = untestedLines(rules);
  if (untested.length > 0) printer.group('Not tested', untested);
  for (const { option, path } of reports) printer.line(`📄 ${option}: ${path}`);
  const { icon, word } = auditMark(result);
  printer.line(`${icon} ${word}: ${endingWords(result)}`);
}

export function presentPlan({ steps }: Planned, printer: Printer): void {
  for (const { asked, of, times } of steps) printer.line(`${of}: ${asked} (${times})`);
}
