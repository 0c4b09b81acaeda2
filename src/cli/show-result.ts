import {
  endingOf,
  exitCodeOf,
  wouldFail,
  type Judged,
  type Recorded,
  type Reported,
  type Result,
  type Stopped,
} from '../commands/index.ts';
import {
  letThroughWords,
  questionWords,
  reasonDetails,
  recordedWords,
  reportedWords,
  rowWords,
  verdictWords,
} from '../presentation/index.ts';
import { bytes } from '../text/index.ts';
import { collectedJson, showCollected } from './show-collected.ts';
import { showCompared } from './show-compared.ts';
import { countedJson, showCounted } from './show-counted.ts';
import { itemsJson, showItem, showListed } from './show-listed.ts';
import type { Terminal } from './terminal.ts';
import { table } from './table.ts';

/** The result of a run that came to its end. */
type Ended = Exclude<Result, Stopped>;

/** Shows a result to people. */
export function showResult(result: Ended, terminal: Terminal): void {
  switch (result.kind) {
    case 'judged':
      return showJudged(result, terminal);
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
      return terminal.out(`${result.resource.charAt(0).toUpperCase()}${result.resource.slice(1)} ${result.name} ${result.change}`);
    case 'reported':
      terminal.out(`${terminal.style('green', '✔')} ${reportedWords(result)}`);
      return result.dryRun ? terminal.json(result.data) : undefined;
    case 'collected':
      return showCollected(result, terminal);
    case 'recorded':
      terminal.out(`${terminal.style('green', '✔')} ${recordedWords(result.evidence.name, result.dryRun)}`);
      if (result.dryRun && result.evidence.data !== undefined) terminal.json(result.evidence.data);
  }
}

/** The verdict, the rows of the trail, and every reason with its fix. */
function showJudged({ letThrough, question, trailUrl, verdict }: Judged, terminal: Terminal): void {
  const { colour, mark, word } = verdictWords[verdict.name];
  terminal.out(`${terminal.style(['bold', colour], `${mark} ${word}`)}  ${questionWords(question)}`);
  if (trailUrl !== undefined) terminal.out(terminal.style('dim', trailUrl));
  // Where several trails may be behind the subject each row says of which it is.
  const withTrails = verdict.rows.some(({ trail }) => trail !== undefined);
  if (verdict.rows.length > 0) {
    terminal.out('');
    terminal.out(
      table(
        [...(withTrails ? ['FLOW', 'TRAIL'] : []), 'ATTESTATION', 'STATE', 'TYPE', 'REQUIRED'],
        verdict.rows.map((row) => [
          ...(withTrails ? [row.flow ?? '', row.trail ?? ''] : []),
          row.attestation,
          rowWords[row.state].word,
          row.type ?? '',
          row.required ? 'yes' : 'no',
        ]),
        [],
        terminal.columns,
      ),
    );
  }
  for (const reason of verdict.reasons) {
    terminal.out('');
    terminal.out(`${terminal.style('bold', reason.verdict)}: ${reason.message}`);
    for (const line of reasonDetails(reason)) terminal.out(`  ${line}`);
    terminal.out(reason.fix.replace(/^/gm, '  '));
  }
  for (const notice of verdict.notices) terminal.err(`${terminal.style('cyan', 'note')}: ${notice}`);
  if (letThrough !== undefined) terminal.err(`${terminal.style('yellow', 'warning')}: ${letThroughWords(letThrough)}`);
}

/** The same for machines: one object. */
export function resultJson(result: Ended): Readonly<Record<string, unknown>> {
  switch (result.kind) {
    case 'judged':
    case 'recorded':
      return trailJson(result);
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
    case 'applied':
      return { [result.resource.replaceAll(' ', '_')]: result.name, change: result.change };
  }
}

function trailJson(result: Judged | Recorded): Readonly<Record<string, unknown>> {
  const { evidence, question } = result;
  const ending = endingOf(result);
  const exitCode = exitCodeOf(result);
  const judged = result.kind === 'judged' ? result : undefined;
  return {
    command: result.command,
    verdict: ending,
    compliant: ending === 'compliant',
    exit_code: exitCode,
    fails: judged?.fails ?? false,
    would_fail: judged !== undefined && wouldFail(judged),
    ...question,
    trail_url: judged?.trailUrl ?? null,
    reasons: judged?.verdict.reasons ?? [],
    notices: judged?.verdict.notices ?? [],
    attestations: judged?.verdict.rows ?? [],
    dry_run: result.dryRun,
    evidence:
      evidence === undefined
        ? null
        : {
            attestation_name: evidence.name,
            attestation_id: evidence.sending.kind === 'accepted' ? (evidence.sending.id ?? null) : null,
            recorded: evidence.sending.kind === 'accepted',
            totals: evidence.junit.totals,
            data_json: evidence.data ?? null,
          },
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
