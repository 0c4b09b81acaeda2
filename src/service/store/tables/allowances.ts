import { number, readAll, reader, text } from '../sql/row.ts';
import { query, sql, type Steps } from '../sql/sql.ts';

/** The fingerprints of the artifacts that are allowed in an environment, for a reason that counts. */
export function* allowedIn(orgId: string, environmentId: string, isReason: (description: string) => boolean): Steps<ReadonlySet<string>> {
  const rows = yield* query(
    sql`select fingerprint, description from allowances where org_id = ${orgId} and environment_id = ${environmentId}`,
  );
  return new Set(rows.flatMap((row) => (isReason(text(row, 'description')) ? [text(row, 'fingerprint')] : [])));
}

const allowance = reader({ fingerprint: text, name: text, description: text, createdAt: number, createdBy: text });

/** Everything that is allowed in an environment, by fingerprint. */
export function* allowancesOf(orgId: string, environmentId: string): Steps<readonly ReturnType<typeof allowance>[]> {
  return yield* readAll(
    allowance,
    sql`select fingerprint, name, description, created_at, created_by from allowances
      where org_id = ${orgId} and environment_id = ${environmentId} order by fingerprint`,
  );
}
