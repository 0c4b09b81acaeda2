import {
  endingOf,
  exitCodeOf,
  wouldFail,
  type Applied,
  type CollectedResults,
  type Compared,
  type Counted,
  type Explained,
  type Judged,
  type Recorded,
  type Reported,
  type Result,
  type Stopped,
} from '../commands/index.ts';
import { endings } from '../errors/index.ts';
import {
  collectedWords,
  fixesOnce,
  objectionWords,
  recordedWords,
  reportedWords,
  testPath,
  totalWords,
  unlistedWords,
  wordsOfRecord,
} from '../presentation/index.ts';
import { bytes, count, given, seconds } from '../text/index.ts';
import { showAudited } from './show-audited.ts';
import { itemsJson, showItem, showListed } from './show-listed.ts';
import { showExplained, showJudged } from './show-verdict.ts';
import { showView } from './show-view.ts';
import { marked } from './styled.ts';
import { table } from './table.ts';
import type { Terminal } from './terminal.ts';

/** Shows which test results were set aside and, where they cannot be evidence, why. */
function showCollected(result: CollectedResults, terminal: Terminal): void {
  const { results, reasons } = result;
  terminal.out(
    `${marked(endings[endingOf(result)], terminal)} ${collectedWords({ ...result, tests: results.totals.total, files: results.files.length })}`,
  );
  for (const { fix, message } of reasons) terminal.out(`\n${message}\n${fix.replace(/^/gm, '  ')}`);
}

/** The same for machines. */
function collectedJson(result: CollectedResults): Readonly<Record<string, unknown>> {
  const { artifact, command, folder, results, name, reasons } = result;
  return {
    command,
    verdict: endingOf(result),
    exit_code: exitCodeOf(result),
    attestation_name: name,
    collected: folder,
    artifact_name: artifact,
    reasons,
    totals: results.totals,
  };
}

/** A message about a place in a file. */
interface Remark {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
}

/** `file:line:column: message`; the file only once where the message already begins with it. */
export function placed({ file, line, column, message }: Remark): string {
  if (file === undefined) return message;
  const at = `${file}${line === undefined ? '' : `:${line}${column === undefined ? '' : `:${column}`}`}`;
  if (message.startsWith(at)) return message;
  return message.startsWith(`${file}: `) ? `${at}${message.slice(file.length)}` : `${at}: ${message}`;
}

/** Shows the test results that were read: the suites, the failing tests, the totals, and the faults of the files. */
export function showCounted({ evidence }: Counted, terminal: Terminal): void {
  const { failing, files, flaky, problems, suites, totals, warnings } = evidence;
  if (suites.length > 0) {
    const rows = suites.map((suite) => [
      suite.name,
      suite.file,
      ...[suite.total, suite.failures, suite.errors, suite.skipped].map(String),
      seconds(suite.duration),
    ]);
    terminal.out(table(['SUITE', 'FILE', 'TESTS', 'FAILED', 'ERRORS', 'SKIPPED', 'TIME'], rows, [2, 3, 4, 5, 6], terminal.columns));
    terminal.out('');
  }
  for (const test of failing)
    terminal.out(`${terminal.style('red', '✘')} ${testPath(test)}${test.headline === '' ? '' : `: ${test.headline}`}`);
  const more = failing.length === 0 ? undefined : unlistedWords(failing.length, totals.failures + totals.errors, 'failed');
  if (more !== undefined) terminal.out(`  ${more}`);
  for (const test of flaky) terminal.out(`${terminal.style('yellow', '↻')} ${testPath(test)}: passed after a failed attempt`);
  const words = totalWords(totals)
    .slice(0, 4)
    .map(({ text }) => text);
  terminal.out(`${count(totals.total, 'test')} in ${count(files.length, 'file')}: ${words.join(', ')}, ${seconds(totals.duration)}`);
  for (const warning of warnings) terminal.err(`${terminal.style('yellow', 'warning')}: ${placed(warning)}`);
  const fixes = fixesOnce(problems.map(({ file, fix = '' }) => ({ fix, ...given({ file }) })));
  for (const [index, problem] of problems.entries()) {
    terminal.err(`${terminal.style('red', 'error')}: ${placed(problem)}`);
    if (problem.fix !== undefined) terminal.err(`  ${fixes[index]?.replace(/\n(?=.)/g, '\n  ')}`);
  }
}

/** The same for machines; of failing and flaky tests the first 200, and the totals tell how many there are. */
function countedJson({ evidence }: Counted): Readonly<Record<string, unknown>> {
  const { failing, files, flaky, problems, rows, totals, warnings } = evidence;
  const shown = files.map(({ name, bytes, sha256, rows, tests }) => ({ name, bytes, sha256, rows, tests }));
  return { junit_results: rows, totals, failing, flaky, files: shown, warnings, errors: problems };
}

/** The result of a run that finished. */
type Ended = Exclude<Result, Stopped>;

