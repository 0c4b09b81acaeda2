import type { Evidence } from './context.ts';
import { noFlow } from './not-found.ts';

/** A flow as its readers see it; `template` is its YAML. */
export async function getFlow(
  { store }: Evidence,
  org: { readonly orgId: string; readonly orgName: string },
  name: string,
): Promise<object> {
  const flow = await store.findFlow(org.orgId, name);
  if (flow === undefined) throw noFlow(org.orgName, name);
  return {
    name: flow.name,
    description: flow.details.description ?? '',
    visibility: flow.details.visibility ?? 'private',
    org: org.orgName,
    template: flow.content,
    repo_url: null,
    tags: {},
    created_at: flow.createdAt,
    created_by: flow.createdBy,
    last_modified_at: flow.lastModifiedAt,
  };
}
