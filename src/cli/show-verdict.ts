import type { Explained, Judged } from '../commands/index.ts';
import {
  fixesOnce,
  letThroughWords,
  localTime,
  overrideLines,
  questionWords,
  reasonDetails,
  requiredWords,
  rowWords,
  runWords,
  saidLines,
  wordsOfVerdict,
} from '../presentation/index.ts';
import { headline, statePainted } from './styled.ts';
import { table } from './table.ts';
import { wrapped, type Terminal } from './terminal.ts';

type Rows = Judged['verdict']['rows'];

/** The verdict, the rows of the trail, and each reason with its fix. */
export function showJudged(result: Judged, terminal: Terminal): void {
  const { letThrough, verdict } = result;
  showHead(result, terminal);
  showRows(verdict.rows, false, terminal);
  showReasons(verdict.reasons, ({ verdict: name }) => `${terminal.style('bold', name)}: `, terminal);
  showNotices(verdict.notices, terminal);
  if (letThrough !== undefined) terminal.err(`${terminal.style('yellow', 'warning')}: ${letThroughWords(letThrough)}`);
}

/** The same for people who ask why: who recorded each row, and a list of what there is to do. */
export function showExplained(result: Explained, terminal: Terminal): void {
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
