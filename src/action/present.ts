import { appendFileSync } from 'node:fs';
import {
  endingOf,
  type ActionResult,
  type Audited,
  type CollectedResults,
  type Explained,
  type Judged,
  type Recorded,
  type RecordedEvidence,
  type Reported,
  type Stopped,
  type View,
  type ViewFinding,
} from '../commands/index.ts';
import { endings, messageOf } from '../errors/index.ts';
import { renderCollected, renderEnding, renderReported, renderSummary } from '../github/index.ts';
import type { Printer } from '../github/printer.ts';
import {
  collectedWords,
  failuresOf,
  fixedOnce,
  letThroughWords,
  objectionWords,
  overrideLines,
  publishedWords,
  questionWords,
  reasonDetails,
  recordedWords,
  reportedWords,
  saidLine,
  saidLines,
  stoppedFix,
  stoppedWords,
  testPath,
  unaskedHeading,
  unlistedWords,
  utcTime,
  wordsOfRecord,
  wordsOfVerdict,
  type RecordedFailures,
} from '../presentation/index.ts';
import { given, oneLine } from '../text/index.ts';
import type { SummaryMode } from './inputs.ts';

/** Most characters that GitHub takes in the title of an annotation. */
const longestTitle = 255;

/** Further failing tests get no line in the log. */
const mostLines = 20;

/** A warning: the step does not fail. */
function annotateObjection(name: string, { dryRun, objection }: Recorded | Reported, printer: Printer): void {
  if (objection !== undefined) printer.annotate({ level: 'warning', message: objectionWords(name, objection, dryRun) });
}

/** Errors, also where the job does not fail: they say what the verdict says. */
function annotateReasons(reasons: Judged['verdict']['reasons'], printer: Printer): void {
  for (const reason of fixedOnce(reasons))
    printer.annotate({
      level: 'error',
      title: endings[reason.verdict].word,
      message: [reason.message, ...reasonDetails(reason), reason.fix].join('\n'),
      ...given({ file: reason.file }),
    });
}

/** Annotates each failing test at its line. The log shows only the message of an annotation, so the names also get lines of their own. */
function annotateTests(evidence: Pick<RecordedEvidence, 'results' | 'of'> | undefined, printer: Printer): void {
  if (evidence === undefined) return;
  const { failing, totals } = evidence.results;
  for (const [index, test] of failing.entries()) {
    // One line, because a name may be written so that its second line reads like a verdict.
    const path = oneLine(testPath(test, evidence.of), longestTitle);
    if (index < mostLines) printer.line(`❌ ${path}${test.headline === '' ? '' : `: ${test.headline}`}`);
    printer.annotate({
      level: 'error',
      isDetail: true,
      title: path,
      message: test.message === '' ? 'failed' : test.message,
      ...given({ file: test.file, line: test.line }),
    });
  }
  const more = unlistedWords(Math.min(failing.length, mostLines), totals.failures + totals.errors, 'failed');
  if (more !== undefined) printer.line(more);
}

/** For records that this run did not make, a line each. */
function listRecorded(failures: readonly RecordedFailures[], printer: Printer): void {
  for (const { paths, said } of failures) for (const path of paths) printer.line(`❌ ${saidLine(path, said?.get(path))}`);
}

/** The summary and the reports have the other findings. */
const mostAnnotated = 5;

/** The worst holes and findings as annotations, the rest in folds. */
function presentAudit({ counts, findings, holes, log, outcome, published, reports }: Audited, printer: Printer): void {
  annotateHoles(holes, printer);
  annotateFindings(
    findings.filter(({ accepted }) => accepted === null),
    outcome,
    printer,
  );
  if (log.findings.length > 0) printer.group(`Findings: ${counts.open} open`, log.findings);
  if (log.untested.length > 0) printer.group('Not tested', log.untested);
  for (const line of log.unasked) printer.line(`${unaskedHeading}: ${line}`);
  listReports(reports, printer);
  if (published !== undefined) presentPublished(published, printer);
  printer.line(log.end);
}

