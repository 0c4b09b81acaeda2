import type { Allowance } from '../model/environments.ts';
import { number, text } from '../sql/row.ts';
import { query, type Steps } from '../sql/statement.ts';

/** The fingerprints of what is allowed in an environment. */
export function* allowedIn(orgId: string, environmentId: string): Steps<ReadonlySet<string>> {
  const rows = yield* query('select fingerprint from allowances where org_id = $1 and environment_id = $2', orgId, environmentId);
  return new Set(rows.map((row) => text(row, 'fingerprint')));
}

/** Everything that is allowed in an environment, by fingerprint. */
export function* allowancesOf(orgId: string, environmentId: string): Steps<readonly Omit<Allowance, 'environment'>[]> {
  const rows = yield* query(
    `select fingerprint, name, description, created_at, created_by from allowances where org_id = $1 and environment_id = $2
     order by fingerprint`,
    orgId,
    environmentId,
  );
  return rows.map((row) => ({
    fingerprint: text(row, 'fingerprint'),
    name: text(row, 'name'),
    description: text(row, 'description'),
    createdAt: number(row, 'created_at'),
    createdBy: text(row, 'created_by'),
  }));
}
