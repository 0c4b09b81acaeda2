import { hash } from 'node:crypto';
import type { Authenticator } from './authenticator.ts';

/** A token that was made for a user of this service. */
export const byToken: Authenticator = async ({ authorization }, secretIn, store) => {
  const secret = secretIn(authorization);
  return secret === undefined ? undefined : await store.authenticate(tokenHash(secret));
};

/** Only this hash of a token is kept. */
export function tokenHash(token: string): string {
  return hash('sha256', token);
}
