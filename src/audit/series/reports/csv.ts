import { row } from '../../reports/csv.ts';
import type { Series } from '../series.ts';

const columns = ['week', 'from', 'ran', 'complete', 'opened', 'closed', 'days_to_fix', 'by_whom'];

/** A row a week, safe for spreadsheets. */
export function csv({ weeks }: Series): string {
  const rows = weeks.map(({ by, closed, complete, days, from, number, opened, ran }) =>
    row([number, from, String(ran), complete, String(opened), String(closed), days === null ? '' : String(days), by.join('; ')]),
  );
  return `\uFEFF${row(columns)}${rows.join('')}`;
}
