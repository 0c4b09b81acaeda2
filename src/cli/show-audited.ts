import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Audited } from '../commands/index.ts';
import { endings } from '../errors/index.ts';
import { carriedWords, endingWords, entryWords, minuteOf, publishedWords, wordsOfRecord, type LookedAt } from '../presentation/index.ts';
import { grouped, oneLine } from '../text/index.ts';
import { headline, listReports, longestLine, marked, severityColours } from './show-view.ts';
import { table } from './table.ts';
import { wrapped, type Terminal } from './terminal.ts';

type FirstPage = Audited['page'];
type Words = FirstPage['verdict']['why'][number];

/** A row of a table is a heading, with its other cells below it. */
export function showFirstPage({ facts, heading, parts, timeZone, verdict }: FirstPage, terminal: Terminal): void {
  const plain = (words: Words): string => oneLine(words.map((piece) => textOf(piece, timeZone, terminal)).join(''), longestLine);
  terminal.out(`\n${terminal.style('bold', oneLine(heading))}`);
  for (const [term, value] of facts) indented(`${term}: ${plain(value)}`, terminal);
  terminal.out(`\n${headline(verdict, terminal)}`);
  for (const sentence of verdict.why) indented(plain(sentence), terminal);
  for (const part of parts) showPart(part, plain, terminal);
}

function showPart(part: FirstPage['parts'][number], plain: (words: Words) => string, terminal: Terminal): void {
  terminal.out('');
  if (part.kind === 'sentences') {
    for (const sentence of part.sentences) terminal.out(wrapped(plain(sentence), '', terminal.columns));
    return;
  }
  terminal.out(terminal.style('bold', plain(part.caption)));
  if (part.kind === 'list') {
    for (const item of part.items) indented(plain(item), terminal);
    return;
  }
  for (const [first = [], ...cells] of part.rows) {
    indented(plain(first), terminal);
    for (const [index, cell] of cells.entries()) {
      const term = part.columns[index + 1] ?? '';
      terminal.out(wrapped(`${cells.length === 1 ? '' : `${term}: `}${plain(cell)}`, '      ', terminal.columns));
    }
  }
}

function indented(text: string, terminal: Terminal): void {
  terminal.out(wrapped(text, '   ', terminal.columns));
}

function textOf(piece: Words[number], zone: string | undefined, terminal: Terminal): string {
  if (typeof piece === 'string') return piece;
  switch (piece.kind) {
    case 'moment':
      return minuteOf(piece.at, zone);
    case 'state':
      return `${marked(piece.badge, terminal)} ${piece.badge.word}`;
    case 'link':
      return piece.to.startsWith('#') || piece.to === piece.text ? piece.text : `${piece.text} ${piece.to}`;
    case 'strong':
    case 'name':
    case 'code':
      return piece.text;
  }
}

type Change = Audited['changes'][number];
type Finding = Audited['findings'][number];

/** Most trails are named after a commit. */
const fullSha = /^[0-9a-f]{40}$/;

/** Each change with its trail, the findings with their fixes, what is missing, the first page of the reports, and the verdict. */
export function showAudited(result: Audited, terminal: Terminal): void {
  showChanges(result, terminal);
  showFindings(result, terminal);
  for (const { fix, what, why } of result.holes) {
    terminal.out('');
    terminal.out(`${terminal.style(['bold', 'yellow'], 'missing')} ${what}: ${why}`);
    indented(fix, terminal);
  }
  showFirstPage(result.page, terminal);
  if (result.reports.length > 0) terminal.out('');
  listReports(result.reports, terminal);
  showPublished(result, terminal);
  terminal.out('');
  terminal.out(`${headline(result.outcome, terminal)}  ${endingWords(result)}`);
}

