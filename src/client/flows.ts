import { isFlow } from '../contract/checks/flows.gen.ts';
import type { Flow, FlowInput, ParamsOf, QueryOf } from '../contract/index.ts';
import { callOperation } from './operation.ts';
import type { ListPage } from './pages.ts';
import { expect, expectList } from './reply.ts';
import type { Call } from './transport.ts';

/** Creates or updates a flow with its template (YAML text; without one a stored template stays). Resolves to whether it is new. */
export async function putFlow(
  call: Call,
  params: ParamsOf<'putFlow'>,
  flow: FlowInput,
  template: string | undefined,
): Promise<'created' | 'updated'> {
  const file =
    template === undefined ? undefined : { part: 'template_file', attachment: { name: 'template.yml', content: Buffer.from(template) } };
  const { status } = await callOperation(call, 'putFlow', params, { data: flow, file });
  return status === 201 ? 'created' : 'updated';
}

/** One flow; a `ResponseError` with status 404 where there is none. */
export async function getFlow(call: Call, params: ParamsOf<'getFlow'>): Promise<Flow> {
  const answer = await callOperation(call, 'getFlow', params);
  return expect(isFlow, 'Flow', answer.reply(), answer.request);
}

/** One page of flows, by name, in either shape: `{data, pagination}`, or the plain array. */
export async function listFlows(call: Call, params: ParamsOf<'listFlows'>, query: QueryOf<'listFlows'>): Promise<ListPage<Flow>> {
  const answer = await callOperation(call, 'listFlows', params, {
    query: { ...query, case_sensitive: query.case_sensitive?.toString() },
  });
  return expectList(isFlow, 'Flow', answer);
}

/** Renames a flow. Its old name stays valid until another flow takes it. */
export async function renameFlow(call: Call, params: ParamsOf<'renameFlow'>, newName: string): Promise<void> {
  await callOperation(call, 'renameFlow', params, { data: { new_name: newName } });
}

/** Takes a flow out of the list of flows; nothing of it is removed. */
export async function archiveFlow(call: Call, params: ParamsOf<'archiveFlow'>): Promise<void> {
  await callOperation(call, 'archiveFlow', params, { data: null });
}
