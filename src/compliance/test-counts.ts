import type { JunitResult } from '../contract/index.ts';
import { countAt, valueAt } from '../text/index.ts';

const fields = ['failures', 'errors', 'skipped', 'total'] as const;

/** `total` counts all tests of the row. */
export type RowCounts = Pick<JunitResult, (typeof fields)[number]>;

/** `undefined` where one of them is not four counts: they are foreign. */
export function countedRows(rows: unknown): readonly RowCounts[] | undefined {
  return Array.isArray(rows) && rows.every(isCounts) ? rows : undefined;
}

function isCounts(row: unknown): row is RowCounts {
  return fields.every((name) => countAt(row, name) !== undefined);
}

/** A row that skips more than it holds takes nothing from the others. */
export function testsRun(rows: readonly Pick<RowCounts, 'skipped' | 'total'>[]): number {
  return rows.reduce((sum, { skipped, total }) => sum + Math.max(0, total - skipped), 0);
}

/** Failed or with an error, also where the rest of the rows is not counts: a known red stays red. */
export function failedTests(rows: unknown): number {
  if (!Array.isArray(rows)) return 0;
  return rows
    .flatMap((row: unknown) => [valueAt(row, 'failures'), valueAt(row, 'errors')])
    .map((count) => (typeof count === 'number' || typeof count === 'string' ? Math.ceil(Number(count)) : 0))
    .reduce((sum, count) => (count > 0 ? sum + count : sum), 0);
}

/**
 * More tests skipped than there are, and none of them red: it is not known what the row counts, so it is no yes. A red row is a no, however
 * it counts: some tools count a test that fails twice as two failures.
 */
export function contradictsItself({ errors, failures, skipped, total }: RowCounts): boolean {
  return failures === 0 && errors === 0 && skipped > total;
}

/** Rows of one record of each run, so that a leg alone may be empty. A record whose rows are not counts might hold a test. */
export function holdsTest(records: readonly (readonly RowCounts[] | undefined)[]): boolean {
  return records.some((rows) => rows === undefined || testsRun(rows) > 0);
}
