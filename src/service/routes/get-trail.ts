import { operations } from '../../contract/index.ts';
import { getTrail as read } from '../evidence/get-trail.ts';
import { route } from '../http/route.ts';

/** One trail. */
export const getTrail = route(operations.getTrail, 'read', ({ evidence, author, params }) =>
  read(evidence, author, params.flow_name, params.trail_name),
);
