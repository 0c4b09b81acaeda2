import type { AttestationRecord } from '../contract/index.ts';
import { countAt } from '../text/index.ts';

/** What the `junit_results` of records say, added up; times are not read. */
export type TestCounts =
  /** `ran`: test cases that were not skipped. `failed`: those that failed or had an error. */
  | { readonly kind: 'counts'; readonly ran: number; readonly failed: number }
  /** A record carries no `junit_results`, or what is there is not counts. */
  | { readonly kind: 'absent'; readonly record: AttestationRecord };

/** Whether a record says how many tests it holds. Listings of some services leave the results out. */
export function carriesCounts(record: AttestationRecord): boolean {
  return resultRows(record) !== undefined;
}

/** The counts of several records. Where one record was read twice, the worse reading counts. */
export function testCounts(records: readonly AttestationRecord[]): TestCounts {
  const byId = new Map<string, { ran: number; failed: number } | undefined>();
  for (const record of records) {
    const found = countsOf(record);
    const before = byId.get(record.attestation_id);
    const both = found !== undefined && before !== undefined;
    byId.set(
      record.attestation_id,
      both ? { ran: Math.min(found.ran, before.ran), failed: Math.max(found.failed, before.failed) } : (found ?? before),
    );
  }
  const uncounted = records.find(({ attestation_id: id }) => byId.get(id) === undefined);
  if (uncounted !== undefined) return { kind: 'absent', record: uncounted };
  const counts = [...byId.values()].filter((found) => found !== undefined);
  return {
    kind: 'counts',
    ran: counts.reduce((sum, { ran }) => sum + ran, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  };
}

function countsOf(record: AttestationRecord): { readonly ran: number; readonly failed: number } | undefined {
  const rows = resultRows(record);
  return rows?.reduce(
    (sum, { errors, failures, skipped, total }) => ({
      // A row that skips more than it holds takes nothing from the others.
      ran: sum.ran + Math.max(0, total - skipped),
      failed: sum.failed + failures + errors,
    }),
    { ran: 0, failed: 0 },
  );
}

const fields = ['failures', 'errors', 'skipped', 'total'] as const;
type Counts = Readonly<Record<(typeof fields)[number], number>>;

/** The rows of a record, when each of them is four counts; they are foreign, so each is checked first. */
function resultRows({ junit_results: rows }: AttestationRecord): readonly Counts[] | undefined {
  return Array.isArray(rows) && rows.every(isCounts) ? rows : undefined;
}

function isCounts(row: unknown): row is Counts {
  return fields.every((name) => countAt(row, name) !== undefined);
}
