import type { AttestationRecord } from '../contract/index.ts';
import type { Question, RecordsAnswer } from './evidence.ts';
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
 * Whether the service shows a record behind a green row: in its search or by its id. Of an overridden row either of its
 * two records is enough. A row that names no record needs one that the search finds for it.
 */
export function isSeen(row: TrailRow, answer: RecordsAnswer | undefined, question: Question): boolean {
  const ids = idsOf(row);
  const records = recordsIn(answer);
  return ids.length === 0
    ? recordsOfRow(row, records, question.trail).length > 0
    : records.some((record) => ids.includes(record.attestation_id));
}

/** The type of test results; a service may write it in another case. */
const junit = 'junit';

/**
 * Whether a row that nothing is seen behind may not pass. A junit row, or one that does not tell its type, may hide a
 * red leg; and on a trail that is not the commit's own the record may be of another commit.
 */
export function mustBeSeen(row: TrailRow, question: Question): boolean {
  const type = row.status.attestation_type ?? junit;
  return idsOf(row).length === 0 || type.toLowerCase() === junit || question.trail !== question.commit;
}

/** Whether a row is about test results: by its own word, or by that of a record that it stands for. */
function isJunit(row: TrailRow, records: readonly AttestationRecord[]): boolean {
  const ids = idsOf(row);
  const behind = records.filter((record) => ids.includes(record.attestation_id));
  const types = [row.status.attestation_type, ...behind.map((record) => record.attestation_type)].filter(
    (type) => typeof type === 'string' && type !== '',
  );
  return types.length === 0
    ? behind.some(({ junit_results: results }) => Array.isArray(results))
    : types.some((type) => type?.toLowerCase() === junit);
}

/** Whether test counts are asked of a row at all: an override speaks for itself. */
export function needsTests(row: TrailRow, records: readonly AttestationRecord[]): boolean {
  return isJunit(row, records) && !isOverridden(row);
}

/** Names whose green rows are still to be seen: searches lag, so they are worth asking for again. Source of truth for waiting, too. */
export function unseenNames(rows: readonly TrailRow[], answers: ReadonlyMap<string, RecordsAnswer>, question: Question): readonly string[] {
  const names = rows
    .filter((row) => {
      const answer = answers.get(row.status.attestation_name);
      return stateOf(row) === 'compliant' && answer?.kind !== 'failed' && (answer?.kind === 'lagging' || !isSeen(row, answer, question));
    })
    .map((row) => row.status.attestation_name);
  return [...new Set(names)];
}
