import type { Route } from '../http/route.ts';
import { approvalRoutes } from './approvals/routes.ts';
import { artifactRoutes } from './artifacts/routes.ts';
import { assertRoutes } from './asserts/routes.ts';
import { attestRoutes, attestationRoutes } from './attestations/routes.ts';
import { typeRoutes } from './custom-types/routes.ts';
import { allowlistRoutes, environmentRoutes, snapshotRoutes } from './environments/routes.ts';
import { flowRoutes } from './flows/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { oidcRoutes } from './oidc/routes.ts';
import { organizationRoutes } from './organizations/routes.ts';
import { policyRoutes } from './policies/routes.ts';
import { recordRoutes } from './records/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { tagRoutes } from './tags/routes.ts';
import { trailRoutes } from './trails/routes.ts';

export const routes: readonly Route[] = [
  ...trailRoutes,
  ...attestRoutes,
  ...attestationRoutes,
  ...artifactRoutes,
  ...approvalRoutes,
  ...flowRoutes,
  ...notificationRoutes,
  ...policyRoutes,
  ...searchRoutes,
  ...organizationRoutes,
  ...typeRoutes,
  ...environmentRoutes,
  ...snapshotRoutes,
  ...allowlistRoutes,
  ...tagRoutes,
  ...assertRoutes,
  ...recordRoutes,
  ...oidcRoutes,
];
