import type { Judged, Recorded, RecordedEvidence, Reported } from '../commands/index.ts';
import { endings } from '../errors/index.ts';
import type { Printer } from '../github/index.ts';
import {
  fixesOnce,
  objectionWords,
  reasonDetails,
  saidLine,
  testPath,
  unlistedWords,
  type RecordedFailures,
} from '../presentation/index.ts';
import { given, oneLine } from '../text/index.ts';

/** Most characters that GitHub takes in the title of an annotation. */
const longestTitle = 255;

/** Failing tests that the log names in lines of their own. */
const mostLines = 20;

/** A warning and no error: the step does not fail. */
export function annotateObjection(name: string, { dryRun, objection }: Recorded | Reported, printer: Printer): void {
  if (objection !== undefined) printer.annotate({ level: 'warning', message: objectionWords(name, objection, dryRun) });
}

/** Errors, also where the job does not fail: they say what the verdict says. */
export function annotateReasons(reasons: Judged['verdict']['reasons'], printer: Printer): void {
  const fixes = fixesOnce(reasons);
  for (const [index, reason] of reasons.entries())
    printer.annotate({
      level: 'error',
      title: endings[reason.verdict].word,
      message: [reason.message, ...reasonDetails(reason), fixes[index] ?? ''].join('\n'),
      ...given({ file: reason.file }),
    });
}

/** Annotates each failing test at its line. The log shows only the message of an annotation, so the names also get lines of their own. */
export function annotateTests(evidence: Pick<RecordedEvidence, 'results' | 'of'> | undefined, printer: Printer): void {
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

/** Names the failed tests of records that this run did not make, a line each. */
export function listRecorded(failures: readonly RecordedFailures[], printer: Printer): void {
  for (const { paths, said } of failures) for (const path of paths) printer.line(`❌ ${saidLine(path, said?.get(path))}`);
}
