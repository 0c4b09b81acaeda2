import { endingOf, exitCodeOf, wouldFail } from '../commands/index.ts';
import type { CollectedResults, Explained, Judged, Recorded, Reported, Result, Stopped } from '../commands/index.ts';
import { endings } from '../errors/index.ts';
import {
  collectedWords,
  fixedOnce,
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
  wordsOfRecord,
  wordsOfVerdict,
} from '../presentation/index.ts';
import { showAudited } from './show-audited.ts';
import { drawTable, headline, marked, showParts, showView } from './show-view.ts';
import { note, warn, wrapped, type Terminal } from './terminal.ts';

function showJudged(result: Judged, terminal: Terminal): void {
  const { letThrough, verdict } = result;
  showHead(result, terminal);
  showRows(verdict.rows, false, terminal);
  showReasons(verdict.reasons, ({ verdict: name }) => `${terminal.style('bold', name)}: `, terminal);
  for (const notice of verdict.notices) note(notice, terminal);
  if (letThrough !== undefined) warn(letThroughWords(letThrough), terminal);
}

/** For people who ask why: who recorded each row, and a list of what there is to do. */
function showExplained(result: Explained, terminal: Terminal): void {
  const { verdict } = result;
  showHead(result, terminal);
  showRows(verdict.rows, true, terminal);
  terminal.out('');
  terminal.out(terminal.style('bold', verdict.reasons.length === 0 ? 'Nothing to fix.' : 'Why, and how to fix it'));
  showReasons(verdict.reasons, (_, index) => `${terminal.style('bold', `${index + 1}.`)} `, terminal);
  for (const notice of verdict.notices) note(notice, terminal);
}

function showHead({ question, trailUrl, verdict }: Pick<Judged, 'question' | 'trailUrl' | 'verdict'>, terminal: Terminal): void {
  terminal.out(`${headline(wordsOfVerdict(verdict), terminal)}  ${questionWords(question)}`);
  if (trailUrl !== undefined) terminal.out(terminal.style('dim', trailUrl));
}

function showRows(rows: Judged['verdict']['rows'], withRecords: boolean, terminal: Terminal): void {
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
  terminal.out(drawTable({ head: shown(head), rows: cells.map(shown) }, terminal));
  const overrides = overrideLines(rows, localTime);
  if (overrides.length > 0) terminal.out('');
  for (const line of overrides) terminal.out(wrapped(line, '', terminal.columns));
}

type Reasons = Judged['verdict']['reasons'];

function showReasons(reasons: Reasons, mark: (reason: Reasons[number], index: number) => string, terminal: Terminal): void {
  for (const [index, reason] of fixedOnce(reasons).entries()) {
    terminal.out('');
    terminal.out(`${mark(reason, index)}${reason.message}`);
    for (const line of [...reasonDetails(reason), ...saidLines(reason)]) terminal.out(wrapped(line, '   ', terminal.columns));
    terminal.out(wrapped(reason.fix, '   ', terminal.columns));
  }
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

type Ended = Exclude<Result, Stopped>;

export function showResult(result: Ended, terminal: Terminal): void {
  switch (result.kind) {
    case 'judged':
      return showJudged(result, terminal);
    case 'explained':
      return showExplained(result, terminal);
    case 'shown':
      return showParts(result.parts, terminal);
    case 'reported':
      terminal.out(`${marked(wordsOfRecord(result), terminal)} ${reportedWords(result)}`);
      showObjection(result.name, result, terminal);
      return result.dryRun ? terminal.json(result.data) : undefined;
    case 'collected':
      return showCollected(result, terminal);
    case 'audited':
      return showAudited(result, terminal);
    case 'viewed':
      if ('answer' in result) terminal.json(result.answer);
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

/** One object. For an audit it names the file of the report, which may be larger than the memory. */
export function resultJson(result: Ended): object {
  switch (result.kind) {
    case 'judged':
    case 'recorded':
      return trailJson(result);
    case 'explained':
      return { command: result.command, exit_code: exitCodeOf(result), ...judgedJson(result) };
    case 'reported':
      return reportedJson(result);
    case 'collected':
      return collectedJson(result);
    case 'shown':
      return result.json;
    case 'audited':
      return { verdict: result.ending, reports: result.reports };
    case 'viewed':
      return result.json ?? { verdict: result.ending, reports: result.view.reports };
  }
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
