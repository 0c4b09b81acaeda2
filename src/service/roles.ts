import type { Permission } from '../contract/index.ts';
import { permissionsOf, type Role } from '../contract/limits.ts';
import type { Author } from './log/chain.ts';
import type { Credential } from './record/kind.ts';

/** The access that a secret gives in one organization. */
export interface Grant {
  readonly orgId: string;
  readonly role: Role;
  /** The names of the only flows that it reaches. Without them it reaches the whole organization. */
  readonly flows?: ReadonlySet<string>;
  readonly isArchived?: boolean;
}

/** The user of a secret, and its permissions. */
export interface Principal {
  /** The credential, as the user's records name it. */
  readonly credential: Credential;
  readonly userId: string;
  readonly userName: string;
  /** The name on pages, where that in records is another one. */
  readonly shownName?: string;
  /** Its grant in each of its organizations, by name: those of this secret, and not those of another one of the user. */
  readonly grants: ReadonlyMap<string, Grant>;
}

/** Nobody writes to an archived organization, whatever the role. */
export const roleWords = ({ isArchived, role }: Omit<Grant, 'orgId'>) => `${role}${isArchived ? ' of an archived organization' : ''}`;

export interface Caller extends Author, Omit<Grant, 'orgId'> {}

export function may({ role }: Pick<Grant, 'role'>, permission: Permission): boolean {
  return permissionsOf[role].includes(permission);
}

/** Whether a role permits nothing that another one does not. */
export function isWithin(role: Role, other: Role): boolean {
  return permissionsOf[role].every((permission) => permissionsOf[other].includes(permission));
}
