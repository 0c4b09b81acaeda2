import type { AttestationRecord } from '../../contract/index.ts';
import { countAt, valueAt } from '../../text/index.ts';

/** The sum of the `junit_results` of records; times are not read. */
export type TestCounts =
  /** `ran`: test cases that were not skipped. */
  | { readonly kind: 'counts'; readonly ran: number }
  /** A record carries no `junit_results`, or what is there is not counts. */
  | { readonly kind: 'absent'; readonly record: AttestationRecord };

/** Whether a record says how many tests it holds. Listings of some services leave the results out. */
export function carriesCounts(record: AttestationRecord): boolean {
  return resultRows(record) !== undefined;
}

/** The counts of several records. Where one record was read twice, the worse reading counts. */
export function testCounts(records: readonly AttestationRecord[]): TestCounts {
  const byId = new Map<string, number | undefined>();
  for (const record of records) {
    const ran = ranIn(record);
    const before = byId.get(record.attestation_id);
    byId.set(record.attestation_id, ran !== undefined && before !== undefined ? Math.min(ran, before) : (ran ?? before));
  }
  const uncounted = records.find(({ attestation_id: id }) => byId.get(id) === undefined);
  if (uncounted !== undefined) return { kind: 'absent', record: uncounted };
  return { kind: 'counts', ran: [...byId.values()].reduce<number>((sum, ran) => sum + (ran ?? 0), 0) };
}

/** How many tests failed or had an error by a record's rows, also where the rest of them is no counts: a known red stays red. */
export function failedIn({ junit_results: rows }: Pick<AttestationRecord, 'junit_results'>): number {
  if (!Array.isArray(rows)) return 0;
  return rows
    .flatMap((row: unknown) => [valueAt(row, 'failures'), valueAt(row, 'errors')])
    .map((count) => (typeof count === 'number' || typeof count === 'string' ? Math.ceil(Number(count)) : 0))
    .reduce((sum, count) => (count > 0 ? sum + count : sum), 0);
}

function ranIn(record: AttestationRecord): number | undefined {
  // A row that skips more than it holds takes nothing from the others.
  return resultRows(record)?.reduce((sum, { skipped, total }) => sum + Math.max(0, total - skipped), 0);
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