function presentView({ end, findings = [], groups = [], holes = [], reports = [], lines = [], log = lines }: View, printer: Printer): void {
  annotateHoles(holes, printer);
  const rest = holes.slice(mostAnnotated).map(({ fix, what, why }) => `${what}: ${why} (${fix})`);
  if (rest.length > 0) printer.group(`${rest.length} more missing`, rest);
  annotateFindings(findings, end?.outcome, printer);
  for (const group of groups) printer.group(group.title, group.lines);
  for (const line of log) printer.line(line);
  listReports(reports, printer);
  if (end !== undefined) printer.line(`${end.outcome.icon} ${end.outcome.word}: ${end.words}`);
}

function annotateHoles(holes: NonNullable<View['holes']>, printer: Printer): void {
  for (const { fix, what, why } of holes.slice(0, mostAnnotated))
    printer.annotate({ level: 'error', title: 'Unknown', message: `Missing: ${what}: ${why}\n${fix}` });
}

/** As grave as the audit that they are of, whatever the run ends with. */
function annotateFindings(findings: readonly ViewFinding[], outcome: Audited['outcome'] | undefined, printer: Printer): void {
  for (const { fix, message, rule, severity } of findings.slice(0, mostAnnotated))
    printer.annotate({
      level: outcome?.tone === 'open' ? 'warning' : 'error',
      title: `${severity}: ${rule}`,
      message: `${message}\n${fix}`,
    });
}

function listReports(reports: Audited['reports'], printer: Printer): void {
  for (const { option, path } of reports) printer.line(`📄 ${option}: ${path}`);
}

function presentPublished(published: NonNullable<Audited['published']>, printer: Printer): void {
  const { data, objection, outcome } = published;
  const words = publishedWords(published);
  if (outcome.kind === 'failed') printer.annotate({ level: 'error', title: 'Not published', message: `${words}\n${outcome.fix}` });
  else printer.line(`${wordsOfRecord({ dryRun: outcome.kind === 'dry-run', objection }).icon} ${words}`);
  if (outcome.kind === 'dry-run') printer.group('What would be sent', JSON.stringify(data, null, 2).split('\n'));
}

interface SummaryFile {
  readonly mode: SummaryMode;
  readonly file: string | undefined;
}

/** Returns whether there is a summary. */
export function present(result: ActionResult, printer: Printer, { file, mode }: SummaryFile): boolean {
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
      annotateObjection(result.name, result, printer);
      printer.line(`${wordsOfRecord(result).icon} ${reportedWords(result)}`);
      if (result.dryRun) showWouldBeSent(result.data, printer);
      break;
    case 'collected':
      presentCollected(result, printer);
      break;
    case 'audited':
      presentAudit(result, printer);
      break;
    case 'viewed':
      presentView(result.view, printer);
      break;
    case 'stopped':
      presentStopped(result, printer);
  }
  if (mode === 'off' || (mode === 'failed' && !isBad(result))) return false;
  const page = pageOf(result);
  return page !== '' && writeSummary(page, printer, file);
}

/** A verdict that is not a pass, or a failed test. */
function isBad(result: ActionResult): boolean {
  if (result.kind === 'stopped') return true;
  if (result.kind === 'collected') return result.reasons.length > 0 || result.results.totals.errors + result.results.totals.failures > 0;
  if (result.kind === 'reported') return result.objection !== undefined;
  if (result.kind === 'viewed' && (result.fails || (result.view.holes ?? []).length > 0)) return true;
  if (result.kind === 'audited' || result.kind === 'viewed') return result.ending === 'unknown' || result.ending === 'non-compliant';
  if (result.kind === 'explained') return result.verdict.name !== 'compliant';
  const { errors = 0, failures = 0 } = result.evidence?.results.totals ?? {};
  return errors + failures > 0 || (result.kind === 'judged' && result.verdict.name !== 'compliant');
}

