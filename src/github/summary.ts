import { endings, type StopEnding } from '../errors/index.ts';
import type { Reason, VerdictRow } from '../gate/index.ts';
import {
  claimWords,
  claimedHeadings,
  failedWords,
  failuresOf,
  fixParts,
  fixedOnce,
  letThroughWords,
  objectionWords,
  overrideLines,
  reportedParts,
  requiredWords,
  rowWords,
  runWords,
  sendingWords,
  utcTime,
  wordsOfRecord,
  wordsOfVerdict,
  type ReportedFacts,
} from '../presentation/index.ts';
import { doubtsIn } from '../results/index.ts';
import { capital, count, markdown, markdownLink, oneLine, seconds } from '../text/index.ts';
import { failedTests, recordedTests, testSections, totalsText } from './summary-tests.ts';
import type { ClaimedFacts, EvidenceFacts, SummaryFacts } from './summary-tests.ts';

/**
 * Puts sections together within a budget of bytes: head, then section by section, each as its first part (a header)
 * and as many of the others as fit. A section that is cut says by how much, and a fold that was opened is closed.
 * Over its limit GitHub shows no summary at all, so the budget is never passed.
 */
function fitting(head: string, sections: readonly (readonly string[])[], budget: number): string {
  let text = head;
  let left = budget - Buffer.byteLength(head);
  for (const [header, ...parts] of sections) {
    if (header === undefined) continue;
    const closing = parts.at(-1) === '\n</details>\n' ? (parts.pop() ?? '') : '';
    // Room for the sentence on what was cut, and for the fold.
    const reserve = 120 + Buffer.byteLength(closing);
    const open = `\n${header}`;
    if (Buffer.byteLength(open) + reserve > left) {
      const sentence = '\n_The rest was cut: there is no room for it here._\n';
      return Buffer.byteLength(sentence) > left ? text : text + sentence;
    }
    let section = open;
    let room = left - Buffer.byteLength(open) - reserve;
    let shown = 0;
    for (const part of parts) {
      const size = Buffer.byteLength(part);
      if (size > room) break;
      section += part;
      room -= size;
      shown += 1;
    }
    if (shown < parts.length) section += `\n_${count(parts.length - shown, 'more line')} cut: there is no room for them here._\n`;
    section += closing;
    left -= Buffer.byteLength(section);
    text += section;
  }
  return text;
}

function claimSections({ by, evidence }: ClaimedFacts): readonly (readonly string[])[] {
  const head = `### ${claimedHeadings[by]}\n\nWhoever can change its tests can change all of this but the commit.\n\n| Attestation | Job and leg | Tests | The tests ended in | State | Artifact |\n|:--|:--|:--|:--|:--|:--|\n`;
  const witnesses = evidence.flatMap((claim) => witnessOf(claim.evidence) ?? []);
  return [[head, ...evidence.map(claimRow), ...witnesses.map(witnessLine)]];
}

/** Hash of the service's log after the record, which `verify --head` takes; `undefined` where the service gives none. */
function witnessOf({ sending }: EvidenceFacts): string | undefined {
  return sending?.kind === 'accepted' ? sending.head : undefined;
}

function stateOf({ problems = [], sending }: EvidenceFacts): string {
  return sending === undefined ? 'was not recorded' : sendingWords(sending, problems.length === 0);
}

/** The head of the log after a record: a paragraph of its own, because it is long. */
function witnessLine(witness: string): string {
  return `\n<sub>Witness: ${markdown(witness)}</sub>\n`;
}

function claimRow({ artifact, evidence, job, leg, matrix, testOutcome }: ClaimedFacts['evidence'][number]): string {
  const shown = (text: string): string => markdown(text, 200);
  const outcome = testOutcome ?? 'not told';
  return `| ${shown(evidence.name)} | ${shown(claimWords({ job, leg, matrix }))} | ${totalsText(evidence.results.totals)} | ${shown(outcome)} | ${shown(stateOf(evidence))} | ${shown(artifact)} |\n`;
}

function claimedFailures({ evidence }: ClaimedFacts): readonly (readonly string[])[] {
  const red = evidence.filter((claim) => claim.evidence.results.failing.length > 0).map((claim) => claim.evidence);
  return [...Map.groupBy(red, ({ name }) => name)].map(([name, all]) => [
    `### Failed tests of ${markdown(name, 200)}\n\n`,
    ...all.flatMap(failedTests),
  ]);
}

