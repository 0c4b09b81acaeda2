import type { JunitResult } from '../contract/index.ts';
import { toSeconds } from '../junit/values/duration.ts';
import type { JunitTotals, SuiteTotals } from './test-results.ts';
import type { SuiteRow } from '../junit/count/suite-rows.ts';
import { addTally, emptyTally } from '../junit/count/tally.ts';

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
    ...(row.timestamp === undefined ? {} : { timestamp: row.timestamp }),
  };
}

export function suiteTotalsOf(row: FileRow): SuiteTotals {
  return { ...rowToSend(row), file: row.file, passed: passedOf(row), flaky: row.tally.flaky };
}

export function totalsOf(rows: readonly FileRow[]): JunitTotals {
  const { tally, time } = sum(rows);
  const { total, failures, errors, skipped, flaky, retried } = tally;
  return { total, passed: passedOf({ tally }), failures, errors, skipped, flaky, retried, duration: toSeconds(time) };
}

/**
 * At most `most` rows: above it those of each file become one, named after the file; and if there are more files than
 * that, all of them become one. Returns what was done, if anything.
 */
export function capRows(
  rows: readonly FileRow[],
  most: number,
): { readonly rows: readonly FileRow[]; readonly merged?: 'by-file' | 'all' } {
  if (rows.length <= most) return { rows };
  const byFile = [...Map.groupBy(rows, (row) => row.file)].map(([file, own]) => mergeRows(own, file, file));
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

function sum(rows: readonly FileRow[]): { tally: FileRow['tally']; time: number } {
  const tally = emptyTally();
  let time = 0;
  for (const row of rows) {
    addTally(tally, row.tally);
    time += row.time;
  }
  return { tally, time };
}

function passedOf({ tally }: Pick<SuiteRow, 'tally'>): number {
  return tally.total - tally.failures - tally.errors - tally.skipped;
}
