import { appendFileSync } from 'node:fs';
import type { RunResult } from '../commands/index.ts';
import { renderSummary, verdictWords, type Printer, type SummaryFacts } from '../github/index.ts';

/** Shows a result to people: the log, annotations and the job summary. */
export function present(result: RunResult, printer: Printer, summaryFile: string | undefined): void {
  const facts = summaryFacts(result);
  for (const notice of result.verdict.notices) printer.annotate({ level: 'notice', message: notice });
  annotateReasons(result, printer);
  annotateTests(result, printer);
  const { icon, word } = verdictWords[result.verdict.name];
  const only = result.verdict.reasons[0]?.code === 'only-recorded';
  printer.line(
    only
      ? `📥 ${result.verdict.reasons[0]?.message ?? ''}`
      : `${icon} ${word}: trail ${result.question.trail} of flow ${result.question.flow}${result.trailUrl === undefined ? '' : ` (${result.trailUrl})`}`,
  );
  if (result.dryRun && result.evidence?.data !== undefined)
    printer.group('What would be sent', JSON.stringify(result.evidence.data, null, 2).split('\n'));
  writeSummary(renderSummary(facts), printer, summaryFile);
}

/**
 * Writes the job summary, clean of secrets: what made it harmless may have brought one together, as the reading of an
 * address does. It is for people: that it cannot be written changes neither the verdict nor what was recorded.
 */
export function writeSummary(text: string, printer: Printer, file: string | undefined): void {
  if (file === undefined || file === '') return;
  try {
    appendFileSync(file, printer.clean(text));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    printer.annotate({ level: 'warning', message: `The job summary could not be written: ${why}` });
  }
}

/** What the summary shows of a result. */
export function summaryFacts({ dryRun, evidence, letThrough, question, trailUrl, verdict }: RunResult): SummaryFacts {
  return {
    dryRun,
    letThrough,
    question,
    trailUrl,
    verdict,
    evidence:
      evidence === undefined
        ? undefined
        : {
            name: evidence.name,
            state: sendingWords(evidence.sending),
            totals: evidence.junit.totals,
            suites: evidence.junit.suites,
            failed: evidence.junit.failing,
            attachment: evidence.attachment?.name,
          },
  };
}

function sendingWords(sending: NonNullable<RunResult['evidence']>['sending']): string {
  switch (sending.kind) {
    case 'accepted':
      return 'is recorded';
    case 'failed':
      return sending.unconfirmed === true ? 'may or may not be recorded' : 'was not recorded';
    case 'withheld':
      return 'was not sent, as on-unusable says';
    case 'dry-run':
      return 'was not sent (dry run)';
  }
}

function annotateReasons({ fails, verdict }: RunResult, printer: Printer): void {
  for (const reason of verdict.reasons) {
    if (reason.code === 'only-recorded') continue;
    printer.annotate({
      level: fails ? 'error' : 'warning',
      title: verdictWords[reason.verdict].word,
      message: `${reason.message}\n${reason.fix}`,
      ...(reason.file === undefined ? {} : { file: reason.file }),
    });
  }
}

function annotateTests({ evidence }: RunResult, printer: Printer): void {
  for (const test of evidence?.junit.failing ?? []) {
    printer.annotate({
      level: 'error',
      title: `${test.suite} › ${test.name}`,
      message: test.message === '' ? 'failed' : test.message,
      ...(test.file === undefined ? {} : { file: test.file }),
      ...(test.line === undefined ? {} : { line: test.line }),
    });
  }
}
