import type { Records } from '../../../contract/index.ts';
import type { Evidence } from '../../context.ts';
import type { View } from '../../evidence/links.ts';
import type { Org } from '../../log/chain.ts';

/** The records after a place in the organization's log, in its order, and the end of the log. */
export async function recordsAfter({ store }: Evidence, { orgId, orgName }: Org, after: number, limit: number): Promise<View<Records>> {
  return { org: orgName, org_id: orgId, ...(await store.recordsAfter(orgId, after, limit)) };
}
