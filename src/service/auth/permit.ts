import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../evidence/refusal.ts';
import type { Author } from '../store/log/chain.ts';
import { permissionsOf, type Permission, type Principal, type Role } from '../store/model/roles.ts';
import type { Store } from '../store/store.ts';

/** The caller, in the organization that the path names. Throws a Refusal unless the role of the token permits what is needed. */
export async function permit(
  store: Store,
  request: FastifyRequest,
  need: Permission,
  tokenIn: TokenIn = tokenOf,
): Promise<{ readonly author: Author; readonly role: Role }> {
  const org = orgOf(request);
  const { grants, tokenId, userName } = await principalOf(store, request, tokenIn);
  const grant = grants.get(org);
  if (grant === undefined) {
    // The same for an organization that does not exist, so that a caller does not learn which organizations exist.
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
  const author: Author = { userName, credential: { kind: 'token', id: tokenId }, orgId: grant.orgId, orgName: org };
  return { author, role: grant.role };
}

/** What a permission lets one do, and who has it. */
const needs: Readonly<Record<Permission, readonly [string, string]>> = {
  admin: ['administer it', 'an administrator'],
  evidence: ['record evidence', 'a member or an administrator'],
  snapshot: ['report what runs in an environment', 'a snapshotter, a member or an administrator'],
  read: ['read', 'a user of the organization'],
};

function orgOf({ params }: FastifyRequest): string {
  return typeof params === 'object' && params !== null && 'org' in params && typeof params.org === 'string' ? params.org : '';
}

/** Where in an Authorization header the token is. */
type TokenIn = (header: string | undefined) => string | undefined;

/** The user that the token of a request belongs to. */
export async function principalOf(store: Store, request: FastifyRequest, tokenIn: TokenIn = tokenOf): Promise<Principal> {
  const token = tokenIn(request.headers.authorization);
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
  const { scheme, value } = partsOf(header);
  switch (scheme) {
    case 'bearer':
      return value;
    case 'basic':
      return Buffer.from(value, 'base64').toString().split(':')[0] || undefined;
    default:
      return undefined;
  }
}

/**
 * The token of somebody who reads a page: a bearer's, or the password that they gave their browser. Never the user name: a
 * browser sends again by itself what it was given, also with a form of another site, and operations take the user name.
 */
export function readerTokenOf(header: string | undefined): string | undefined {
  const { scheme, value } = partsOf(header);
  if (scheme !== 'basic') return scheme === 'bearer' ? value : undefined;
  return Buffer.from(value, 'base64').toString().split(':')[1] || undefined;
}

/** The scheme of an Authorization header, in small letters; empty where there is none. */
export function schemeOf(header: string | undefined): string {
  return partsOf(header).scheme;
}

function partsOf(header: string | undefined): { readonly scheme: string; readonly value: string } {
  const [, scheme = '', value = ''] = /^(\S+) +(\S+) *$/.exec(header ?? '') ?? [];
  return { scheme: scheme.toLowerCase(), value };
}
