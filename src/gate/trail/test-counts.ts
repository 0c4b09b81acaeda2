import type { AttestationRecord } from '../../contract/index.ts';
import { contradictsItself, countedRows, failedTests, testsRun } from '../../compliance/tests/index.ts';

/** The sum of the `junit_results` of records; times are not read. */
export type TestCounts =
  /** `ran`: test cases that were not skipped. */
  | { readonly kind: 'counts'; readonly ran: number }
  /** A record carries no `junit_results`, or what is there is not counts. */
  | { readonly kind: 'absent'; readonly record: AttestationRecord };

/** Whether a record says how many tests it holds. Listings of some services leave the results out. */
export function carriesCounts({ junit_results: rows }: AttestationRecord): boolean {
  return countedRows(rows) !== undefined;
}

/** The words about such a record, and its fix. */
export const skipsMore = 'its record says that more tests were skipped than it holds';
export const skipsMoreFix =
  'Look at the tool that wrote the file: it counts skipped tests that are not in its total. Record it again; only an override that names the record lets it pass';

/** Whether a row of the record says that more tests were skipped than there are. */
export function isContradictory({ junit_results: rows }: AttestationRecord): boolean {
  return countedRows(rows)?.some(contradictsItself) ?? false;
}

/** The counts of several records. Where one record was read twice, the worse reading counts. */
export function testCounts(records: readonly AttestationRecord[]): TestCounts {
  const byId = new Map<string, number | undefined>();
  for (const { attestation_id: id, junit_results: results } of records) {
    const rows = countedRows(results);
    const ran = rows && testsRun(rows);
    const before = byId.get(id);
    byId.set(id, ran !== undefined && before !== undefined ? Math.min(ran, before) : (ran ?? before));
  }
  const uncounted = records.find(({ attestation_id: id }) => byId.get(id) === undefined);
  if (uncounted !== undefined) return { kind: 'absent', record: uncounted };
  return { kind: 'counts', ran: [...byId.values()].reduce<number>((sum, ran) => sum + (ran ?? 0), 0) };
}

/** How many tests failed or had an error by a record's rows. */
export function failedIn({ junit_results: rows }: Pick<AttestationRecord, 'junit_results'>): number {
  return failedTests(rows);
}
