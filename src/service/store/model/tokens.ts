import type { Role } from './roles.ts';

/** A token by its identifier, as its holder and its administrators know it. */
export interface TokenName {
  readonly id: string;
  /** Says what the token is for. */
  readonly label?: string;
}

/** A token that nobody took back, with its user and its organizations. It may have ended. */
export interface LiveToken extends TokenName {
  readonly user: string;
  /** The role by the organization's name. */
  readonly roles: ReadonlyMap<string, Role>;
  /** The only flows that it reaches. */
  readonly flows?: readonly string[];
  /** Unix seconds, here and below. */
  readonly createdAt: number;
  /** When it ends, or ended. */
  readonly expiresAt?: number;
  /** How long it was made for, in seconds. */
  readonly lifespan?: number;
  /** Whether another token was made in its place. */
  readonly isReplaced: boolean;
  /** When it was last used, to about a minute. */
  readonly lastUsedAt?: number;
}

/** A token whose time is over. */
export interface EndedToken extends TokenName {
  readonly endedAt: number;
}

export interface NewToken {
  readonly hash: string;
  readonly user: string;
  readonly orgs: readonly string[];
  readonly role: Role;
  readonly label?: string;
  readonly flows?: readonly string[];
  readonly expiresAt?: number;
  /** Whether a token that is there already may end later than `expiresAt`, because nobody asked for this moment. */
  readonly mayEndLater?: boolean;
  /** Whether no organization is made next to those that are there. The first ones are. */
  readonly onlyKnownOrgs?: boolean;
}

export type TokenOutcome =
  | { readonly outcome: 'added' }
  /** The token existed with the same role, organizations and flows, and ends no later. */
  | { readonly outcome: 'there'; readonly token: LiveToken }
  | { readonly outcome: 'other-user' }
  /** This organization is not there, and these are. */
  | { readonly outcome: 'no-organization'; readonly org: string; readonly known: readonly string[] }
  /** The existing token has other grants. */
  | { readonly outcome: 'other-grants'; readonly token: LiveToken }
  | { readonly outcome: 'ended'; readonly token: LiveToken };

/** A token that replaces another one: with its user, label, organizations, and with its grants or with fewer. */
export interface Replacement {
  readonly id: string;
  readonly hash: string;
  /** The command that makes it. */
  readonly command: string;
  /** Fewer rights in each organization. */
  readonly role?: Role;
  /** Fewer flows. */
  readonly flows?: readonly string[];
  readonly expiresAt?: number;
  /** The replaced token ends then, unless it ends before. */
  readonly overlapUntil: number;
}

export type ReplacementOutcome =
  | { readonly outcome: 'replaced'; readonly token: LiveToken; readonly endsAt: number }
  | { readonly outcome: 'no-token' }
  /** It would reach this flow, and the replaced token does not. */
  | { readonly outcome: 'more-flows'; readonly flow: string }
  /** It would have more rights in this organization. */
  | { readonly outcome: 'more-rights'; readonly org: string; readonly role: string };

/** When a token was used, in Unix seconds. */
export interface TokenUse {
  readonly tokenId: string;
  readonly usedAt: number;
}
