import { exactRows, showList, type Column, type Shown, type ShownPart, type View } from '../commands/index.ts';
import type { Outcome } from '../errors/index.ts';
import { cellTone, timeAgo, toneColours, type Badge } from '../presentation/index.ts';
import { neutralize, oneLine } from '../text/index.ts';
import { table } from './table.ts';
import { formOf, wrapped, type FormOptions, type Terminal } from './terminal.ts';

export function marked({ mark, tone }: Pick<Badge, 'mark' | 'tone'>, terminal: Terminal): string {
  return terminal.style(toneColours[tone], mark);
}

/** Only where the head says that the cells are states. `whole`: the text before it was cut. */
function statePainted(head: string | undefined, text: string, terminal: Terminal, whole = text): string {
  const tone = cellTone(head ?? '', whole);
  return tone === undefined ? text : terminal.style(toneColours[tone], text);
}

/** The first words of a line: mark and word in the colour of the tone. */
export function headline({ mark, tone, word }: Pick<Outcome, 'mark' | 'tone' | 'word'>, terminal: Terminal): string {
  return terminal.style(['bold', toneColours[tone]], `${mark} ${word}`);
}

/** In characters: names of files may have any length. */
export const longestLine = 2000;

export const severityColours = { critical: 'red', high: 'red', medium: 'yellow', low: 'cyan' } as const;

export function showView(view: View, terminal: Terminal): void {
  const { end, findings = [], groups = [], holes = [], lines = [], reports = [], tables } = view;
  for (const { fix, what, why } of holes) {
    terminal.out(`${terminal.style(['bold', 'yellow'], 'missing')} ${oneLine(what, longestLine)}: ${oneLine(why, longestLine)}`);
    terminal.out(wrapped(fix, '   ', terminal.columns));
  }
  const apart = tables === undefined || end === undefined ? '' : '\n';
  for (const { head, note, numeric, rows } of tables ?? []) {
    if (rows.length > 0) terminal.out(`${table(head, rows, numeric, terminal.columns)}${apart}`);
    if (note !== undefined) terminal.out(`${note}${apart}`);
  }
  for (const { fix, message, rule, severity } of findings) {
    const heading = `${terminal.style(['bold', severityColours[severity]], severity)} ${terminal.style('bold', rule)}`;
    terminal.out(`${heading}: ${oneLine(message, 1000)}`);
    terminal.out(wrapped(fix, '   ', terminal.columns));
  }
  for (const group of groups) {
    terminal.out(terminal.style('bold', group.title));
    for (const line of group.lines) terminal.out(`   ${line}`);
    terminal.out('');
  }
  for (const line of lines) terminal.out(oneLine(line, longestLine));
  listReports(reports, terminal);
  if (end !== undefined) terminal.out(`${apart}${headline(end.outcome, terminal)}  ${oneLine(end.words, longestLine)}`);
}

export function listReports(reports: NonNullable<View['reports']>, terminal: Terminal): void {
  for (const { option, path } of reports) terminal.out(terminal.style('dim', `${option}: ${path}`));
}

export function showParts(parts: readonly ShownPart[], terminal: Terminal): void {
  for (const part of parts) {
    if (typeof part === 'string') terminal.out(part);
    else if ('head' in part) terminal.out(drawTable(part, terminal));
    else if ('sentences' in part) terminal.out(wrapped(part.sentences, '', terminal.columns));
    else if ('facts' in part) showFacts(part.facts, terminal);
    else {
      const line = `${part.mark === undefined ? '' : terminal.style(...part.mark)}${part.text}`;
      if (part.isRemark === true) terminal.err(line);
      else terminal.out(line);
    }
  }
}

/** A line of foreign text never begins where the name of a fact does. */
function showFacts(facts: readonly (readonly [string, string])[], terminal: Terminal): void {
  const width = Math.max(...facts.map(([head]) => head.length));
  const margin = ' '.repeat(width + 2);
  for (const [head, text] of facts)
    terminal.out(`${head.padEnd(width)}  ${statePainted(head, wrapped(neutralize(text), margin, terminal.columns).trimStart(), terminal)}`);
}

/** In the form that is asked for. `jsonOf` is an item for programs. */
export async function printList<Item>(
  resource: string,
  columns: readonly Column<Item>[],
  items: readonly Item[],
  options: FormOptions,
  terminal: Terminal,
  jsonOf: (item: Item) => unknown = (item) => item,
): Promise<void> {
  const [form, all] = [formOf(options), items.map(jsonOf)];
  if (form === 'table') showParts(showList(resource, columns, items).parts, terminal);
  else await printListed({ form, items: all, rows: () => exactRows(columns, items) }, { [resource]: all }, terminal);
}

/** A list, for programs. */
export async function printListed({ form, items, rows }: NonNullable<Shown['listed']>, json: object, terminal: Terminal): Promise<void> {
  if (form === 'jsonl') for (const item of items) await terminal.jsonLine(JSON.stringify(item));
  else if (form === 'csv') {
    const { row } = await import('../audit/reports/csv.ts');
    for (const cells of rows()) terminal.out(row(cells).trimEnd());
  } else if (form === 'yaml') {
    const { stringify } = await import('yaml');
    // Between quotes nothing of a foreign text is at the start of a line, and an escape stands for what a terminal acts on.
    terminal.out(stringify(json, { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN', lineWidth: 0 }).trimEnd());
  } else terminal.json(json);
}

/** States have their colours. For a person who looks now, a time is told as long ago. */
export function drawTable(
  { head, numeric, rows: exact, times = [], whole }: Extract<ShownPart, { head: unknown }>,
  terminal: Terminal,
): string {
  const ago = (cell: string): string => (/^\d/.test(cell) ? timeAgo(Date.parse(cell) / 1000, Date.now() / 1000) : cell);
  const shown = (cell: string, column: number): string => (times.includes(column) ? ago(cell) : cell);
  const rows = terminal.columns === undefined ? exact : exact.map((row) => row.map(shown));
  const paint = (text: string, row: number, column: number): string => statePainted(head[column], text, terminal, rows[row]?.[column]);
  return table(head, rows, numeric, terminal.columns, whole, paint);
}
