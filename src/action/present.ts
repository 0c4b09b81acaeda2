import { appendFileSync } from 'node:fs';
import type { Judged, Recorded, RecordedEvidence, Stopped } from '../commands/index.ts';
import { renderEnding, renderSummary, type EvidenceFacts, type Printer, type SummaryFacts } from '../github/index.ts';
import type { ActionResult } from './outputs.ts';
import { recordedWords, sendingWords, stoppedFix, stoppedWords, testPath, verdictWords } from '../presentation/index.ts';

/** Shows a result to people: the log, annotations and the job summary. */
export function present(result: ActionResult, printer: Printer, summaryFile: string | undefined): void {
  switch (result.kind) {
    case 'judged':
      presentJudged(result, printer);
      return writeSummary(renderSummary(summaryFacts(result)), printer, summaryFile);
    case 'recorded':
      presentRecorded(result, printer);
      return writeSummary(renderSummary(summaryFacts(result)), printer, summaryFile);
    case 'stopped':
      return presentStopped(result, printer, summaryFile);
  }
}

function presentJudged(result: Judged, printer: Printer): void {
  const { dryRun, evidence, question, trailUrl, verdict } = result;
  for (const notice of verdict.notices) printer.annotate({ level: 'notice', message: notice });
  annotateReasons(result, printer);
  annotateTests(evidence, printer);
  const { icon, word } = verdictWords[verdict.name];
  printer.line(`${icon} ${word}: trail ${question.trail} of flow ${question.flow}${trailUrl === undefined ? '' : ` (${trailUrl})`}`);
  if (dryRun) showWouldBeSent(evidence, printer);
}

function presentRecorded({ dryRun, evidence }: Recorded, printer: Printer): void {
  annotateTests(evidence, printer);
  printer.line(`📥 ${recordedWords(evidence.name, dryRun)}`);
  if (dryRun) showWouldBeSent(evidence, printer);
}

function showWouldBeSent(evidence: RecordedEvidence | undefined, printer: Printer): void {
  if (evidence?.data !== undefined) printer.group('What would be sent', JSON.stringify(evidence.data, null, 2).split('\n'));
}

function presentStopped(stopped: Stopped, printer: Printer, summaryFile: string | undefined): void {
  const message = stoppedWords(stopped);
  const fix = stoppedFix(stopped);
  printer.annotate({ level: 'error', message: `${message}\n${fix}` });
  if (stopped.stack !== undefined && process.env['RUNNER_DEBUG'] === '1') printer.line(stopped.stack);
  writeSummary(renderEnding(message, fix), printer, summaryFile);
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
export function summaryFacts(result: Judged | Recorded): SummaryFacts {
  const { dryRun, question } = result;
  switch (result.kind) {
    case 'judged': {
      const { evidence, letThrough, trailUrl, verdict } = result;
      const shown = evidence === undefined ? undefined : evidenceFacts(evidence);
      return { kind: 'judged', dryRun, letThrough, question, trailUrl, verdict, evidence: shown };
    }
    case 'recorded':
      return { kind: 'recorded', dryRun, question, evidence: evidenceFacts(result.evidence) };
  }
}

function evidenceFacts({ attachment, junit, name, sending }: RecordedEvidence): EvidenceFacts {
  const { failing: failed, flaky, suites, totals } = junit;
  const witness = sending.kind === 'accepted' ? sending.head : undefined;
  return { name, state: sendingWords(sending), totals, suites, failed, flaky, attachment: attachment?.name, witness };
}

function annotateReasons({ fails, verdict }: Judged, printer: Printer): void {
  for (const reason of verdict.reasons) {
    printer.annotate({
      level: fails ? 'error' : 'warning',
      title: verdictWords[reason.verdict].word,
      message: `${reason.message}\n${reason.fix}`,
      ...(reason.file === undefined ? {} : { file: reason.file }),
    });
  }
}

function annotateTests(evidence: RecordedEvidence | undefined, printer: Printer): void {
  for (const test of evidence?.junit.failing ?? []) {
    printer.annotate({
      level: 'error',
      title: testPath(test),
      message: test.message === '' ? 'failed' : test.message,
      ...(test.file === undefined ? {} : { file: test.file }),
      ...(test.line === undefined ? {} : { line: test.line }),
    });
  }
}
