import { isText } from '../sql/shape.ts';
import { kind, type SaidBy } from './kind.ts';

const token = { user: isText, user_id: isText, token_id: isText };

/**
 * A token of a user may do in the organization from now on what its role permits; the user is one of its members. Of the
 * token there is its SHA-256.
 */
export const tokenGranted = kind(['token_granted'], { ...token, token_hash: isText, role: isText });

/** A token lets nobody into the organization from now on. */
export const tokenRevoked = kind(['token_revoked'], token);

export type GrantContent = SaidBy<typeof tokenGranted>;
export type GrantRevokedContent = SaidBy<typeof tokenRevoked>;
