import { isText, isTexts, listOf, shape } from '../sql/shape.ts';
import { header, oneOf, type Header } from '../log/header.ts';
import type { Kind } from './kind.ts';

/** In logs of earlier programs: who is in the organization from now on, and which of their tokens have which role there. */
export interface MemberContent {
  readonly kind: 'member_reported';
  readonly user: string;
  readonly user_id: string;
  readonly role: string;
  readonly tokens: readonly { readonly id: string; readonly hash: string }[];
}

/** In logs of earlier programs: tokens that no longer let anybody in. */
export interface RevokedContent {
  readonly kind: 'tokens_revoked';
  readonly user: string;
  readonly user_id: string;
  /** Their identifiers. */
  readonly tokens: readonly string[];
}

/** Which organization a user means from now on when none is named: this one. */
export interface DefaultContent {
  readonly kind: 'default_organization_set';
  readonly user_id: string;
}

export const memberReported: Kind<MemberContent> = {
  is: shape<Header & MemberContent>({
    ...header,
    kind: oneOf('member_reported'),
    user: isText,
    user_id: isText,
    role: isText,
    tokens: listOf(shape<MemberContent['tokens'][number]>({ id: isText, hash: isText })),
  }),
  event: ({ kind }) => ({ type: kind }),
};

export const tokensRevoked: Kind<RevokedContent> = {
  is: shape<Header & RevokedContent>({
    ...header,
    kind: oneOf('tokens_revoked'),
    user: isText,
    user_id: isText,
    tokens: isTexts,
  }),
  event: ({ kind }) => ({ type: kind }),
};

export const defaultOrganizationSet: Kind<DefaultContent> = {
  is: shape<Header & DefaultContent>({ ...header, kind: oneOf('default_organization_set'), user_id: isText }),
  event: ({ kind }) => ({ type: kind }),
};