/** Shows a result to people. */
export function showResult(result: Ended, terminal: Terminal): void {
  switch (result.kind) {
    case 'judged':
      return showJudged(result, terminal);
    case 'explained':
      return showExplained(result, terminal);
    case 'counted':
      return showCounted(result, terminal);
    case 'listed':
      return showListed(result, terminal);
    case 'shown':
      return showItem(result, terminal);
    case 'compared':
      return showCompared(result, terminal);
    case 'answered':
      return terminal.json(result.answer);
    case 'saved':
      return terminal.out(`${result.path} (${bytes(result.bytes)})`);
    case 'printed':
      return terminal.out(result.text.replace(/\n$/, ''));
    case 'applied':
      return showApplied(result, terminal);
    case 'reported':
      terminal.out(`${marked(wordsOfRecord(result), terminal)} ${reportedWords(result)}`);
      showObjection(result.name, result, terminal);
      return result.dryRun ? terminal.json(result.data) : undefined;
    case 'collected':
      return showCollected(result, terminal);
    case 'audited':
      return showAudited(result, terminal);
    case 'viewed':
      return showView(result.view, terminal);
    case 'recorded':
      terminal.out(`${marked(wordsOfRecord(result), terminal)} ${recordedWords(result.evidence.name, result.dryRun)}`);
      showObjection(result.evidence.name, result, terminal);
      if (result.dryRun) terminal.json(result.evidence.data);
  }
}

function showObjection(name: string, { dryRun, objection }: Recorded | Reported, terminal: Terminal): void {
  if (objection !== undefined) terminal.out(`${terminal.style('yellow', '!')} ${objectionWords(name, objection, dryRun)}`);
}

/** Shows what would change, line by line. */
function showCompared({ change, diff, name, resource }: Compared, terminal: Terminal): void {
  for (const line of diff === '' ? [] : diff.split('\n')) terminal.out(coloured(line, terminal));
  const what = change === 'nothing' ? `${resource} ${name} would stay unchanged` : `would ${change} ${resource} ${name}`;
  terminal.err(`Dry run: ${what}; nothing was sent`);
}

function coloured(line: string, terminal: Terminal): string {
  if (/^(?:---|\+\+\+) /.test(line)) return terminal.style('bold', line);
  if (line.startsWith('@@')) return terminal.style('cyan', line);
  if (line.startsWith('+')) return terminal.style('green', line);
  return line.startsWith('-') ? terminal.style('red', line) : line;
}

/** The same for machines: one object. For an audit it names the file of the report, which may be larger than the memory. */
export function resultJson(result: Ended): Readonly<Record<string, unknown>> {
  switch (result.kind) {
    case 'judged':
    case 'recorded':
      return trailJson(result);
    case 'explained':
      return { command: result.command, exit_code: exitCodeOf(result), ...judgedJson(result) };
    case 'reported':
      return reportedJson(result);
    case 'counted':
      return countedJson(result);
    case 'collected':
      return collectedJson(result);
    case 'listed':
    case 'shown':
      return itemsJson(result);
    case 'compared':
      return { [result.resource]: result.name, would_change: result.change, diff: result.diff };
    case 'answered':
      return { operation: result.operation, answer: result.answer };
    case 'saved':
      return { file: result.path, bytes: result.bytes };
    case 'printed':
      return { [result.what]: result.text };
    case 'audited':
      return { verdict: result.ending, reports: result.reports };
    case 'viewed':
      return result.json ?? { verdict: result.ending, reports: result.view.reports };
    case 'applied':
      return {
        [result.resource.replaceAll(' ', '_')]: result.name,
        change: result.change,
        ...(result.secrets === undefined
          ? {}
          : { signing_secrets: Object.fromEntries(result.secrets.map((each) => [each.target, each.secret])) }),
      };
  }
}

function showApplied({ change, name, resource, secrets = [] }: Applied, terminal: Terminal): void {
  terminal.out(`${resource.charAt(0).toUpperCase()}${resource.slice(1)} ${name} ${change}`);
  for (const { secret, target } of secrets) terminal.out(`Signing secret of ${target}, shown this once: ${secret}`);
}

function trailJson(result: Judged | Recorded): Readonly<Record<string, unknown>> {
  const { evidence } = result;
  const judged = result.kind === 'judged' ? result : undefined;
  return {
    command: result.command,
    exit_code: exitCodeOf(result),
    fails: judged?.fails ?? false,
    would_fail: judged !== undefined && wouldFail(judged),
    ...judgedJson(result),
    dry_run: result.dryRun,
    evidence:
      evidence === undefined
        ? null
        : {
            attestation_name: evidence.name,
            attestation_id: evidence.sending.kind === 'accepted' ? (evidence.sending.id ?? null) : null,
            recorded: evidence.sending.kind === 'accepted',
            totals: evidence.results.totals,
            data_json: evidence.data,
          },
  };
}

function judgedJson(result: Judged | Explained | Recorded): Readonly<Record<string, unknown>> {
  const ending = endingOf(result);
  const judged = result.kind === 'recorded' ? undefined : result;
  return {
    verdict: ending,
    compliant: ending === 'compliant',
    ...result.question,
    trail_url: judged?.trailUrl ?? null,
    reasons: judged?.verdict.reasons ?? [],
    notices: judged?.verdict.notices ?? [],
    attestations: (judged?.verdict.rows ?? []).map(({ requiredBy, ...row }) => ({ ...row, required_by: requiredBy })),
  };
}

function reportedJson(result: Reported): Readonly<Record<string, unknown>> {
  const { change, command, data, dryRun, fingerprint, id, question, resource } = result;
  return {
    command,
    verdict: endingOf(result),
    ...question,
    resource,
    change,
    fingerprint: fingerprint ?? null,
    id: id ?? null,
    dry_run: dryRun,
    data,
  };
}
