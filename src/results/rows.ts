import type { JunitResult } from '../contract/index.ts';
import { given } from '../text/index.ts';
import type { Counts, SuiteRow } from './format.ts';
import type { SuiteTotals, TestTotals } from './test-results.ts';

/** A row with the file that it comes from. */
export interface FileRow extends SuiteRow {
  readonly file: string;
}

/** A row as the interface wants it. */
export function rowToSend(row: SuiteRow): JunitResult {
  const { failures, errors, skipped, total } = row.tally;
  return {
    name: row.name,
    failures,
    errors,
    skipped,
    total,
    duration: toSeconds(row.time),
    ...given({ timestamp: row.timestamp }),
  };
}

export function suiteTotalsOf(row: FileRow): SuiteTotals {
  return { ...rowToSend(row), file: row.file, passed: passedOf(row), flaky: row.tally.flaky };
}

export function totalsOf(rows: readonly FileRow[]): TestTotals {
  const { tally, time } = sum(rows);
  return { ...tally, passed: passedOf({ tally }), duration: toSeconds(time) };
}

/**
 * At most `most` rows. If there are more, those of each file become one, named after the file. If there are more files than that, all rows
 * become one. Returns which of the two was done, if any.
 */
export function capRows(
  rows: readonly FileRow[],
  most: number,
): { readonly rows: readonly FileRow[]; readonly merged?: 'by-file' | 'all' } {
  if (rows.length <= most) return { rows };
  const byFile = [...Map.groupBy(rows, (row) => row.file)].map(([file, ofFile]) => mergeRows(ofFile, file, file));
  if (byFile.length <= most) return { rows: byFile, merged: 'by-file' };
  return { rows: [mergeRows(byFile, `${byFile.length} files`, '')], merged: 'all' };
}

function mergeRows(rows: readonly FileRow[], name: string, file: string): FileRow {
  const { tally, time } = sum(rows);
  const timestamps = rows.flatMap((row) => row.timestamp ?? []);
  return {
    name,
    file,
    tally,
    time,
    timestamp: timestamps.length === 0 ? undefined : timestamps.reduce((one, other) => Math.min(one, other)),
  };
}

const countNames = ['total', 'failures', 'errors', 'skipped', 'flaky', 'retried'] as const satisfies readonly (keyof Counts)[];

function sum(rows: readonly FileRow[]): { readonly tally: Counts; readonly time: number } {
  const tally = { total: 0, failures: 0, errors: 0, skipped: 0, flaky: 0, retried: 0 };
  let time = 0;
  for (const row of rows) {
    for (const name of countNames) tally[name] += row.tally[name];
    time += row.time;
  }
  return { tally, time };
}

function passedOf({ tally }: Pick<SuiteRow, 'tally'>): number {
  return tally.total - tally.failures - tally.errors - tally.skipped;
}

/** Seconds from whole nanoseconds, as Go's `Duration.Seconds()` gives them. */
export function toSeconds(nanoseconds: number): number {
  return Math.floor(nanoseconds / 1e9) + (nanoseconds % 1e9) / 1e9;
}
