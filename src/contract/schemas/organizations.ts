import { Type } from 'typebox';
import type { Operation } from './operation.ts';
import { MaybeText } from './fields.ts';
import { InOrganization } from './scalars.ts';
import { Flag, Text, Time } from './given/parts.ts';

/** The caller's default organization; empty if none was set. */
export const DefaultOrganization = Type.Object({ default_org_name: MaybeText });
export type DefaultOrganization = Type.Static<typeof DefaultOrganization>;

/** An organization as a reply. */
export const Organization = Type.Object({
  name: Text,
  kind: Text,
  experimental_features_enabled: Flag,
  created_at: Time,
  last_modified_at: Time,
});
export type Organization = Type.Static<typeof Organization>;

export const organizationOperations = {
  /** Not in the interface: one organization. */
  getOrganization: { method: 'GET', path: '/organizations/:org', params: InOrganization, reply: Organization },
  /** Interface, operation 10. */
  setDefaultOrganization: { method: 'PUT', path: '/user/:org', params: InOrganization, body: 'json' },
  /** Not in the interface: the default organization. */
  getDefaultOrganization: {
    method: 'GET',
    path: '/user/default-org',
    params: Type.Object({}),
    reply: Type.Object({ default_org_name: Type.String() }),
    checks: { DefaultOrganization },
  },
} as const satisfies Record<string, Operation>;
