import { countAt, valueAt } from '../text/index.ts';

const fields = ['failures', 'errors', 'skipped', 'total'] as const;

/** A row of test results: how many tests it holds, and how many of them failed, had an error or were skipped. */
export type RowCounts = Readonly<Record<(typeof fields)[number], number>>;

/** The rows of a record where each of them is four counts; they are foreign, so each is checked first. */
export function countedRows(rows: unknown): readonly RowCounts[] | undefined {
  return Array.isArray(rows) && rows.every(isCounts) ? rows : undefined;
}

function isCounts(row: unknown): row is RowCounts {
  return fields.every((name) => countAt(row, name) !== undefined);
}

/** How many tests ran: those that were not skipped. A row that skips more than it holds takes nothing from the others. */
export function testsRun(rows: readonly Pick<RowCounts, 'skipped' | 'total'>[]): number {
  return rows.reduce((sum, { skipped, total }) => sum + Math.max(0, total - skipped), 0);
}

/** How many tests failed or had an error, also where the rest of the rows is no counts: a known red stays red. */
export function failedTests(rows: unknown): number {
  if (!Array.isArray(rows)) return 0;
  return rows
    .flatMap((row: unknown) => [valueAt(row, 'failures'), valueAt(row, 'errors')])
    .map((count) => (typeof count === 'number' || typeof count === 'string' ? Math.ceil(Number(count)) : 0))
    .reduce((sum, count) => (count > 0 ? sum + count : sum), 0);
}

/**
 * Whether a row says of more tests what became of them than it holds, and that none of them is red: nobody knows what it counts,
 * so it is no yes. A red row is a no, however it counts: some tools count a test that fails twice as two failures.
 */
export function contradictsItself({ errors, failures, skipped, total }: RowCounts): boolean {
  return failures === 0 && errors === 0 && skipped > total;
}

/**
 * Whether some test ran in the records of a name, by the rows of each: one record of each run, so that a leg alone may be empty.
 * A record whose rows are no counts does not say, and might hold one.
 */
export function holdsTest(records: readonly (readonly RowCounts[] | undefined)[]): boolean {
  return records.some((rows) => rows === undefined || testsRun(rows) > 0);
}
