import Table from 'cli-table3';
import { oneLine } from '../text/index.ts';

/** Rows that are laid out together: the library compares each row with all before it. */
const batchSize = 25;
/** Separates columns while their widths are measured; no cell holds it. */
const mark = '\u0001';

const isTime = /^\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?(?:Z| UTC| [-+]\d\d:\d\d)$/;

const narrowest = 10;
const gap = 2;

/**
 * Columns that line up, whatever widths the characters have; cells may be foreign text. `head` is in ASCII. `columns` is the
 * longest line: to reach it, cells of the widest columns are cut first, with an ellipsis. `whole` names columns that are never
 * cut, because people copy their values; those of times never are, because half of one is none. `paint` colours what a cell shows.
 */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  numeric: readonly number[] = [],
  columns: number = Infinity,
  whole: readonly number[] = [],
  paint: (text: string, row: number, column: number) => string = (text) => text,
): string {
  const cells = rows.map((row) => row.map((cell) => oneLine(cell, 120)));
  const batches = Array.from({ length: Math.max(1, Math.ceil(cells.length / batchSize)) }, (_, index) =>
    cells.slice(index * batchSize, (index + 1) * batchSize),
  );
  const align = head.map((_, column) => (numeric.includes(column) ? 'right' : 'left'));
  const widths = head.map(() => 0);
  for (const batch of batches) {
    const [first = ''] = linesOf(head, batch, align);
    for (const [column, { length }] of first.split(mark).entries()) widths[column] = Math.max(widths[column] ?? 0, length);
  }
  const kept = head.flatMap((_, column) => (whole.includes(column) || cells.some((row) => isTime.test(row[column] ?? '')) ? [column] : []));
  const drawn = batches.flatMap((batch, index) => linesOf(head, batch, align, fitting(widths, columns, kept)).slice(index === 0 ? 0 : 1));
  const painted = (line: string, row: number): string =>
    line
      .split(mark)
      .map((cell, column) => (row < 0 ? cell : cell.replace(/\S(?:.*\S)?/, (text) => paint(text, row, column))))
      .join(' '.repeat(gap));
  return drawn.map((line, index) => painted(line, index - 1).trimEnd()).join('\n');
}

/** The widest columns shrink first, as far as they may. */
function fitting(widths: readonly number[], columns: number, whole: readonly number[]): readonly number[] {
  const room = columns - gap * (widths.length - 1);
  const fitted = [...widths];
  const mayGiveWay = (): readonly number[] => fitted.filter((width, column) => width > narrowest && !whole.includes(column));
  while (fitted.reduce((sum, width) => sum + width, 0) > room && mayGiveWay().length > 0) {
    const widest = Math.max(...mayGiveWay());
    fitted[fitted.findLastIndex((width, column) => width === widest && !whole.includes(column))] = widest - 1;
  }
  return fitted;
}

/** The parts of a frame, as the library names them, and more. Only the separators of columns are drawn. */
const frame = ['top', 'bottom', 'left', 'mid', 'right'].flatMap((side) => ['', '-left', '-mid', '-right'].map((end) => side + end));

function linesOf(head: readonly string[], rows: string[][], align: ('left' | 'right')[], widths?: readonly number[]): readonly string[] {
  const view = new Table({
    head: [...head],
    chars: { ...Object.fromEntries(frame.map((part) => [part, ''])), middle: mark },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colAligns: align,
    ...(widths === undefined ? {} : { colWidths: [...widths] }),
  });
  view.push(...rows);
  return view.toString().split('\n');
}
