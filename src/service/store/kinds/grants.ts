import { isText } from '../sql/shape.ts';
import { kind, type SaidBy } from './kind.ts';

const token = { user: isText, user_id: isText, token_id: isText };

/**
 * From now on, a token of a user may do in the organization what its role permits; the user is one of its members. The record
 * holds only the SHA-256 of the token.
 */
export const tokenGranted = kind(['token_granted'], { ...token, token_hash: isText, role: isText });

/** From now on, a token gives no access to the organization. */
export const tokenRevoked = kind(['token_revoked'], token);

export type GrantContent = SaidBy<typeof tokenGranted>;
export type GrantRevokedContent = SaidBy<typeof tokenRevoked>;
