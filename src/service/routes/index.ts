import type { Route } from '../http/route.ts';
import { attestationRoutes } from './attestations.ts';
import { flowRoutes } from './flows.ts';
import { organizationRoutes } from './organizations.ts';
import { trailRoutes } from './trails.ts';

/** Every operation that the service answers. */
export const routes: readonly Route[] = [...trailRoutes, ...attestationRoutes, ...flowRoutes, ...organizationRoutes];
