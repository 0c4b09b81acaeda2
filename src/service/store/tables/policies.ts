import { canonical } from '../log/canonical.ts';
import { append, closeChain, openChain, type Appended, type Chain } from '../log/chain.ts';
import type { PolicyContent } from '../kinds/policies.ts';
import type { NewPolicy, PolicyRow, PolicyVersionRow } from '../model/policies.ts';
import { newRecordId } from '../record-id.ts';
import { json, number, text } from '../sql/row.ts';
import { isText, shape } from '../sql/shape.ts';
import { query, queryOne, type Row, type Steps } from '../sql/statement.ts';
import type { Judges } from '../model/judges.ts';
import { isPolicyBody } from './latest-policies.ts';
import { settlePolicy } from './settle.ts';

const isDetails = shape<{ readonly description: string }>({ description: isText });

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
    const { comment, content } = json(row, 'body', isPolicyBody);
    return { version: number(row, 'version'), comment, content, createdAt: number(row, 'created_at'), createdBy: text(row, 'created_by') };
  });
}

/** Creates a policy, or changes one; a file that says something new is another version. `no-rules`: there is none, and no file came. */
export function* putPolicy(
  { author, data, name, rules }: NewPolicy,
  judges: Judges,
  now: number,
): Steps<'created' | 'updated' | 'no-rules'> {
  const chain = yield* openChain(author);
  const known = yield* findPolicy(author.orgId, name);
  if (known === undefined && rules === undefined) {
    yield* closeChain(chain);
    return 'no-rules';
  }
  const latest = known === undefined ? [] : yield* policyVersions(author.orgId, known.id, known.versionCount - 1, 1);
  const isNew = rules !== undefined && latest[0]?.content !== rules.content;
  const content: PolicyContent = {
    kind: known === undefined ? 'policy_reported' : 'policy_updated',
    policy: name,
    policy_id: known?.id ?? newRecordId(),
    policy_version: (known?.versionCount ?? 0) + (isNew ? 1 : 0),
    ...(isNew ? { rules: rules.rules } : {}),
    data: isNew ? { ...data, policy_file: rules.content } : data,
  };
  yield* applyPolicy(chain, yield* append(chain, now, newRecordId(), content), judges);
  yield* closeChain(chain);
  return known === undefined ? 'created' : 'updated';
}

/** What the tables say of a policy from this record on. */
export function* applyPolicy(chain: Chain, { record }: Appended<PolicyContent>, judges: Judges): Steps<void> {
  const { created_at, data, id, org_id, policy, policy_id, policy_version: version, reported_by, rules } = record;
  const known = yield* findPolicy(org_id, policy);
  const details = canonical({ description: isText(data.description) ? data.description : (known?.description ?? '') });
  yield* query(
    `insert into policies (org_id, id, name, details, version_count, created_at, created_by, last_modified_at)
     values ($1, $2, $3, $4, $5, $6, $7, $6)
     on conflict (org_id, id) do update set details = excluded.details, version_count = excluded.version_count,
       last_modified_at = excluded.last_modified_at`,
    org_id,
    policy_id,
    policy,
    details,
    version,
    created_at,
    reported_by,
  );
  if (rules === undefined) return;
  const comment = isText(data.comment) ? data.comment : '';
  yield* query(
    `insert into policy_versions (org_id, id, policy_id, version, body, created_at, created_by) values ($1, $2, $3, $4, $5, $6, $7)`,
    org_id,
    id,
    policy_id,
    version,
    canonical({ comment, content: isText(data.policy_file) ? data.policy_file : '', rules }),
    created_at,
    reported_by,
  );
  yield* settlePolicy(chain, policy, judges);
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
