import { isFlow } from '../contract/checks/flows.gen.ts';
import type { FlowInput, ParamsOf } from '../contract/index.ts';
import { change, fileOf, one, page, put } from './asking.ts';
import type { Call } from './transport.ts';

/** Creates or updates a flow with its template (YAML text; without one a stored template stays). Resolves to whether it is new. */
export function putFlow(
  call: Call,
  params: ParamsOf<'putFlow'>,
  flow: FlowInput,
  template: string | undefined,
): Promise<'created' | 'updated'> {
  return put(call, 'putFlow', params, { data: flow, file: fileOf('template_file', 'template.yml', template) });
}

/** One flow; a `ResponseError` with status 404 where there is none. */
export const getFlow = one('getFlow', isFlow, 'Flow');

/** One page of flows, by name. */
export const listFlows = page('listFlows', isFlow, 'Flow');

/** Renames a flow. Its old name stays valid until another flow takes it. */
export const renameFlow = change('renameFlow', (newName: string) => ({ new_name: newName }));

/** Takes a flow out of the list of flows; nothing of it is removed. */
export const archiveFlow = change('archiveFlow');
