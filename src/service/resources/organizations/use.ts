import type { Organization } from '../../../contract/index.ts';
import type { Evidence } from '../../context.ts';
import type { View } from '../../evidence/links.ts';
import { Refusal } from '../../evidence/refusal.ts';
import type { Author } from '../../log/chain.ts';
import type { Principal } from '../../roles.ts';

export async function setDefaultOrganization({ store }: Evidence, author: Author): Promise<void> {
  if (author.credential.kind !== 'token') {
    throw new Refusal('forbidden', 'A job has no default organization: that belongs to a user.', {
      fix: 'Name the organization in each request.',
    });
  }
  await store.setDefaultOrganization(author);
}

/** The default organization, among those that the caller's token is for; its name is empty if none of them was set. */
export async function getDefaultOrganization(
  { store }: Evidence,
  { grants, userId }: Principal,
): Promise<{ readonly default_org_name: string }> {
  return { default_org_name: (await store.defaultOrganizations(userId)).find((name) => grants.has(name)) ?? '' };
}

export async function getOrganization({ store }: Evidence, { orgId }: Author): Promise<View<Organization>> {
  const organization = await store.findOrganization(orgId);
  if (organization === undefined) throw new Error(`The organization ${orgId} is gone.`);
  const { name, createdAt, lastModifiedAt } = organization;
  return { name, kind: 'shared', experimental_features_enabled: false, created_at: createdAt, last_modified_at: lastModifiedAt };
}
