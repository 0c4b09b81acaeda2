import type { Policy } from '../../../compliance/index.ts';
import { isPolicyRules } from '../kinds/policies.ts';
import type { StoredRules } from '../model/policies.ts';
import { json, number, text } from '../sql/row.ts';
import { isText, shape } from '../sql/shape.ts';
import { listed, query, type Steps } from '../sql/statement.ts';

/** The check of what is kept of a version. */
export const isPolicyBody = shape<StoredRules & { readonly comment: string }>({ comment: isText, content: isText, rules: isPolicyRules });

/** The policies of those names that there are, each in its latest version, by name; at most a thousand names. */
export function* policiesNamed(orgId: string, names: readonly string[]): Steps<readonly Policy[]> {
  if (names.length === 0) return [];
  const list = listed(names, 1);
  const rows = yield* query(
    `select policies.name, policy_versions.version, policy_versions.body
     from policies join policy_versions on policy_versions.org_id = policies.org_id and policy_versions.policy_id = policies.id
       and policy_versions.version = policies.version_count
     where policies.org_id = $1 and policies.name in ${list.sql} order by policies.name`,
    orgId,
    ...list.args,
  );
  return rows.map((row) => ({ name: text(row, 'name'), version: number(row, 'version'), rules: json(row, 'body', isPolicyBody).rules }));
}
