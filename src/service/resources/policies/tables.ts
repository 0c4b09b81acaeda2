import type { ArtifactEvaluation, PolicyRules } from '../../../compliance/index.ts';
import { aText, shape } from '../../../text/check.ts';
import { canonical } from '../../../text/index.ts';
import { append, type Appended, type Author, type Deciding } from '../../log/chain.ts';
import { newRecordId } from '../../record/id.ts';
import { newestRule, type Sent } from '../../record/kind.ts';
import { column, json, jsonOf, number, readAll, readOne, reader, text } from '../../sql/row.ts';
import { insert, send, sql, upsert, type Steps } from '../../sql/sql.ts';
import type { Rules } from '../../store-rules.ts';
import { artifactFacts, evaluateUnderPolicy, policiesNamed } from '../environments/tables-evaluation.ts';
import { policyBody, type PolicyContent } from './record.ts';

/** The rules of a policy, together with the YAML that they were read from. */
export interface StoredRules {
  readonly rules: PolicyRules;
  readonly content: string;
}

const details = shape({ description: aText });

/** A policy without its versions: there may be any number of these, and each has a file. */
const policyFields = reader({
  id: text,
  name: text,
  description: column('details', (row, column) => json(row, column, details).description),
  versionCount: number,
  createdAt: number,
  createdBy: text,
  lastModifiedAt: number,
});
export type PolicyRow = ReturnType<typeof policyFields>;

/** A version counts from 1 in its policy. */
const version = reader({ version: number, body: jsonOf(policyBody), createdAt: number, createdBy: text });

export interface NewPolicy {
  readonly author: Author;
  readonly name: string;
  /** The fields as the client sent them; an absent field leaves the stored value. */
  readonly data: Sent;
  /** The rules of a new version, unless the latest one has the same. */
  readonly rules?: StoredRules;
}

const columns = sql`select id, name, details, version_count, created_at, created_by, last_modified_at from policies`;

export const findPolicy = (orgId: string, name: string) =>
  readOne(policyFields, sql`${columns} where org_id = ${orgId} and name = ${name}`);

/** Up to `limit` policies whose names come after `after`, in byte order. */
export const policiesAfter = (orgId: string, after: string, limit: number) =>
  readAll(policyFields, sql`${columns} where org_id = ${orgId} and name > ${after} order by name limit ${limit}`);

/** Up to `limit` versions of a policy after a version, the oldest first. */
export const policyVersions = (orgId: string, policyId: string, after: number, limit: number) =>
  readAll(
    version,
    sql`select version, body, created_at, created_by from policy_versions
      where org_id = ${orgId} and policy_id = ${policyId} and version > ${after} order by version limit ${limit}`,
  );

/** Creates a policy, or changes one; new file content is another version. `no-rules`: the policy does not exist, and no file came. */
export function* putPolicy(chain: Deciding, policy: NewPolicy): Steps<'created' | 'updated' | 'no-rules'> {
  const { author, data, name, rules: stored } = policy;
  const known = yield* findPolicy(author.orgId, name);
  if (known === undefined && stored === undefined) return 'no-rules';
  const latest = known === undefined ? [] : yield* policyVersions(author.orgId, known.id, known.versionCount - 1, 1);
  const isNew = stored !== undefined && latest[0]?.body.content !== stored.content;
  const content: PolicyContent = {
    kind: known === undefined ? 'policy_reported' : 'policy_updated',
    policy: name,
    policy_id: known?.id ?? newRecordId(),
    policy_version: (known?.versionCount ?? 0) + (isNew ? 1 : 0),
    ...(isNew ? { rules: stored.rules } : {}),
    data: isNew ? { ...data, policy_file: stored.content } : data,
  };
  yield* applyPolicy(yield* append(chain, content), chain);
  return known === undefined ? 'created' : 'updated';
}

export function* applyPolicy({ record }: Appended<PolicyContent>, chain: Deciding): Steps<void> {
  const { created_at, data, id, org_id, policy, policy_id, policy_version: version, reported_by } = record;
  const known = yield* findPolicy(org_id, policy);
  const details = canonical({ description: typeof data.description === 'string' ? data.description : (known?.description ?? '') });
  yield* send(
    upsert(
      'policies',
      { org_id, id: policy_id },
      { details, version_count: version, last_modified_at: created_at },
      { name: policy, created_at, created_by: reported_by },
    ),
  );
  if (record.rules === undefined) return;
  const comment = typeof data.comment === 'string' ? data.comment : '';
  yield* send(
    insert('policy_versions', {
      org_id,
      id,
      policy_id,
      version,
      body: canonical({ comment, content: typeof data.policy_file === 'string' ? data.policy_file : '', rules: record.rules }),
      created_at,
      created_by: reported_by,
    }),
  );
  yield* evaluateUnderPolicy(chain, policy);
}

/** The current answer of the named policies about an artifact, wherever it was reported; or the first name that is no policy. */
export function* evaluatedBy(
  orgId: string,
  artifact: { readonly fingerprint: string; readonly name: string },
  policies: readonly string[],
  { evaluateArtifact, hiddenBy }: Rules,
): Steps<{ readonly unknown: string } | { readonly judgement: ArtifactEvaluation }> {
  const found = yield* policiesNamed(orgId, policies);
  const unknown = policies.find((each) => !found.some((policy) => policy.name === each));
  if (unknown !== undefined) return { unknown };
  const facts = yield* artifactFacts(orgId, [artifact], found, hiddenBy(newestRule));
  return { judgement: evaluateArtifact(found, facts(artifact)) };
}
