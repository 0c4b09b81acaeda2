import type { Route } from '../http/route.ts';
import { approvalRoutes } from './approvals.ts';
import { artifactRoutes } from './artifacts.ts';
import { attestationRoutes } from './attestations.ts';
import { flowRoutes } from './flows.ts';
import { organizationRoutes } from './organizations.ts';
import { searchRoutes } from './search.ts';
import { trailRoutes } from './trails.ts';

/** Every operation that the service answers. */
export const routes: readonly Route[] = [
  ...trailRoutes,
  ...attestationRoutes,
  ...artifactRoutes,
  ...approvalRoutes,
  ...flowRoutes,
  ...searchRoutes,
  ...organizationRoutes,
];