/** Markdown of at most `budget` bytes, for the job summary or a comment. */
export function pageOf(result: ActionResult, budget?: number): string {
  switch (result.kind) {
    case 'judged':
    case 'explained':
    case 'recorded':
      return renderSummary(result, budget);
    case 'reported':
      return renderReported(result);
    case 'collected':
      return renderCollected(result, result.reasons, budget);
    case 'audited':
      return result.summary;
    case 'viewed':
      return result.view.summary;
    case 'stopped':
      return renderEnding(stoppedWords(result, 'inputs'), stoppedFix(result), result.ending);
  }
}

function presentJudged(result: Judged, printer: Printer): void {
  const { dryRun, evidence, letThrough, verdict } = result;
  for (const notice of verdict.notices) printer.annotate({ level: 'notice', message: notice });
  annotateReasons(verdict.reasons, printer);
  annotateTests(evidence, printer);
  listRecorded(failuresOf(verdict.reasons, evidence === undefined ? [] : [evidence]), printer);
  showVerdict(result, printer);
  if (letThrough !== undefined) printer.line(letThroughWords(letThrough));
  if (dryRun) showWouldBeSent(evidence?.data, printer);
}

function showVerdict({ question, trailUrl, verdict }: Judged | Explained, printer: Printer): void {
  const { icon, word } = wordsOfVerdict(verdict);
  printer.line(`${icon} ${word}: ${questionWords(question)}${trailUrl === undefined ? '' : ` (${trailUrl})`}`);
  for (const line of overrideLines(verdict.rows, utcTime)) printer.line(line);
}

/** Lines instead of annotations: explaining a verdict fails no job, and the summary has the rest. */
function presentExplained(result: Explained, printer: Printer): void {
  const { verdict } = result;
  showVerdict(result, printer);
  for (const [index, reason] of fixedOnce(verdict.reasons).entries()) {
    const lines = [...reasonDetails(reason), ...saidLines(reason), ...reason.fix.split('\n')];
    printer.line(`${index + 1}. ${reason.message}`);
    for (const text of lines) printer.line(text === '' ? '' : `   ${text}`);
  }
  for (const notice of verdict.notices) printer.line(notice);
}

function presentRecorded(result: Recorded, printer: Printer): void {
  const { dryRun, evidence } = result;
  annotateObjection(evidence.name, result, printer);
  annotateTests(evidence, printer);
  printer.line(`${wordsOfRecord(result).icon} ${recordedWords(evidence.name, dryRun)}`);
  if (dryRun) showWouldBeSent(evidence.data, printer);
}

function presentCollected(result: CollectedResults, printer: Printer): void {
  const { results, reasons } = result;
  annotateReasons(reasons, printer);
  annotateTests(result, printer);
  printer.line(
    `${endings[endingOf(result)].icon} ${collectedWords({ ...result, tests: results.totals.total, files: results.files.length })}`,
  );
}

function showWouldBeSent(data: object | undefined, printer: Printer): void {
  if (data !== undefined) printer.group('What would be sent', JSON.stringify(data, null, 2).split('\n'));
}

function presentStopped(stopped: Stopped, printer: Printer): void {
  printer.annotate({ level: 'error', message: `${stoppedWords(stopped, 'inputs')}\n${stoppedFix(stopped)}` });
  if (stopped.stack !== undefined && process.env['RUNNER_DEBUG'] === '1') printer.line(stopped.stack);
}

/**
 * Writes the job summary without secrets. It looks for them last, because making foreign text harmless may put one together, as the parsing
 * of an address does. A failure to write changes neither the verdict nor the record. Returns whether it was written.
 */
export function writeSummary(text: string, printer: Printer, file: string | undefined): boolean {
  if (file === undefined || file === '') return false;
  try {
    appendFileSync(file, printer.clean(text));
    return true;
  } catch (error) {
    const why = messageOf(error);
    printer.annotate({ level: 'warning', message: `The job summary could not be written: ${why}` });
    return false;
  }
}
