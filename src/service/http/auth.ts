import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../evidence/refusal.ts';
import type { Need } from '../routes/index.ts';
import type { Author } from '../store/log/chain.ts';
import type { Principal, Role } from '../store/roles.ts';
import type { Store } from '../store/store.ts';

const mayWrite: ReadonlySet<Role> = new Set(['admin', 'member']);

/** Who asks, once that is known to be somebody who may. */
export async function permit(store: Store, request: FastifyRequest, need: Need): Promise<Author> {
  const org = orgOf(request);
  const { memberships, tokenId, userId, userName } = await principalOf(store, request);
  const membership = memberships.get(org);
  if (membership === undefined) {
    // The same for an organization that does not exist, so that nobody learns which do.
    throw new Refusal('forbidden', `Access denied to ${request.url.split('?')[0]}: the token's user is not in the organization '${org}'.`, {
      fix: 'Check the name of the organization, or have its administrator add the user.',
    });
  }
  if (need === 'write' && !mayWrite.has(membership.role)) {
    throw new Refusal('forbidden', `The role ${membership.role} in the organization '${org}' may read but not record evidence.`, {
      fix: 'Use the token of a member or an administrator.',
    });
  }
  return { tokenId, userId, userName, orgId: membership.orgId, orgName: org };
}

/** Every operation is in an organization, which its path names. */
function orgOf({ params }: FastifyRequest): string {
  return typeof params === 'object' && params !== null && 'org' in params && typeof params.org === 'string' ? params.org : '';
}

async function principalOf(store: Store, request: FastifyRequest): Promise<Principal> {
  const token = tokenOf(request.headers.authorization);
  if (token === undefined) {
    throw new Refusal('unauthorized', 'The request carries no token.', { fix: 'Send the header Authorization: Bearer <token>.' });
  }
  const hash = tokenHash(token);
  const principal = await store.authenticate(hash);
  if (principal !== undefined && timingSafeEqual(Buffer.from(principal.tokenHash), Buffer.from(hash))) return principal;
  throw new Refusal('unauthorized', 'The token is not known to this service.', { fix: 'Check the token and the base URL.' });
}

/** Only this is kept of a token. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The token of an Authorization header: a bearer's, or the user name of basic authentication, whose password is ignored. */
export function tokenOf(header: string | undefined): string | undefined {
  const [, scheme = '', value = ''] = /^(\S+) +(\S+) *$/.exec(header ?? '') ?? [];
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return value;
    case 'basic':
      return Buffer.from(value, 'base64').toString().split(':')[0] || undefined;
    default:
      return undefined;
  }
}
