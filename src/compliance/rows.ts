import type { AttestationStatus, ComplianceState, TemplateEntry } from '../contract/index.ts';
import type { AttestationFact } from './facts.ts';

/** One attestation name as the status shows it: present, or required and missing. */
export type StatusRow = AttestationStatus & {
  readonly status: 'COMPLETE' | 'MISSING';
  readonly is_compliant: boolean;
  readonly unexpected: boolean;
};

/**
 * The rows of one subject: the template's entries in their order, then what it does not name in order of report.
 * A record whose type is not the entry's does not satisfy it: the entry is missing, and the record stands as
 * unexpected next to it, so that a green record of the wrong kind cannot take the place of the required one.
 */
export function rowsOf(entries: readonly TemplateEntry[], records: readonly AttestationFact[]): readonly StatusRow[] {
  const byName = new Map(records.map((record) => [record.name, record]));
  const used = new Set<AttestationFact>();
  const rows = entries.map((entry): StatusRow => {
    const record = byName.get(entry.name);
    if (record === undefined || !satisfies(record, entry)) return missing(entry);
    used.add(record);
    return present(record, entry);
  });
  return [...rows, ...records.filter((record) => !used.has(record)).map((record) => present(record))];
}

function satisfies(record: AttestationFact, entry: TemplateEntry): boolean {
  const type = typeOf(record);
  return entry.type === '*' || entry.type === type || (entry.type === 'decision' && type === 'system:decision');
}

/** An override stands for evidence of the type that it overrides: it changes what is said, and not of what. */
function typeOf({ overridden, type }: AttestationFact): string {
  return overridden?.type ?? type;
}

/** A client that records waives nothing: only the entry says that no test need run. An unexpected record has none. */
function present(record: AttestationFact, entry?: TemplateEntry): StatusRow {
  const { compliant, noTestRan = false } = record;
  return {
    attestation_name: record.name,
    attestation_type: typeOf(record),
    attestation_id: record.id,
    ...(record.overridden === undefined ? {} : { overridden_attestation_id: record.overridden.id }),
    status: 'COMPLETE',
    is_compliant: compliant && !(noTestRan && entry?.min_tests !== 0),
    unexpected: entry === undefined,
    ...(noTestRan && compliant ? { no_test_ran: true } : {}),
    ...(entry?.min_tests === 0 ? { min_tests: 0 } : {}),
  };
}

function missing(entry: TemplateEntry): StatusRow {
  return { attestation_name: entry.name, attestation_type: entry.type, status: 'MISSING', is_compliant: false, unexpected: false };
}

/**
 * The decision table, for a trail and for an artifact alike:
 *
 * | a present record says no | something required is missing | state |
 * |---|---|---|
 * | yes | either | NON-COMPLIANT |
 * | no | yes | INCOMPLETE |
 * | no | no | COMPLIANT |
 *
 * Records that the template does not name count as any other.
 */
export function decide(rows: readonly StatusRow[], somethingElseIsMissing = false): ComplianceState {
  if (rows.some((row) => row.status === 'COMPLETE' && !row.is_compliant)) return 'NON-COMPLIANT';
  if (somethingElseIsMissing || rows.some((row) => row.status === 'MISSING')) return 'INCOMPLETE';
  return 'COMPLIANT';
}
