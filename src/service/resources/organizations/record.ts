import { aFlag, aNumber, aText, ifThere, listOf, shape } from '../../../text/check.ts';
import { kind, type SaidBy } from '../../record/kind.ts';

const user = { user: aText, user_id: aText };

/** In logs of earlier programs: the members of the organization from now on, and the role of each of their tokens there. */
export const memberReported = kind(['member_reported'], {
  ...user,
  role: aText,
  tokens: listOf(shape({ id: aText, hash: aText })),
});

/** In logs of earlier programs: tokens that give no access any more, by their identifiers. */
export const tokensRevoked = kind(['tokens_revoked'], { ...user, tokens: listOf(aText) });

/** From now on, this organization is the default one of a user. */
export const defaultOrganizationSet = kind(['default_organization_set'], { user_id: aText });

/** From now on, nobody but those who run the service writes to the organization; or everybody does again. */
export const organizationArchived = kind(['organization_archived', 'organization_restored'], {});

const token = { ...user, token_id: aText };

const granted = { ...token, token_hash: aText, role: aText };

/**
 * In logs of earlier programs: from now on, a token of a user may do in the organization what its role permits; the user is one
 * of its members. The record holds only the SHA-256 of the token.
 */
export const tokenGranted = kind(['token_granted'], granted);

/**
 * The same, until a moment and in some flows alone if they are given. `replaces` is the token that this one was made to replace. With
 * `machine` its user is none that a person is: whoever reported the record made it.
 */
export const tokenMade = kind(['token_made'], {
  ...granted,
  label: ifThere(aText),
  flows: ifThere(listOf(aText)),
  expires_at: ifThere(aNumber),
  replaces: ifThere(aText),
  machine: ifThere(aFlag),
});

/** From the moment `ends_at` on, a token gives no access to the organization. */
export const tokenEndSet = kind(['token_end_set'], { ...token, ends_at: aNumber });

/** From now on, a token gives no access to the organization. */
export const tokenRevoked = kind(['token_revoked'], token);

export type MemberContent = SaidBy<typeof memberReported>;
export type RevokedContent = SaidBy<typeof tokensRevoked>;
export type DefaultContent = SaidBy<typeof defaultOrganizationSet>;
export type ArchiveContent = SaidBy<typeof organizationArchived>;
export type GrantContent = SaidBy<typeof tokenGranted>;
export type TokenContent = SaidBy<typeof tokenMade>;
export type TokenEndContent = SaidBy<typeof tokenEndSet>;
export type GrantRevokedContent = SaidBy<typeof tokenRevoked>;
