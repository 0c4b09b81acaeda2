import type { FastifyRequest } from 'fastify';
import { Refusal } from '../evidence/refusal.ts';
import type { Principal } from '../store/model/roles.ts';
import type { Store } from '../store/store.ts';
import type { Authenticator } from './authenticator.ts';
import { noteCaller } from './caller.ts';
import type { Guesses } from './guesses.ts';
import { secretOf, type SecretIn } from './header.ts';
import { accessPrefix, askAgain, byJobAccess } from './oidc/job-access.ts';
import { byToken } from './token.ts';

/** The things by which it is found out who asks. */
export interface Door {
  readonly store: Store;
  readonly guesses: Guesses;
}

/** All ways to authenticate, in the order in which they are tried. */
const authenticators: readonly Authenticator[] = [byJobAccess, byToken];

/** The sender of a request. Throws a Refusal if the request carries nothing that identifies a known user. */
export async function principalOf({ guesses, store }: Door, request: FastifyRequest, secretIn: SecretIn = secretOf): Promise<Principal> {
  const { headers, ip } = request;
  const secret = secretIn(headers.authorization);
  if (secret === undefined) {
    throw new Refusal('unauthorized', 'The request carries no token.', { fix: 'Send the header Authorization: Bearer <token>.' });
  }
  guesses.admit(ip, secret);
  for (const authenticate of authenticators) {
    const principal = await authenticate(headers, secretIn, store);
    if (principal === undefined) continue;
    guesses.right(ip, secret);
    noteCaller(request, principal);
    return principal;
  }
  guesses.wrong(ip, secret);
  const isOfJob = secret.startsWith(accessPrefix);
  throw new Refusal(
    'unauthorized',
    isOfJob ? 'The access of this job has expired long ago, or was never given here.' : 'The token is not known to this service.',
    {
      fix: isOfJob ? askAgain : 'Check the token and the base URL.',
    },
  );
}
