import { attestJunit } from './attest-junit.ts';
import { attestationsOfName } from './attestations-of-name.ts';
import { findAttestations, findAttestationsForCriteria } from './find-attestations.ts';
import { getFlow } from './get-flow.ts';
import { getTrail } from './get-trail.ts';
import { listOrgTrails } from './list-org-trails.ts';
import { listTrails } from './list-trails.ts';
import { putFlow } from './put-flow.ts';
import { putTrail } from './put-trail.ts';
import type { Route } from '../http/route.ts';

/** Every operation that the service answers. */
export const routes: readonly Route[] = [
  listTrails,
  findAttestations,
  findAttestationsForCriteria,
  attestJunit,
  getTrail,
  listOrgTrails,
  attestationsOfName,
  putTrail,
  putFlow,
  getFlow,
];

export type { Call, Need, Route } from '../http/route.ts';
