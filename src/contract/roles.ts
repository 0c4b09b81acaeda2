import type { Permission } from './schemas/operation.ts';

export const roles = ['admin', 'member', 'recorder', 'approver', 'snapshotter', 'auditor', 'reader'] as const;
export type Role = (typeof roles)[number];

export const permissionsOf: Readonly<Record<Role, readonly Permission[]>> = {
  admin: ['admin', 'evidence', 'override', 'approve', 'define', 'snapshot', 'log', 'read'],
  member: ['evidence', 'override', 'approve', 'define', 'snapshot', 'read'],
  recorder: ['evidence', 'read'],
  approver: ['override', 'approve', 'read'],
  snapshotter: ['snapshot', 'read'],
  auditor: ['log', 'read'],
  reader: ['read'],
};
