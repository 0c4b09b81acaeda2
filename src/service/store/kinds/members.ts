import { isText, fields, isTexts, listOf } from '../sql/shape.ts';
import { kind, type SaidBy } from './kind.ts';

const user = { user: isText, user_id: isText };

/** In logs of earlier programs: the members of the organization from now on, and the role of each of their tokens there. */
export const memberReported = kind(['member_reported'], {
  ...user,
  role: isText,
  tokens: listOf(fields({ id: isText, hash: isText })),
});

/** In logs of earlier programs: tokens that give no access any more, by their identifiers. */
export const tokensRevoked = kind(['tokens_revoked'], { ...user, tokens: isTexts });

/** From now on, this organization is the default one of a user. */
export const defaultOrganizationSet = kind(['default_organization_set'], { user_id: isText });

const token = { ...user, token_id: isText };

/**
 * From now on, a token of a user may do in the organization what its role permits; the user is one of its members. The record
 * holds only the SHA-256 of the token.
 */
export const tokenGranted = kind(['token_granted'], { ...token, token_hash: isText, role: isText });

/** From now on, a token gives no access to the organization. */
export const tokenRevoked = kind(['token_revoked'], token);

export type MemberContent = SaidBy<typeof memberReported>;
export type RevokedContent = SaidBy<typeof tokensRevoked>;
export type DefaultContent = SaidBy<typeof defaultOrganizationSet>;
export type GrantContent = SaidBy<typeof tokenGranted>;
export type GrantRevokedContent = SaidBy<typeof tokenRevoked>;
