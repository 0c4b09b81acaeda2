import { operations } from '../../contract/index.ts';
import { attestationsOfTrail } from '../evidence/find-attestations.ts';
import { route } from '../http/route.ts';
import { listJson, sendJson } from '../http/send.ts';

/** All records of one name on a trail, newest first; the empty list for a name that nobody reported. */
export const attestationsOfName = route(operations.attestationsOfName, 'read', async ({ reply, evidence, author, params }) => {
  const items = await attestationsOfTrail(evidence, author.orgId, params.flow_name, params.trail_name, params.attestation_name);
  return await sendJson(reply, listJson(items));
});
