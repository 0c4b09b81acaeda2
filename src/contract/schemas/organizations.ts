import { Type } from 'typebox';
import type { Operation } from './operation.ts';
import { MaybeFlag, MaybeMoment, MaybeText } from './fields.ts';
import { InOrganization } from './scalars.ts';

/** The caller's default organization; empty if none was set. */
export const DefaultOrganization = Type.Object({ default_org_name: MaybeText });
export type DefaultOrganization = Type.Static<typeof DefaultOrganization>;

/** An organization as a reply. */
export const Organization = Type.Object({
  name: Type.String(),
  kind: MaybeText,
  experimental_features_enabled: MaybeFlag,
  created_at: MaybeMoment,
  last_modified_at: MaybeMoment,
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
    reply: DefaultOrganization,
    checks: { DefaultOrganization },
  },
} as const satisfies Record<string, Operation>;
