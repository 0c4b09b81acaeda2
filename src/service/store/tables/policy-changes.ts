import { canonical } from '../log/canonical.ts';
import { append, closeChain, openChain, type Appended, type Chain } from '../log/chain.ts';
import type { PolicyContent } from '../log/kinds/policies.ts';
import type { NewPolicy } from '../policies.ts';
import { newRecordId } from '../record-id.ts';
import { isText } from '../sql/shape.ts';
import { query, type Steps } from '../sql/statement.ts';
import type { Rules } from '../store.ts';
import { findPolicy, policyVersions } from './policies.ts';
import { settlePolicy } from './settle.ts';

/** Creates a policy, or changes one; a file that says something new is another version. `no-rules`: there is none, and no file came. */
export function* putPolicy({ author, data, file, name }: NewPolicy, rules: Rules, now: number): Steps<'created' | 'updated' | 'no-rules'> {
  const chain = yield* openChain(author);
  const known = yield* findPolicy(author.orgId, name);
  if (known === undefined && file === undefined) {
    yield* closeChain(chain);
    return 'no-rules';
  }
  const latest = known === undefined ? [] : yield* policyVersions(author.orgId, known.id, known.versionCount - 1, 1);
  const isNew = file !== undefined && latest[0]?.content !== file.content;
  const content: PolicyContent = {
    kind: known === undefined ? 'policy_reported' : 'policy_updated',
    policy: name,
    policy_id: known?.id ?? newRecordId(),
    policy_version: (known?.versionCount ?? 0) + (isNew ? 1 : 0),
    ...(isNew ? { rules: file.rules } : {}),
    data: isNew ? { ...data, policy_file: file.content } : data,
  };
  yield* applyPolicy(chain, yield* append(chain, now, newRecordId(), content), rules);
  yield* closeChain(chain);
  return known === undefined ? 'created' : 'updated';
}

/** What the tables say of a policy from this record on, and of the environments that it is attached to. */
export function* applyPolicy(chain: Chain, { record }: Appended<PolicyContent>, rules: Rules): Steps<void> {
  const { created_at, data, id, org_id, policy, policy_id, policy_version: version, reported_by } = record;
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
  if (record.rules === undefined) return;
  const comment = isText(data.comment) ? data.comment : '';
  yield* query(
    `insert into policy_versions (org_id, id, policy_id, version, body, created_at, created_by) values ($1, $2, $3, $4, $5, $6, $7)`,
    org_id,
    id,
    policy_id,
    version,
    canonical({ comment, content: isText(data.policy_file) ? data.policy_file : '', rules: record.rules }),
    created_at,
    reported_by,
  );
  yield* settlePolicy(chain, policy, rules);
}
