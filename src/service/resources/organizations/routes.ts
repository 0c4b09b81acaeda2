import { operations } from '../../../contract/index.ts';
import { route, userRoute, type Route } from '../../http/route.ts';
import * as organizations from './use.ts';

export const organizationRoutes: readonly Route[] = [
  /** Operation 10: every user with a token for an organization may make it their own default one. The body is not read. */
  route(operations.setDefaultOrganization, ({ evidence, author }) => organizations.setDefaultOrganization(evidence, author)),

  userRoute(operations.getDefaultOrganization, ({ evidence, principal }) => organizations.getDefaultOrganization(evidence, principal)),

  userRoute(operations.listOrganizations, ({ evidence: { store } }) => store.listOrganizations()),
  userRoute(operations.makeOrganization, ({ evidence, principal, data }) => organizations.makeOrganization(evidence, principal, data)),
  userRoute(operations.changeOrganization, ({ evidence, principal, params, data }) =>
    organizations.changeOrganization(evidence, principal, params.org, data.archived),
  ),

  route(operations.getOrganization, ({ evidence, author }) => organizations.getOrganization(evidence, author)),
];
