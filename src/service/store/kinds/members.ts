import { isNumber, isText, fields, isTexts, listOf, optional } from '../sql/shape.ts';
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

const granted = { ...token, token_hash: isText, role: isText };

/**
 * In logs of earlier programs: from now on, a token of a user may do in the organization what its role permits; the user is one
 * of its members. The record holds only the SHA-256 of the token.
 */
export const tokenGranted = kind(['token_granted'], granted);

/**
 * The same, until a moment if there is one, and in some flows alone if they are named. `replaces` is the token that this one was
 * made to replace.
 */
export const tokenMade = kind(['token_made'], {
  ...granted,
  label: optional(isText),
  flows: optional(isTexts),
  expires_at: optional(isNumber),
  replaces: optional(isText),
});

/** From the moment `ends_at` on, a token gives no access to the organization. */
export const tokenEndSet = kind(['token_end_set'], { ...token, ends_at: isNumber });

/** From now on, a token gives no access to the organization. */
export const tokenRevoked = kind(['token_revoked'], token);

export type MemberContent = SaidBy<typeof memberReported>;
export type RevokedContent = SaidBy<typeof tokensRevoked>;
export type DefaultContent = SaidBy<typeof defaultOrganizationSet>;
export type GrantContent = SaidBy<typeof tokenGranted>;
export type TokenContent = SaidBy<typeof tokenMade>;
export type TokenEndContent = SaidBy<typeof tokenEndSet>;
export type GrantRevokedContent = SaidBy<typeof tokenRevoked>;
