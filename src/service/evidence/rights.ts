import { may, type Caller, type Permission } from '../store/model/roles.ts';
import { Refusal } from './refusal.ts';

/** Refuses a caller whose role lacks a right. */
export function refuseWithout(caller: Pick<Caller, 'role' | 'orgName'>, need: Permission, does?: string): void {
  if (!may(caller, need)) throw lacks(caller, need, does);
}

/** The refusal of a caller whose role lacks a right; `does` says what the request does if that is not what the right says. */
export function lacks({ orgName, role }: Pick<Caller, 'role' | 'orgName'>, need: Permission, does = needs[need][0]): Refusal {
  return new Refusal('forbidden', `The role ${role} in the organization '${orgName}' may not ${does}.`, {
    fix: `Use the token of ${needs[need][1]}.`,
  });
}

/** The words for each right, and for the roles that have it. */
const needs: Readonly<Record<Permission, readonly [string, string]>> = {
  admin: ['administer it', 'an administrator'],
  evidence: ['record evidence', 'a recorder, a member or an administrator'],
  override: ['override what evidence says', 'an approver, a member or an administrator'],
  approve: ['approve an artifact', 'an approver, a member or an administrator'],
  define: ['change what is required there or how it is set up', 'a member or an administrator'],
  snapshot: ['report what runs in an environment', 'a snapshotter, a member or an administrator'],
  log: ['read its records', 'an auditor or an administrator'],
  read: ['read', 'a user of the organization'],
};