/** A header and an item each. `isFirstSaid`: the first message stands above. */
function reasonList(all: readonly Reason[], isFirstSaid: boolean): readonly string[] {
  if (all.length === 0) return [];
  const items = fixedOnce(all).map((reason, index) => reasonItem(reason, isFirstSaid && index === 0));
  return ['### Why, and how to fix it\n\n', ...items];
}

function reasonItem(reason: Reason, isSaid: boolean): string {
  const { icon } = endings[reason.verdict];
  const since = reason.since === undefined ? '' : ` (since ${time(reason.since)})`;
  const link = reason.url === undefined ? '' : ` ${markdownLink('Open', reason.url)}.`;
  return `- ${icon} ${isSaid ? 'As said above' : `**${markdown(reason.message, 1_000)}**`}${since}${link}  \n${details(reason)}${fixText(reason.fix)}\n`;
}

/** The suites that failed, and the run that recorded it, a line each. Tests that failed stand on top. */
function details(reason: Reason): string {
  const [failed, run] = [reason.failed?.by !== 'test' ? failedWords(reason) : undefined, runWords(reason)];
  const page = reason.run?.url;
  const recorded = run === undefined ? '' : `  Recorded by ${page === undefined ? markdown(run) : markdownLink(run, page)}  \n`;
  return `${failed === undefined ? '' : `  ${markdown(failed, 3_000)}  \n`}${recorded}`;
}

function fixText(fix: string): string {
  return fixParts(fix)
    .map(({ kind, lines }) =>
      kind === 'text'
        ? lines.map((line) => `  ${markdown(line, 1_000)}`).join('\n')
        : ['', `\`\`\`${kind}`, ...withoutMargin(lines).map(codeLine), '```', '']
            .map((line) => (line === '' ? '' : `  ${line}`))
            .join('\n'),
    )
    .join('\n');
}

/** Inputs for a step stand further in among the sentences. */
function withoutMargin(lines: readonly string[]): readonly string[] {
  const margin = Math.min(...lines.map((line) => line.length - line.trimStart().length));
  return lines.map((line) => line.slice(margin));
}

