import type { Policy } from '../../../compliance/index.ts';
import { policyBody } from '../kinds/policies.ts';
import { column, json, number, readListed, reader, text } from '../sql/row.ts';
import { sql, type Steps } from '../sql/sql.ts';

/** The latest version of each policy with one of those names, by name; at most a thousand names. Unknown names are left out. */
export function* policiesNamed(orgId: string, names: readonly string[]): Steps<readonly Policy[]> {
  return yield* readListed(
    policy,
    names,
    (list) => sql`select policies.name, policy_versions.version, policy_versions.body
      from policies join policy_versions on policy_versions.org_id = policies.org_id and policy_versions.policy_id = policies.id
        and policy_versions.version = policies.version_count
      where policies.org_id = ${orgId} and policies.name in ${list} order by policies.name`,
  );
}

const policy = reader({ name: text, version: number, rules: column('body', (row, column) => json(row, column, policyBody).rules) });
