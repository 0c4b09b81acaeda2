import type { AttestationOutcome, NewAttestation } from '../model/attestations.ts';
import { readOne, reader, text } from '../sql/row.ts';
import { listed, sql, type Sql, type Steps } from '../sql/sql.ts';

/** The record that answered an earlier request with a key. */
export const answerFields = reader({ reportedBy: text, key: text, requestHash: text, id: text, head: text });
export type Answer = ReturnType<typeof answerFields>;

/** The outcome of a request with the same key as an earlier one, if there was one. */
export function* earlierAnswer(attestation: NewAttestation): Steps<AttestationOutcome | undefined> {
  const { author, idempotency } = attestation;
  if (idempotency === undefined) return undefined;
  return answered(attestation, yield* readOne(answerFields, answersTo(author.orgId, author.userName, [idempotency.key])));
}

/** The question for the answers to a user, by their keys. */
export function answersTo(orgId: string, userName: string, keys: readonly string[]): Sql {
  return sql`select answers.reported_by, answers.idempotency_key as key, answers.request_hash, records.id, records.hash as head
      from answers join records on records.org_id = answers.org_id and records.sequence = answers.sequence
      where answers.org_id = ${orgId} and answers.reported_by = ${userName} and answers.idempotency_key in ${listed(keys)}`;
}

/** The outcome of a request whose key has such an answer. */
export function answered({ idempotency }: NewAttestation, answer: Answer | undefined): AttestationOutcome | undefined {
  if (answer === undefined) return undefined;
  const { head, id, requestHash } = answer;
  return requestHash === idempotency?.requestHash ? { outcome: 'replayed', id, head } : { outcome: 'key-reused' };
}
