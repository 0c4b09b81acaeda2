import type { AttestationRecord } from '../../contract/index.ts';
import type { RecordsAnswer, TrailQuestion } from '../evidence.ts';
import { isOverridden, recordsOfRow, stateOf, type TrailRow } from './rows.ts';

/** The ids of the records that a row stands for: its own, and of an overridden row that of the record overridden as well. */
export function idsOf({ status }: TrailRow): readonly string[] {
  return [status.attestation_id, status.overridden_attestation_id].filter((id) => typeof id === 'string');
}

/** All records that an answer holds, wherever they are. */
export function recordsIn(answer: RecordsAnswer | undefined): readonly AttestationRecord[] {
  return answer?.kind === 'records' ? [...answer.records, ...(answer.byId ?? [])] : [];
}

/**
 * Whether the service shows a record behind a green row: in its search or by its id. For an overridden row either of its
 * two records is enough. For a row that names no record the search must find one.
 */
export function hasRecord(row: TrailRow, answer: RecordsAnswer | undefined, question: TrailQuestion): boolean {
  const ids = idsOf(row);
  const records = recordsIn(answer);
  return ids.length === 0
    ? recordsOfRow(row, records, question.trail).length > 0
    : records.some((record) => ids.includes(record.attestation_id));
}

/** Whether a record is of no run, and says something else of evidence that one recorded. */
export function isOverride({ attestation_type: type }: AttestationRecord): boolean {
  return type?.toLowerCase() === 'override';
}

/** The type of test results; a service may write it in another case. */
const junit = 'junit';

/**
 * Whether a row may not pass without a record. A junit row, or one without a type, may hide a failing
 * leg; and on a trail that is not the commit's own the record may be of another commit.
 */
export function needsRecord(row: TrailRow, question: TrailQuestion): boolean {
  const type = row.status.attestation_type ?? junit;
  return idsOf(row).length === 0 || type.toLowerCase() === junit || question.trail !== question.commit;
}

/** Whether a row is about test results: by its own type, or by that of a record that it stands for. */
export function hasTests(row: TrailRow, records: readonly AttestationRecord[]): boolean {
  const ids = idsOf(row);
  const carried = records.filter((record) => ids.includes(record.attestation_id));
  const types = [row.status.attestation_type, ...carried.map((record) => record.attestation_type)].filter(
    (type) => typeof type === 'string' && type !== '',
  );
  return types.length === 0
    ? carried.some(({ junit_results: results }) => Array.isArray(results))
    : types.some((type) => type?.toLowerCase() === junit);
}

/** Whether test counts are asked of a row at all: an override needs none. */
export function needsTests(row: TrailRow, records: readonly AttestationRecord[]): boolean {
  return hasTests(row, records) && !isOverridden(row);
}

/** Names of green rows without a record so far: searches lag, so they are worth asking for again. The wait for the records asks the same. */
export function namesWithoutRecord(
  rows: readonly TrailRow[],
  answers: ReadonlyMap<string, RecordsAnswer>,
  question: TrailQuestion,
): readonly string[] {
  const names = rows
    .filter((row) => {
      const answer = answers.get(row.status.attestation_name);
      return stateOf(row) === 'compliant' && answer?.kind !== 'failed' && !hasRecord(row, answer, question);
    })
    .map((row) => row.status.attestation_name);
  return [...new Set(names)];
}
