import type { Author } from '../log/chain.ts';
import type { Credential } from '../log/header.ts';

/** The roles that a token may have in an organization. */
export const roles = ['admin', 'member', 'recorder', 'approver', 'snapshotter', 'auditor', 'reader'] as const;
export type Role = (typeof roles)[number];

/**
 * The right that a request needs. Who records evidence should not be the one who overrides or approves it, nor the one who says
 * what is required, so each of these is a right of its own.
 */
export type Permission =
  /** Change members. */
  | 'admin'
  /** Record evidence: trails, artifacts and attestations. */
  | 'evidence'
  /** Override what evidence says, of an attestation or of an artifact in an environment. */
  | 'override'
  /** Approve artifacts. */
  | 'approve'
  /** Say what is required, and of what: flows, templates, types, policies, environments, notifications, tags. */
  | 'define'
  /** Report what runs in an environment. */
  | 'snapshot'
  /** Read the log itself. */
  | 'log'
  | 'read';

/** A role is what it permits. */
export const permissionsOf: Readonly<Record<Role, readonly Permission[]>> = {
  admin: ['admin', 'evidence', 'override', 'approve', 'define', 'snapshot', 'log', 'read'],
  member: ['evidence', 'override', 'approve', 'define', 'snapshot', 'read'],
  recorder: ['evidence', 'read'],
  approver: ['override', 'approve', 'read'],
  snapshotter: ['snapshot', 'read'],
  auditor: ['log', 'read'],
  reader: ['read'],
};

/** The access that a secret gives in one organization. */
export interface Grant {
  readonly orgId: string;
  readonly role: Role;
  /** The names of the only flows that it reaches. Without them it reaches the whole organization. */
  readonly flows?: ReadonlySet<string>;
}

/** The user of a secret, and its permissions. */
export interface Principal {
  /** The credential, as the user's records name it. */
  readonly credential: Credential;
  readonly userId: string;
  readonly userName: string;
  /**
   * Its grant in each of its organizations, by their names. Grants belong to this secret: another one of the user may have
   * others.
   */
  readonly grants: ReadonlyMap<string, Grant>;
}

/** The sender of a request in the organization that it is about. */
export interface Caller extends Author, Omit<Grant, 'orgId'> {}

/** Whether a caller has a right. */
export function may({ role }: Pick<Grant, 'role'>, permission: Permission): boolean {
  return permissionsOf[role].includes(permission);
}
