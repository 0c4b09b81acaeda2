import { hash } from 'node:crypto';
import { utcTime } from '../../presentation/index.ts';
import { Refusal } from '../evidence/refusal.ts';
import type { EndedToken } from '../store/model/tokens.ts';
import type { Authenticator } from './authenticator.ts';

/** A token that was made for a user of this service. One that has ended is named to whoever holds it, and to nobody else. */
export const byToken: Authenticator = async ({ authorization }, secretIn, store) => {
  const secret = secretIn(authorization);
  if (secret === undefined) return undefined;
  const principal = await store.authenticate(tokenHash(secret));
  if (principal !== undefined) return principal;
  const ended = await store.endedToken(tokenHash(secret));
  if (ended !== undefined) throw tokenEnded(ended);
  return undefined;
};

function tokenEnded({ endedAt, id, label }: EndedToken): Refusal {
  const name = label === undefined ? id : `${id} (${label})`;
  return new Refusal('ended', `The token ${name} ended on ${utcTime(endedAt)}.`, {
    fix: `Use the one that replaced it, or have another one made like it: compliance-evidence token rotate ${id}`,
  });
}

/** Only this hash of a token is kept. */
export function tokenHash(token: string): string {
  return hash('sha256', token);
}
