import { attestJunit } from './attest-junit.ts';
import { findAttestations, findAttestationsForCriteria } from './find-attestations.ts';
import { getFlow } from './get-flow.ts';
import { getTrail } from './get-trail.ts';
import { listTrails } from './list-trails.ts';
import { putFlow } from './put-flow.ts';
import { putTrail } from './put-trail.ts';
import type { Route } from './route.ts';

/** Every operation that the service answers. */
export const routes: readonly Route[] = [
  listTrails,
  findAttestations,
  findAttestationsForCriteria,
  attestJunit,
  getTrail,
  putTrail,
  putFlow,
  getFlow,
];

export type { Call, Need, Route } from './route.ts';
