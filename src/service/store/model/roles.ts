import type { Credential } from '../log/header.ts';

/**
 * The permissions of a token in an organization: everything, record evidence, report snapshots, read the log itself, or read.
 */
export const roles = ['admin', 'member', 'snapshotter', 'auditor', 'reader'] as const;
export type Role = (typeof roles)[number];

/** The permission that a request needs: change members and settings, record evidence, report snapshots, read the log itself, or read. */
export type Permission = 'admin' | 'evidence' | 'snapshot' | 'log' | 'read';

/** A role is what it permits. */
export const permissionsOf: Readonly<Record<Role, readonly Permission[]>> = {
  admin: ['admin', 'evidence', 'snapshot', 'log', 'read'],
  member: ['evidence', 'snapshot', 'read'],
  snapshotter: ['snapshot', 'read'],
  auditor: ['log', 'read'],
  reader: ['read'],
};

/** The user of a secret, and its permissions. */
export interface Principal {
  /** The credential, as the user's records name it. */
  readonly credential: Credential;
  readonly userId: string;
  readonly userName: string;
  /**
   * The role in each of its organizations, by their names. The roles belong to this token: another token of the user may have
   * others.
   */
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
  /** The token existed with the same role and organizations. */
  | { readonly outcome: 'there' }
  | { readonly outcome: 'other-user' }
  /** The existing token has these other `grants`: the role by the organization's name. */
  | { readonly outcome: 'other-grants'; readonly grants: ReadonlyMap<string, string> };
