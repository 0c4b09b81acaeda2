import type { Evidence } from './context.ts';
import { noFlow, noTrail } from './not-found.ts';
import { trailView } from './trail-view.ts';

export async function getTrail(
  { store, links }: Evidence,
  org: { readonly orgId: string; readonly orgName: string },
  flowName: string,
  name: string,
): Promise<object> {
  const trail = await store.findTrail(org.orgId, flowName, name);
  if (trail !== undefined) return trailView(trail, org.orgName, links);
  throw (await store.findFlow(org.orgId, flowName)) === undefined ? noFlow(org.orgName, flowName) : noTrail(org.orgName, flowName, name);
}
