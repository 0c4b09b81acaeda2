import { fields, isText, isTexts, listOf } from '../sql/shape.ts';
import { kind, type SaidBy } from './kind.ts';

const user = { user: isText, user_id: isText };

/** In logs of earlier programs: who is in the organization from now on, and which of their tokens have which role there. */
export const memberReported = kind(['member_reported'], {
  ...user,
  role: isText,
  tokens: listOf(fields({ id: isText, hash: isText })),
});

/** In logs of earlier programs: tokens that no longer let anybody in, by their identifiers. */
export const tokensRevoked = kind(['tokens_revoked'], { ...user, tokens: isTexts });

/** Which organization a user means from now on when none is named: this one. */
export const defaultOrganizationSet = kind(['default_organization_set'], { user_id: isText });

export type MemberContent = SaidBy<typeof memberReported>;
export type RevokedContent = SaidBy<typeof tokensRevoked>;
export type DefaultContent = SaidBy<typeof defaultOrganizationSet>;
