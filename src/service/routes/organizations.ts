import { operations } from '../../contract/index.ts';
import * as organizations from '../evidence/organizations.ts';
import { route, userRoute, type Route } from '../http/route.ts';

/** Operation 10: every user with a token for an organization may make it their own default one. The body is not read. */
const setDefaultOrganization = route(operations.setDefaultOrganization, 'read', ({ evidence, author }) =>
  organizations.setDefaultOrganization(evidence, author),
);

const getDefaultOrganization = userRoute(operations.getDefaultOrganization, ({ evidence, principal }) =>
  organizations.getDefaultOrganization(evidence, principal),
);

const getOrganization = route(operations.getOrganization, 'read', ({ evidence, author }) =>
  organizations.getOrganization(evidence, author),
);

export const organizationRoutes: readonly Route[] = [setDefaultOrganization, getDefaultOrganization, getOrganization];
