import type { WorkedOut } from '../model/gate-answers.ts';
import { insertAll, orChange, sql, type Sql, type Steps } from '../sql/sql.ts';

/** The columns of a kept answer, where `gateTable` is joined. */
export const gateColumns = sql`gate_answers.basis as gate_basis, gate_answers.answer as gate_answer`;

/** Joins the kept answer about each row, if there is one. */
export function gateTable(orgId: Sql, aboutId: Sql, fingerprint: Sql): Sql {
  return sql`left join gate_answers on gate_answers.org_id = ${orgId} and gate_answers.about_id = ${aboutId}
    and gate_answers.fingerprint = ${fingerprint}`;
}

/**
 * Keeps answers. An answer that was made from older records may come after a newer one: its basis is then not that of now, so that
 * nobody is shown it.
 */
export function* keepGateAnswers(answers: readonly WorkedOut[]): Steps<void> {
  yield* insertAll(
    'gate_answers',
    answers.map(({ aboutId, answer, basis, fingerprint, orgId }) => ({
      org_id: orgId,
      about_id: aboutId,
      fingerprint,
      basis,
      answer: JSON.stringify(answer),
    })),
    orChange(['org_id', 'about_id', 'fingerprint'], ['basis', 'answer']),
  );
}
