import type { Route } from '../http/route.ts';
import { artifactRoutes } from './artifacts.ts';
import { attestRoutes } from './attest.ts';
import { attestationRoutes } from './attestations.ts';
import { flowRoutes } from './flows.ts';
import { organizationRoutes } from './organizations.ts';
import { searchRoutes } from './search.ts';
import { trailRoutes } from './trails.ts';
import { typeRoutes } from './types.ts';

/** Every operation that the service answers. */
export const routes: readonly Route[] = [
  ...trailRoutes,
  ...attestRoutes,
  ...attestationRoutes,
  ...artifactRoutes,
  ...flowRoutes,
  ...searchRoutes,
  ...organizationRoutes,
  ...typeRoutes,
];
