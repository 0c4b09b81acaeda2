import type { Policy, PolicyInput, PolicyVersion } from '../../contract/index.ts';
import { given, withoutNulls } from '../../text/index.ts';
import type { Author, Org } from '../store/log/chain.ts';
import type { PolicyRow, PolicyVersionRow, StoredRules } from '../store/model/policies.ts';
import type { Evidence } from './context.ts';
import { complianceRules } from './gate/names.ts';
import { byName } from './listing.ts';
import { noPolicy } from './not-found.ts';
import { Refusal } from './refusal.ts';
import type { View } from './view.ts';

/** A policy as its readers see it, and its versions as they are read. */
export interface PolicyView {
  readonly fields: View<Policy, 'versions'>;
  readonly versions: AsyncIterable<View<PolicyVersion>>;
}

const policiesAtOnce = 100;
/** The most environments that a policy is shown with. */
const mostShown = 1000;
/** The file of each may be 256 KiB. */
const versionsAtOnce = 10;

/** Creates a policy or changes one; without a file the stored version stays. Answers its new state. */
export async function putPolicy(
  evidence: Evidence,
  author: Author,
  input: PolicyInput,
  rules: StoredRules | undefined,
): Promise<{ readonly outcome: 'created' | 'updated'; readonly policy: PolicyView }> {
  const { store } = evidence;
  const outcome = await store.putPolicy({ author, name: input.name, data: withoutNulls(input), ...given({ rules }) }, complianceRules);
  if (outcome === 'no-rules') {
    throw new Refusal('invalid-request', `There is no policy '${input.name}' yet, and none came along.`, {
      errors: { policy_file: 'is missing: add it.' },
    });
  }
  return { outcome, policy: await getPolicy(evidence, author, input.name) };
}

export async function getPolicy(evidence: Evidence, org: Org, name: string): Promise<PolicyView> {
  const row = await evidence.store.findPolicy(org.orgId, name);
  if (row === undefined) throw noPolicy(org.orgName, name);
  return await viewOf(evidence, org, row);
}

/** The policies of an organization, by name. */
export async function* listPolicies(evidence: Evidence, org: Org): AsyncIterable<PolicyView> {
  const read = (after: string, limit: number) => evidence.store.policiesAfter(org.orgId, after, limit);
  for await (const rows of byName(policiesAtOnce, read, ({ name }) => name)) for (const row of rows) yield await viewOf(evidence, org, row);
}

async function viewOf({ store }: Evidence, { orgId }: Org, row: PolicyRow): Promise<PolicyView> {
  const attached = await store.linkedTo(orgId, 'policy', row.name);
  const environments = await store.environmentNames(orgId, attached.slice(0, mostShown));
  return {
    fields: {
      name: row.name,
      description: row.description,
      archived: false,
      created_by: row.createdBy,
      created_at: row.createdAt,
      last_modified_at: row.lastModifiedAt,
      consuming_envs: [...environments.values()].toSorted(),
    },
    versions: (async function* () {
      for (let after = 0; after < row.versionCount;) {
        const versions = await store.policyVersions(orgId, row.id, after, versionsAtOnce);
        for (const version of versions) yield versionView(version);
        after = versions.at(-1)?.version ?? row.versionCount;
      }
    })(),
  };
}

function versionView({ comment, content, createdAt, createdBy, version }: PolicyVersionRow): View<PolicyVersion> {
  return { version, comment, timestamp: createdAt, created_by: createdBy, policy_yaml: content };
}
