import type { Static } from 'typebox';
import type { FlowInput } from '../../contract/index.ts';
import type { Author } from '../store/log/chain.ts';
import type { StoredTemplate } from '../store/store.ts';
import type { Evidence } from './context.ts';
import { noFlow } from './not-found.ts';
import { withoutNulls } from './without-nulls.ts';

/** Creates a flow or changes what is known of it; without a template the stored one stays. */
export function putFlow(
  { store }: Evidence,
  author: Author,
  input: Static<typeof FlowInput>,
  template: StoredTemplate | undefined,
): Promise<'created' | 'updated'> {
  return store.putFlow({ author, name: input.name, data: withoutNulls(input), ...(template === undefined ? {} : { template }) });
}

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
