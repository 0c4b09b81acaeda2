import type { FastifyRequest } from 'fastify';
import { Refusal } from '../evidence/refusal.ts';
import type { Principal } from '../store/model/roles.ts';
import type { Store } from '../store/store.ts';
import type { Authenticator } from './authenticator.ts';
import { secretOf, type SecretIn } from './header.ts';
import { byToken } from './token.ts';

/** All ways to authenticate, in the order in which they are tried. */
const authenticators: readonly Authenticator[] = [byToken];

/** The sender of a request. Throws a Refusal if the request carries nothing that identifies a known user. */
export async function principalOf(store: Store, { headers }: FastifyRequest, secretIn: SecretIn = secretOf): Promise<Principal> {
  for (const authenticate of authenticators) {
    const principal = await authenticate(headers, secretIn, store);
    if (principal !== undefined) return principal;
  }
  if (secretIn(headers.authorization) === undefined) {
    throw new Refusal('unauthorized', 'The request carries no token.', { fix: 'Send the header Authorization: Bearer <token>.' });
  }
  throw new Refusal('unauthorized', 'The token is not known to this service.', { fix: 'Check the token and the base URL.' });
}
