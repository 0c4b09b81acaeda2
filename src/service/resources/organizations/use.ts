import type { Organization, OrganizationInput } from '../../../contract/index.ts';
import { given } from '../../../text/index.ts';
import { newToken, tokenHash } from '../../auth/authenticators.ts';
import type { Evidence } from '../../context.ts';
import type { View } from '../../evidence/links.ts';
import { Refusal, notFound } from '../../evidence/refusal.ts';
import type { Author } from '../../log/chain.ts';
import type { Principal } from '../../roles.ts';
import { refusePast, usualLife } from '../tokens/use.ts';

export async function setDefaultOrganization({ store }: Evidence, author: Author): Promise<void> {
  if (author.credential.kind !== 'token') {
    throw new Refusal('forbidden', 'A job has no default organization: that belongs to a user.', {
      fix: 'Name the organization in each request.',
    });
  }
  await store.setDefaultOrganization(author);
}

/** The default organization, among those that the caller's token is for; its name is empty if none of them was set. */
export async function getDefaultOrganization({ store }: Evidence, { grants, userId }: Principal) {
  return { default_org_name: (await store.defaultOrganizations(userId)).find((name) => grants.has(name)) ?? '' };
}

export async function getOrganization({ store }: Evidence, { orgId }: Author): Promise<View<Organization>> {
  const organization = await store.findOrganization(orgId);
  if (organization === undefined) throw new Error(`The organization ${orgId} is gone.`);
  const { name, createdAt, lastModifiedAt } = organization;
  return { name, kind: 'shared', experimental_features_enabled: false, created_at: createdAt, last_modified_at: lastModifiedAt };
}

/** With a token of its first administrator, which is shown this once. */
export async function makeOrganization({ store }: Evidence, by: Principal, input: OrganizationInput) {
  const { expires_at: end = Date.now() / 1000 + usualLife, name, user } = input;
  refusePast(end);
  const [token, limits] = [newToken(), given({ expiresAt: end === 'never' ? undefined : end })];
  const made = await store.addToken({ hash: tokenHash(token), user, orgs: [name], role: 'admin', onlyNewOrgs: true, by, ...limits });
  if (made.outcome === 'added') return { id: made.id, token, user, expires_at: limits.expiresAt ?? null };
  throw new Refusal('invalid-request', `There is an organization '${name}' already.`, {
    fix: 'Choose another name. If the token of its administrator was lost, `token create` makes one on the machine that holds the data.',
  });
}

export async function changeOrganization({ store }: Evidence, by: Principal, name: string, archived: boolean) {
  const changed = await store.changeOrganization(by, name, archived);
  if (changed === undefined) throw notFound(`There is no organization '${name}'.`, 'List those that are there.');
  return changed;
}
