import { appendFileSync } from 'node:fs';
import { passingVerdicts } from '../errors/index.ts';
import type { Explained, Judged, Recorded, RecordedEvidence, Stopped } from '../commands/index.ts';
import { renderEnding, renderReported, renderSummary, type EvidenceFacts, type Printer, type SummaryFacts } from '../github/index.ts';
import type { ActionResult } from './outputs.ts';
import type { SummaryMode } from './report-inputs.ts';
import {
  fixesOnce,
  questionWords,
  reasonDetails,
  recordedWords,
  reportedWords,
  sendingWords,
  stoppedFix,
  stoppedWords,
  testPath,
  verdictWords,
} from '../presentation/index.ts';

/** Where the job summary goes: `file` as the runner names it. */
interface SummaryPlace {
  readonly mode: SummaryMode;
  readonly file: string | undefined;
}

/** Shows a result to people: the log, annotations and the job summary. */
export function present(result: ActionResult, printer: Printer, { file, mode }: SummaryPlace): void {
  switch (result.kind) {
    case 'judged':
      presentJudged(result, printer);
      break;
    case 'explained':
      presentExplained(result, printer);
      break;
    case 'recorded':
      presentRecorded(result, printer);
      break;
    case 'reported':
      printer.line(`📥 ${reportedWords(result)}`);
      if (result.dryRun) showWouldBeSent(result.data, printer);
      break;
    case 'answered':
      return printer.line(`🔎 ${result.operation} is answered: see the outputs result and result-file`);
    case 'stopped':
      presentStopped(result, printer);
  }
  if (mode === 'full' || (mode === 'failed' && isBad(result))) writeSummary(pageOf(result), printer, file);
}

/** Whether there is something to look at: no pass, or a test that failed. */
function isBad(result: ActionResult): boolean {
  if (result.kind === 'stopped') return true;
  if (result.kind === 'reported' || result.kind === 'answered') return false;
  if (result.kind === 'explained') return !passingVerdicts.has(result.verdict.name);
  const { errors = 0, failures = 0 } = result.evidence?.junit.totals ?? {};
  return errors + failures > 0 || (result.kind === 'judged' && !passingVerdicts.has(result.verdict.name));
}

/** A result as markdown of at most so many bytes, for the job summary or a comment. */
export function pageOf(result: ActionResult, budget?: number): string {
  switch (result.kind) {
    case 'judged':
    case 'explained':
    case 'recorded':
      return renderSummary(summaryFacts(result), budget);
    case 'reported':
      return renderReported(result);
    case 'answered':
      return '';
    case 'stopped':
      return renderEnding(stoppedWords(result), stoppedFix(result));
  }
}

function presentJudged(result: Judged, printer: Printer): void {
  const { dryRun, evidence, question, trailUrl, verdict } = result;
  for (const notice of verdict.notices) printer.annotate({ level: 'notice', message: notice });
  annotateReasons(result, printer);
  annotateTests(evidence, printer);
  const { icon, word } = verdictWords[verdict.name];
  printer.line(`${icon} ${word}: ${questionWords(question)}${trailUrl === undefined ? '' : ` (${trailUrl})`}`);
  if (dryRun) showWouldBeSent(evidence?.data, printer);
}

/** Lines and no annotations: what is explained does not fail here, and the summary has the rest. */
function presentExplained({ question, trailUrl, verdict }: Explained, printer: Printer): void {
  const { icon, word } = verdictWords[verdict.name];
  printer.line(`${icon} ${word}: ${questionWords(question)}${trailUrl === undefined ? '' : ` (${trailUrl})`}`);
  const fixes = fixesOnce(verdict.reasons);
  for (const [index, reason] of verdict.reasons.entries()) {
    const told = [...reasonDetails(reason), ...(fixes[index] ?? '').split('\n')];
    printer.line(`${index + 1}. ${reason.message}`);
    for (const text of told) printer.line(text === '' ? '' : `   ${text}`);
  }
  for (const notice of verdict.notices) printer.line(notice);
}

function presentRecorded({ dryRun, evidence }: Recorded, printer: Printer): void {
  annotateTests(evidence, printer);
  printer.line(`📥 ${recordedWords(evidence.name, dryRun)}`);
  if (dryRun) showWouldBeSent(evidence.data, printer);
}

function showWouldBeSent(data: object | undefined, printer: Printer): void {
  if (data !== undefined) printer.group('What would be sent', JSON.stringify(data, null, 2).split('\n'));
}

function presentStopped(stopped: Stopped, printer: Printer): void {
  printer.annotate({ level: 'error', message: `${stoppedWords(stopped)}\n${stoppedFix(stopped)}` });
  if (stopped.stack !== undefined && process.env['RUNNER_DEBUG'] === '1') printer.line(stopped.stack);
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
export function summaryFacts(result: Judged | Explained | Recorded): SummaryFacts {
  switch (result.kind) {
    case 'judged': {
      const { dryRun, evidence, letThrough, question, trailUrl, verdict } = result;
      const shown = evidence === undefined ? undefined : evidenceFacts(evidence);
      return { kind: 'judged', dryRun, letThrough, question, trailUrl, verdict, evidence: shown };
    }
    case 'explained': {
      const { question, trailUrl, verdict } = result;
      return { kind: 'judged', dryRun: false, letThrough: undefined, question, trailUrl, verdict, evidence: undefined };
    }
    case 'recorded':
      return { kind: 'recorded', dryRun: result.dryRun, question: result.question, evidence: evidenceFacts(result.evidence) };
  }
}

function evidenceFacts({ attachment, git, junit, name, sending }: RecordedEvidence): EvidenceFacts {
  const { failing: failed, flaky, suites, totals } = junit;
  const witness = sending.kind === 'accepted' ? sending.head : undefined;
  const commitUrl = git?.commit.url;
  return { name, state: sendingWords(sending), totals, suites, failed, flaky, attachment: attachment?.name, commitUrl, witness };
}

function annotateReasons({ fails, verdict }: Judged, printer: Printer): void {
  const fixes = fixesOnce(verdict.reasons);
  for (const [index, reason] of verdict.reasons.entries()) {
    printer.annotate({
      level: fails ? 'error' : 'warning',
      title: verdictWords[reason.verdict].word,
      message: [reason.message, ...reasonDetails(reason), fixes[index]].join('\n'),
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