function showPublished({ published }: Audited, terminal: Terminal): void {
  if (published === undefined) return;
  const { data, objection, outcome } = published;
  const words = outcome.kind === 'failed' ? endings.unknown : wordsOfRecord({ dryRun: outcome.kind === 'dry-run', objection });
  terminal.out(`\n${marked(words, terminal)} ${publishedWords(published)}`);
  if (outcome.kind === 'failed') indented(outcome.fix, terminal);
  if (outcome.kind === 'dry-run') terminal.json(data);
}

function showChanges({ changes, complete, period, totals }: Audited, terminal: Terminal): void {
  if (changes.length === 0) return terminal.out(complete ? 'Nothing landed.' : 'No change could be read.');
  const head = ['COMMIT', 'CHANGE', 'LANDED', 'BRANCH', 'TRAIL', 'STATE', 'TITLE'];
  const rows = changes.map((change) => cellsOf(change, period.timeZone));
  terminal.out(table(head, rows, [], terminal.columns, [0]));
  const more = totals.changes - changes.length;
  if (more > 0) terminal.out(`and ${grouped(more)} more: \`--csv FILE\` has all of them`);
}

function cellsOf({ branch, committed, coverage, landedAt, pull, sha, state, title }: Change, zone?: string): readonly string[] {
  const trails = coverage.flatMap(({ flow, trail }) =>
    trail === null ? [] : [`${flow}/${fullSha.test(trail) ? trail.slice(0, 12) : trail}`],
  );
  return [
    sha.slice(0, 12),
    pull === null ? '' : `#${pull.number}`,
    landedAt !== null ? minuteOf(landedAt, zone) : committed === undefined ? 'not known' : claimed(committed, zone),
    branch,
    trails.length === 0 ? (state === 'unknown' ? 'not known' : 'none') : trails.join(', '),
    state,
    title,
  ];
}

/** Git alone has no time of a landing but the date that the committer wrote. */
function claimed({ at, isBefore }: NonNullable<Change['committed']>, zone?: string): string {
  return `${minuteOf(at, zone)} (claim${isBefore ? ', before the period' : ''})`;
}

function showFindings({ complete, counts, findings, period }: Audited, terminal: Terminal): void {
  for (const [n, finding] of findings.entries()) {
    if (!sharesFix(findings[n - 1], finding)) terminal.out('');
    showFinding(finding, { ...period, complete }, terminal);
    if (finding.accepted === null && !sharesFix(finding, findings[n + 1])) indented(finding.fix, terminal);
  }
  const more = counts.open - findings.length;
  if (more > 0) terminal.out(`\nand ${grouped(more)} more findings: \`--json-file FILE\` has all of them`);
}

/** Whether both findings can share one fix below them: otherwise a rule with a hundred findings prints the same fix a hundred times. */
function sharesFix(one: Finding | undefined, next: Finding | undefined): boolean {
  return one?.accepted === null && next?.accepted === null && one.rule === next.rule && one.fix === next.fix;
}

function showFinding(finding: Finding, looked: LookedAt, terminal: Terminal): void {
  const { accepted, carried, message, rule, severity, status, subject } = finding;
  const state = carried ? `${status}, ${carriedWords(finding, looked)}` : status;
  terminal.out(
    `${terminal.style(['bold', severityColours[severity]], severity)} ${terminal.style('bold', rule)} (${state}): ${oneLine(message, longestLine)}`,
  );
  terminal.out(terminal.style('dim', `   ${subject.url ?? `${subject.kind} ${subject.id}`}`));
  if (accepted === null) return;
  const { by, owner, reason, until } = accepted;
  indented(`Accepted by ${owner} until ${until.slice(0, 10)}: ${reason}; ${entryWords(by)}`, terminal);
}

/** Prints the JSON report among these line by line from its file: it may be larger than the memory. */
export async function printJsonReport(reports: Audited['reports'], terminal: Terminal): Promise<void> {
  const path = reports.find(({ option }) => option === 'json-file')?.path ?? '';
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) await terminal.jsonLine(line);
}
