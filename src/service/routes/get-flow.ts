import { operations } from '../../contract/index.ts';
import { getFlow as read } from '../evidence/get-flow.ts';
import { route } from '../http/route.ts';

/** One flow with its template. */
export const getFlow = route(operations.getFlow, 'read', ({ evidence, author, params }) => read(evidence, author, params.flow_name));
