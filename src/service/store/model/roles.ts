import type { Credential } from '../log/header.ts';

/** What a token may do in an organization: all of it, record evidence, report what runs where, or read. */
export const roles = ['admin', 'member', 'snapshotter', 'reader'] as const;
export type Role = (typeof roles)[number];

/** What a request may need: to change who is in and what holds, to record evidence, to report what runs where, or to read. */
export type Permission = 'admin' | 'evidence' | 'snapshot' | 'read';

/** A role is what it permits. */
export const permissionsOf: Readonly<Record<Role, readonly Permission[]>> = {
  admin: ['admin', 'evidence', 'snapshot', 'read'],
  member: ['evidence', 'snapshot', 'read'],
  snapshotter: ['snapshot', 'read'],
  reader: ['read'],
};

/** The user that a secret speaks for, and what it is for. */
export interface Principal {
  /** What lets them in, as their records name it. */
  readonly credential: Credential;
  readonly userId: string;
  readonly userName: string;
  /** The role in each of its organizations, by their names. They are its own: another token of this user may have others. */
  readonly grants: ReadonlyMap<string, { readonly orgId: string; readonly role: Role }>;
}

export interface NewToken {
  readonly hash: string;
  readonly user: string;
  readonly orgs: readonly string[];
  readonly role: Role;
}

export type TokenOutcome =
  | { readonly outcome: 'added' }
  /** It was there, the same in all. */
  | { readonly outcome: 'there' }
  | { readonly outcome: 'other-user' }
  /** `grants` are those that it has: the role by the organization's name. */
  | { readonly outcome: 'other-grants'; readonly grants: ReadonlyMap<string, string> };
