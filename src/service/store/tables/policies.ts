import type { Policy } from '../../../compliance/index.ts';
import { isPolicyRules } from '../log/kinds/policies.ts';
import type { PolicyRow, PolicyVersionRow, StoredRules } from '../policies.ts';
import { json, number, text } from '../sql/row.ts';
import { isText, shape } from '../sql/shape.ts';
import { listed, query, queryOne, type Row, type Steps } from '../sql/statement.ts';

const isDetails = shape<{ readonly description: string }>({ description: isText });
const isBody = shape<StoredRules & { readonly comment: string }>({ comment: isText, content: isText, rules: isPolicyRules });

const columns = 'select id, name, details, version_count, created_at, created_by, last_modified_at from policies';

export function* findPolicy(orgId: string, name: string): Steps<PolicyRow | undefined> {
  const row = yield* queryOne(`${columns} where org_id = $1 and name = $2`, orgId, name);
  return row === undefined ? undefined : policyOf(row);
}

/** Up to `limit` policies whose names come behind `after`, in the order of their bytes. */
export function* policiesAfter(orgId: string, after: string, limit: number): Steps<readonly PolicyRow[]> {
  return (yield* query(`${columns} where org_id = $1 and name > $2 order by name limit $3`, orgId, after, limit)).map(policyOf);
}

/** Up to `limit` versions of a policy behind a version, the oldest first. */
export function* policyVersions(orgId: string, policyId: string, after: number, limit: number): Steps<readonly PolicyVersionRow[]> {
  const rows = yield* query(
    `select version, body, created_at, created_by from policy_versions
     where org_id = $1 and policy_id = $2 and version > $3 order by version limit $4`,
    orgId,
    policyId,
    after,
    limit,
  );
  return rows.map((row) => {
    const { comment, content } = json(row, 'body', isBody);
    return { version: number(row, 'version'), comment, content, createdAt: number(row, 'created_at'), createdBy: text(row, 'created_by') };
  });
}

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
  return rows.map((row) => ({ name: text(row, 'name'), version: number(row, 'version'), rules: json(row, 'body', isBody).rules }));
}

function policyOf(row: Row): PolicyRow {
  return {
    id: text(row, 'id'),
    name: text(row, 'name'),
    description: json(row, 'details', isDetails).description,
    versionCount: number(row, 'version_count'),
    createdAt: number(row, 'created_at'),
    createdBy: text(row, 'created_by'),
    lastModifiedAt: number(row, 'last_modified_at'),
  };
}
