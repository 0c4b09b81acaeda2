import { Type } from 'typebox';
import type { Operation } from './operation.ts';
import { InOrganization, MaybeText } from './scalars.ts';

/** The organization that the caller means when none is named; empty where none was set. */
export const DefaultOrganization = Type.Object({ default_org_name: MaybeText });
export type DefaultOrganization = Type.Static<typeof DefaultOrganization>;

export const organizationOperations = {
  /** Interface, operation 10. */
  setDefaultOrganization: { method: 'PUT', path: '/user/:org', params: InOrganization, body: 'json' },
  /** Not in the interface: which one it is. */
  getDefaultOrganization: {
    method: 'GET',
    path: '/user/default-org',
    params: Type.Object({}),
    reply: DefaultOrganization,
    checks: { DefaultOrganization },
  },
} as const satisfies Record<string, Operation>;
