import type { Audited, Planned } from '../commands/index.ts';
import type { Printer } from '../github/index.ts';
import { auditMark, carriedWords, entryWords, endingWords, untestedLines } from '../presentation/index.ts';

/** Findings that are annotated: the summary and the reports have the others. */
const mostAnnotated = 5;

/** Shows an audit in the log of a job: what is missing and the worst findings as annotations, the rest in folds. */
export function presentAudit(result: Audited, printer: Printer): void {
  const { counts, ending, fails, findings, holes, period, reports, rules } = result;
  const looked = { complete: ending !== 'unknown', since: period.since };
  const level = fails ? 'error' : 'warning';
  for (const { fix, what, why } of holes.slice(0, mostAnnotated))
    printer.annotate({ level: 'error', title: 'Unknown', message: `Missing from the population: ${what}: ${why}\n${fix}` });
  for (const { fix, message, rule, severity } of findings.filter(({ accepted }) => accepted === null).slice(0, mostAnnotated))
    printer.annotate({ level, title: `${severity}: ${rule}`, message: `${message}\n${fix}` });
  if (findings.length > 0)
    printer.group(
      `Findings: ${counts.open} open`,
      findings.flatMap((finding) => {
        const { accepted, carried, fix, message, rule, severity, status } = finding;
        const state =
          accepted === null ? status : `accepted by ${accepted.owner} until ${accepted.until.slice(0, 10)}; ${entryWords(accepted.by)}`;
        const unseen = carried ? `, ${carriedWords(finding, looked)}` : '';
        return [`${severity} ${rule} (${state}${unseen}): ${message}`, ...(accepted === null ? [`    ${fix}`] : [])];
      }),
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
