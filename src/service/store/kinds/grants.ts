import { header, oneOf, type Header } from '../log/header.ts';
import { isText, shape } from '../sql/shape.ts';
import type { Kind } from './kind.ts';

/** A token of a user may do in the organization from now on what its role permits; the user is one of its members. */
export interface GrantContent {
  readonly kind: 'token_granted';
  readonly user: string;
  readonly user_id: string;
  readonly token_id: string;
  /** SHA-256 of the token, which itself is kept nowhere. */
  readonly token_hash: string;
  readonly role: string;
}

/** A token lets nobody into the organization from now on. */
export interface GrantRevokedContent {
  readonly kind: 'token_revoked';
  readonly user: string;
  readonly user_id: string;
  readonly token_id: string;
}

const token = { user: isText, user_id: isText, token_id: isText };

export const tokenGranted: Kind<GrantContent> = {
  is: shape<Header & GrantContent>({ ...header, ...token, kind: oneOf('token_granted'), token_hash: isText, role: isText }),
  event: ({ kind }) => ({ type: kind }),
};

export const tokenRevoked: Kind<GrantRevokedContent> = {
  is: shape<Header & GrantRevokedContent>({ ...header, ...token, kind: oneOf('token_revoked') }),
  event: ({ kind }) => ({ type: kind }),
};
