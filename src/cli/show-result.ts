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
  letThroughWords,
  localTime,
  objectionWords,
  overrideLines,
  questionWords,
  reasonDetails,
  recordedWords,
  reportedWords,
  requiredWords,
  rowWords,
  runWords,
  saidLines,
  testPath,
  totalWords,
  unlistedWords,
  wordsOfRecord,
  wordsOfVerdict,
} from '../presentation/index.ts';
import { bytes, count, given, seconds } from '../text/index.ts';
import { showAudited } from './show-audited.ts';
import { itemsJson, showItem, showListed } from './show-listed.ts';
import { showView } from './show-view.ts';
import { headline, marked, statePainted } from './styled.ts';
import { table } from './table.ts';
import { wrapped, type Terminal } from './terminal.ts';

type Rows = Judged['verdict']['rows'];

function showJudged(result: Judged, terminal: Terminal): void {
  const { letThrough, verdict } = result;
  showHead(result, terminal);
  showRows(verdict.rows, false, terminal);
  showReasons(verdict.reasons, ({ verdict: name }) => `${terminal.style('bold', name)}: `, terminal);
  showNotices(verdict.notices, terminal);
  if (letThrough !== undefined) terminal.err(`${terminal.style('yellow', 'warning')}: ${letThroughWords(letThrough)}`);
}

/** For people who ask why: who recorded each row, and a list of what there is to do. */
function showExplained(result: Explained, terminal: Terminal): void {
  const { verdict } = result;
  showHead(result, terminal);
  showRows(verdict.rows, true, terminal);
  terminal.out('');
  terminal.out(terminal.style('bold', verdict.reasons.length === 0 ? 'Nothing to fix.' : 'Why, and how to fix it'));
  showReasons(verdict.reasons, (_, index) => `${terminal.style('bold', `${index + 1}.`)} `, terminal);
  showNotices(verdict.notices, terminal);
}

function showHead({ question, trailUrl, verdict }: Pick<Judged, 'question' | 'trailUrl' | 'verdict'>, terminal: Terminal): void {
  terminal.out(`${headline(wordsOfVerdict(verdict), terminal)}  ${questionWords(question)}`);
  if (trailUrl !== undefined) terminal.out(terminal.style('dim', trailUrl));
}

function showRows(rows: Rows, withRecords: boolean, terminal: Terminal): void {
  if (rows.length === 0) return;
  // Where several trails may be about the subject, each row names its own.
  const withTrails = rows.some(({ trail }) => trail !== undefined);
  const head = [
    ...(withTrails ? ['FLOW', 'TRAIL'] : []),
    'ATTESTATION',
    'STATE',
    'TYPE',
    'REQUIRED BY',
    ...(withRecords ? ['RECORDED', 'BY'] : []),
  ];
  const cells = rows.map((row) => [
    ...(withTrails ? [row.flow ?? '', row.trail ?? ''] : []),
    row.attestation,
    rowWords(row).word,
    row.type ?? '',
    requiredWords(row),
    ...(withRecords ? [localTime(row.since), runWords(row) ?? ''] : []),
  ]);
  // A column that is empty in every row is left out.
  const known = head.map((_, column) => cells.some((row) => row[column] !== ''));
  const shown = (row: readonly string[]): readonly string[] => row.filter((_, column) => known[column]);
  terminal.out('');
  const heads = shown(head);
  const texts = cells.map(shown);
  const paint = (text: string, row: number, column: number): string => statePainted(heads[column], text, terminal, texts[row]?.[column]);
  terminal.out(table(heads, texts, [], terminal.columns, [], paint));
  const overrides = overrideLines(rows, localTime);
  if (overrides.length > 0) terminal.out('');
  for (const line of overrides) terminal.out(wrapped(line, '', terminal.columns));
}

type Reasons = Judged['verdict']['reasons'];

function showReasons(reasons: Reasons, mark: (reason: Reasons[number], index: number) => string, terminal: Terminal): void {
  const fixes = fixesOnce(reasons);
  for (const [index, reason] of reasons.entries()) {
    terminal.out('');
    terminal.out(`${mark(reason, index)}${reason.message}`);
    for (const line of [...reasonDetails(reason), ...saidLines(reason)]) terminal.out(wrapped(line, '   ', terminal.columns));
    terminal.out(wrapped(fixes[index] ?? '', '   ', terminal.columns));
  }
}

function showNotices(notices: readonly string[], terminal: Terminal): void {
  for (const notice of notices) terminal.err(`${terminal.style('cyan', 'note')}: ${notice}`);
}

function showCollected(result: CollectedResults, terminal: Terminal): void {
  const { results, reasons } = result;
  terminal.out(
    `${marked(endings[endingOf(result)], terminal)} ${collectedWords({ ...result, tests: results.totals.total, files: results.files.length })}`,
  );
  for (const { fix, message } of reasons) terminal.out(`\n${message}\n${fix.replace(/^/gm, '  ')}`);
}

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

/** The first 200 failing and flaky tests; the totals have their numbers. */
function countedJson({ evidence }: Counted): Readonly<Record<string, unknown>> {
  const { failing, files, flaky, problems, rows, totals, warnings } = evidence;
  const shown = files.map(({ name, bytes, sha256, rows, tests }) => ({ name, bytes, sha256, rows, tests }));
  return { junit_results: rows, totals, failing, flaky, files: shown, warnings, errors: problems };
}

type Ended = Exclude<Result, Stopped>;

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

/** One object. For an audit it names the file of the report, which may be larger than the memory. */
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