/** Inside a fence everything is text, but for what ends a line or the fence. */
function codeLine(line: string): string {
  const indent = ' '.repeat(line.length - line.trimStart().length);
  return `${indent}${oneLine(line, 500).replaceAll('```', "'''").replaceAll('~~~', "'''")}`;
}

function time(unixSeconds: number): string {
  const date = new Date(unixSeconds * 1000);
  return Number.isNaN(date.getTime()) ? '' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/**
 * Markdown within `budget` bytes: the verdict, the tests that failed, then why and the table. Where there is no room for all, the tests are
 * cut first; what failed keeps half of it.
 */
export function renderSummary(facts: SummaryFacts, budget = 1_000_000): string {
  const failed = failures(facts);
  const first = cause(facts, failed.flat().length > 0);
  const head = [title(facts), ...first, where(facts), ...statements(facts), ...doubtLines(facts.evidence)].join('\n\n');
  return withFailures(`${head}\n`, failed, [judgement(facts, first.length > 0), [...claims(facts), ...testTotals(facts.evidence)]], budget);
}

export function renderCollected(evidence: EvidenceFacts, reasons: readonly Reason[], budget = 1_000_000): string {
  const [what, ending] = reasons.length === 0 ? (['collected', 'collected'] as const) : (['collected, and unusable', 'unusable'] as const);
  const head = [
    `## ${endings[ending].icon} ${markdown(evidence.name)} ${what}${causes(evidence)}`,
    ...reasons.slice(0, 1).map(causeLine),
    'Nothing was recorded here: `fork-post` does that.',
    ...doubtLines(evidence),
  ].join('\n\n');
  return withFailures(`${head}\n`, [failureList(failedTests(evidence))], [[reasonList(reasons, true)], testTotals(evidence)], budget);
}

/** A page with what failed on top of all else: of that, what comes first has its room before the tests. */
function withFailures(
  head: string,
  failed: readonly (readonly string[])[],
  [first, rest]: readonly [first: readonly (readonly string[])[], rest: readonly (readonly string[])[]],
  budget: number,
): string {
  // With room for what a cut says, a section each.
  const wanted = first.flat().reduce((sum, part) => sum + Buffer.byteLength(part), 200 * (first.length + 1));
  const half = (budget - Buffer.byteLength(head)) / 2;
  return fitting(fitting(head, failed, budget - Math.min(wanted, half)), [...first, ...rest], budget);
}

/** For this run, for claims, and for records that are not shown themselves. */
function failures(facts: SummaryFacts): readonly (readonly string[])[] {
  const { evidence } = facts;
  const claimed = facts.kind === 'recorded' ? undefined : facts.claimed;
  const shown = [...(evidence === undefined ? [] : [evidence]), ...(claimed?.evidence ?? []).map((claim) => claim.evidence)];
  const recorded = facts.kind === 'recorded' ? [] : failuresOf(facts.verdict.reasons, shown);
  const claims = claimed === undefined ? [] : claimedFailures(claimed);
  return [failureList([...(evidence === undefined ? [] : failedTests(evidence)), ...recorded.flatMap(recordedTests)]), ...claims];
}

function failureList(items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : ['### Failed tests\n\n', ...items];
}

function title(facts: SummaryFacts): string {
  switch (facts.kind) {
    case 'recorded':
      return `## ${wordsOfRecord(facts).icon} ${markdown(facts.evidence.name)} ${facts.dryRun ? 'not sent (dry run)' : 'recorded'}${causes(facts.evidence)}`;
    case 'judged':
    case 'explained': {
      const { icon, word } = wordsOfVerdict(facts.verdict);
      return `## ${icon} ${word}${causes(facts.evidence, facts.verdict.reasons)}`;
    }
  }
}

/** Causes that must not be overlooked, because all else may look green. */
function causes(evidence: EvidenceFacts | undefined, reasons: readonly Reason[] = []): string {
  const said = [
    ...(evidence !== undefined && doubtsIn(evidence.results).isCommitted ? ['results were committed'] : []),
    ...(reasons.some(({ code }) => code === 'flow-without-template') ? ['flow may be mistyped'] : []),
  ];
  return said.length === 0 ? '' : `: ${said.join(', ')}`;
}

/** Codes of reasons about tests that failed: these stand on top themselves. */
const ofFailedTests: readonly Reason['code'][] = ['failing', 'failing-elsewhere', 'record-failing', 'sent-failing'];

function cause(facts: SummaryFacts, hasFailedTests: boolean): readonly string[] {
  if (facts.kind === 'recorded') return [];
  const { foremost, reasons } = facts.verdict;
  const [first] = reasons;
  if (first === undefined) return foremost === undefined ? [] : [`> ⚠️ ${markdown(foremost, 1_500)}`];
  return hasFailedTests && ofFailedTests.includes(first.code) ? [] : [causeLine(first)];
}

function causeLine({ message }: Reason): string {
  return `**${markdown(message, 1_000)}**`;
}

function where(facts: SummaryFacts): string {
  const { question } = facts;
  const commitUrl = facts.evidence?.git?.commit.url;
  const org = `Organization ${markdown(question.org)}`;
  switch (question.subject) {
    case 'trail': {
      const { commit, flow, trail } = question;
      const trailUrl = (facts.kind === 'recorded' ? undefined : facts.trailUrl) ?? (trail === commit ? commitUrl : undefined);
      const at = commit !== undefined && commit !== trail ? ` · commit ${named(commit, commitUrl)}` : '';
      return `${org} · flow ${markdown(flow)} · trail ${named(trail, trailUrl)}${at}`;
    }
    case 'artifact': {
      const { approvedFor, fingerprint, flow } = question;
      const approval = approvedFor === undefined ? '' : ` · with approval${approvedFor === null ? '' : ` for ${markdown(approvedFor)}`}`;
      return `${org} · flow ${markdown(flow)} · artifact ${fingerprint}${approval}`;
    }
    case 'commit':
      return `${org} · ${question.flow === undefined ? 'all flows' : `flow ${markdown(question.flow)}`} · commit ${question.commit}`;
  }
}

/** With a link, the first 12 digits of a SHA are enough. */
function named(name: string, url: string | undefined): string {
  if (url === undefined) return markdown(name);
  return markdownLink(/^[0-9a-f]{40}$/.test(name) ? name.slice(0, 12) : name, url);
}

/** Files that may be those of another run: readers of the verdict must know. */
function doubtLines(evidence: EvidenceFacts | undefined): readonly string[] {
  return (evidence === undefined ? [] : doubtsIn(evidence.results).doubts).slice(0, 5).map((doubt) => `> ⚠️ ${markdown(doubt, 1_500)}`);
}

function statements(facts: SummaryFacts): readonly string[] {
  if (facts.kind === 'recorded') {
    const { dryRun, evidence, objection } = facts;
    return objection === undefined ? [] : [`> ⚠️ ${markdown(objectionWords(evidence.name, objection, dryRun))}`];
  }
  return [
    ...(facts.letThrough === undefined ? [] : [`> ⚠️ ${markdown(letThroughWords(facts.letThrough))}`]),
    ...(facts.dryRun === true ? ['> Dry run: nothing was written. The verdict is about what the trail holds without this run.'] : []),
  ];
}

function judgement(facts: SummaryFacts, isFirstSaid: boolean): readonly (readonly string[])[] {
  if (facts.kind === 'recorded') return [];
  const { foremost, notices, reasons, rows } = facts.verdict;
  const below = reasons.length === 0 ? notices.filter((notice) => notice !== foremost) : notices;
  return [reasonList(reasons, isFirstSaid), rowTable(rows), overrideList(rows), noticeList(below)];
}

function rowTable(all: readonly VerdictRow[]): readonly string[] {
  if (all.length === 0) return [];
  // Where several trails may be behind the subject each row says of which it is.
  const withTrails = all.some(({ trail }) => trail !== undefined);
  const lines = all.map((row) => {
    const name = row.url === undefined ? markdown(row.attestation) : markdownLink(row.attestation, row.url);
    const groups = row.groups > 1 ? ` (${row.groups} runs)` : '';
    const { icon, word } = rowWords(row);
    const trail = withTrails ? ` ${markdown(`${row.flow ?? ''} › ${row.trail ?? ''}`)} |` : '';
    return `| ${icon} ${word} |${trail} ${name}${groups} | ${markdown(row.type ?? '')} | ${requiredWords(row)} | ${row.since === undefined ? '' : time(row.since)}${recordedBy(row)} |\n`;
  });
  const head = withTrails
    ? '| State | Trail | Attestation | Type | Required by | Recorded |\n|:--|:--|:--|:--|:--|:--|\n'
    : '| State | Attestation | Type | Required by | Recorded |\n|:--|:--|:--|:--|:--|\n';
  return [`### Attestations\n\n${head}`, ...lines];
}

function overrideList(rows: readonly VerdictRow[]): readonly string[] {
  const lines = overrideLines(rows, utcTime).map((line) => `- ${markdown(line, 1_500)}\n`);
  return lines.length === 0 ? [] : ['### Overridden\n\n', ...lines];
}

function recordedBy({ run }: VerdictRow): string {
  if (run === undefined || run.label === '') return '';
  return ` by ${run.url === undefined ? markdown(run.label) : markdownLink(run.label, run.url)}`;
}

function noticeList(all: readonly string[]): readonly string[] {
  return all.length === 0 ? [] : ['### To know\n\n', ...all.map((notice) => `- ${markdown(notice, 1_000)}\n`)];
}

function claims(facts: SummaryFacts): readonly (readonly string[])[] {
  return facts.kind !== 'recorded' && facts.claimed !== undefined ? claimSections(facts.claimed) : [];
}

function testTotals(evidence: EvidenceFacts | undefined): readonly (readonly string[])[] {
  if (evidence === undefined) return [];
  const { attachment, name, results } = evidence;
  const { totals } = results;
  const line = totals.total === 0 ? 'No tests were read.' : `${totalsText(totals)}, in ${seconds(totals.duration)}.`;
  const sent = `${markdown(name)} ${markdown(stateOf(evidence))}${attachment === undefined ? '' : `, with ${markdown(attachment.name)}`}.`;
  const witness = witnessOf(evidence);
  const after = witness === undefined ? '' : witnessLine(witness);
  return [[`### Tests\n\n${line} ${sent}\n${after}`], ...testSections(evidence)];
}

/** The summary of a run that came to no verdict. */
export function renderEnding(message: string, fix: string, ending: StopEnding, title = 'Stopped before a verdict'): string {
  return `## ${endings[ending].icon} ${title}\n\n**${markdown(message, 2_000)}**\n\n${fix
    .split('\n')
    .map((line) => markdown(line, 1_000))
    .join('  \n')}\n`;
}

export function renderPending(why: string): string {
  return `## ${endings.pending.icon} ${endings.pending.word}\n\n${markdown(why, 2_000)}. Nothing is judged yet, and this is not a yes.\n`;
}

export function renderReported(facts: ReportedFacts & { readonly fingerprint?: string }): string {
  const fingerprint = facts.fingerprint === undefined ? '' : `\n\nSHA-256 \`${markdown(facts.fingerprint)}\``;
  const { dryRun, name, objection } = facts;
  const { what, where } = reportedParts(facts);
  const says = objection === undefined ? '' : `\n\n> ⚠️ ${markdown(objectionWords(name, objection, dryRun))}`;
  return `## ${wordsOfRecord(facts).icon} ${markdown(what, 2_000)}\n\n${markdown(capital(where), 2_000)}${fingerprint}${says}\n`;
}
