import Table from 'cli-table3';
import { oneLine } from '../text/index.ts';

/** Columns that line up, whatever widths the characters have; cells may be foreign text. */
export function table(head: readonly string[], rows: readonly (readonly string[])[], numeric: readonly number[] = []): string {
  const view = new Table({
    head: [...head],
    chars: {
      top: '',
      'top-mid': '',
      'top-left': '',
      'top-right': '',
      bottom: '',
      'bottom-mid': '',
      'bottom-left': '',
      'bottom-right': '',
      left: '',
      'left-mid': '',
      mid: '',
      'mid-mid': '',
      right: '',
      'right-mid': '',
      middle: '  ',
    },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colAligns: head.map((_, column) => (numeric.includes(column) ? 'right' : 'left')),
  });
  for (const row of rows) view.push(row.map((cell) => oneLine(cell, 120)));
  return view
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}
