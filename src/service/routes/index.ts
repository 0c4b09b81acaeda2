import type { Route } from '../http/route.ts';
import { allowlistRoutes } from './allowlists.ts';
import { approvalRoutes } from './approvals.ts';
import { artifactRoutes } from './artifacts.ts';
import { attestRoutes } from './attest.ts';
import { assertRoutes } from './asserts.ts';
import { attestationRoutes } from './attestations.ts';
import { environmentRoutes } from './environments.ts';
import { flowRoutes } from './flows.ts';
import { notificationRoutes } from './notifications.ts';
import { oidcRoutes } from './oidc.ts';
import { organizationRoutes } from './organizations.ts';
import { policyRoutes } from './policies.ts';
import { recordRoutes } from './records.ts';
import { searchRoutes } from './search.ts';
import { snapshotRoutes } from './snapshots.ts';
import { tagRoutes } from './tags.ts';
import { trailRoutes } from './trails.ts';
import { typeRoutes } from './custom-types.ts';

/** Every operation that the service answers. */
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
