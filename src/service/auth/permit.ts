import type { FastifyRequest } from 'fastify';
import { stringAt } from '../../text/index.ts';
import { Refusal } from '../evidence/refusal.ts';
import type { Author } from '../store/log/chain.ts';
import { permissionsOf, type Permission, type Role } from '../store/model/roles.ts';
import type { Store } from '../store/store.ts';
import type { SecretIn } from './header.ts';
import { principalOf } from './principal.ts';

/** The caller, in the organization that the path names. Throws a Refusal unless the role of the token permits what is needed. */
export async function permit(
  store: Store,
  request: FastifyRequest,
  need: Permission,
  secretIn?: SecretIn,
): Promise<{ readonly author: Author; readonly role: Role }> {
  const org = stringAt(request.params, 'org') ?? '';
  const { credential, grants, userName } = await principalOf(store, request, secretIn);
  const grant = grants.get(org);
  if (grant === undefined) {
    // The same answer for an organization that does not exist, so that a caller does not learn which organizations exist.
    throw new Refusal('forbidden', `Access denied to ${request.url.split('?')[0]}: the token is not for the organization '${org}'.`, {
      fix: 'Check the name of the organization, or have a token made for it.',
    });
  }
  if (!permissionsOf[grant.role].includes(need)) {
    const [does, able] = needs[need];
    throw new Refusal('forbidden', `The role ${grant.role} in the organization '${org}' may not ${does}.`, {
      fix: `Use the token of ${able}.`,
    });
  }
  const author: Author = { userName, credential, orgId: grant.orgId, orgName: org };
  return { author, role: grant.role };
}

/** The words for each permission, and for the roles that have it. */
const needs: Readonly<Record<Permission, readonly [string, string]>> = {
  admin: ['administer it', 'an administrator'],
  evidence: ['record evidence', 'a member or an administrator'],
  snapshot: ['report what runs in an environment', 'a snapshotter, a member or an administrator'],
  log: ['read its records', 'an auditor or an administrator'],
  read: ['read', 'a user of the organization'],
};
