import {
  endingOf,
  exitCodeOf,
  wouldFail,
  type Applied,
  type Compared,
  type Explained,
  type Judged,
  type Recorded,
  type Reported,
  type Result,
  type Stopped,
} from '../commands/index.ts';
import { issuesLines, objectionWords, recordedWords, reportedWords, wordsOfRecord } from '../presentation/index.ts';
import { bytes } from '../text/index.ts';
import { showAudited, showOrganization, showPlan } from './show-audited.ts';
import { reperformedJson, showReperformed } from './show-reperformed.ts';
import { collectedJson, showCollected } from './show-collected.ts';
import { countedJson, showCounted } from './show-counted.ts';
import { itemsJson, showItem, showListed } from './show-listed.ts';
import { showSeries } from './show-series.ts';
import { marked } from './styled.ts';
import type { Terminal } from './terminal.ts';
import { showExplained, showJudged } from './show-verdict.ts';

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
    case 'series':
      return showSeries(result, terminal);
    case 'reperformed':
      return showReperformed(result, terminal);
    case 'planned':
      return showPlan(result, terminal);
    case 'organization':
      return showOrganization(result, terminal);
    case 'issues':
      return terminal.out(issuesLines(result).join('\n'));
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
    case 'series':
      return { verdict: result.ending, reports: result.reports };
    case 'reperformed':
      return reperformedJson(result);
    case 'planned':
      return { plan: result.steps };
    case 'organization':
      return result.json;
    case 'issues':
      return {
        opened: result.opened,
        updated: result.updated,
        closed: result.closed,
        unchanged: result.unchanged,
        dry_run: result.dryRun,
        changes: result.changes,
      };
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
