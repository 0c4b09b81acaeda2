import { isFlow, isItems, isPage } from '../contract/checks.gen.ts';
import type { Flow, FlowInput, Page, ParamsOf, QueryOf } from '../contract/index.ts';
import { callOperation } from './operation.ts';
import type { ListPage } from './pages.ts';
import { expect } from './reply.ts';
import type { CallContext } from './transport.ts';

/** Creates or updates a flow with its template (YAML text; without one a stored template stays). Resolves to whether it is new. */
export async function putFlow(
  context: CallContext,
  params: ParamsOf<'putFlow'>,
  flow: FlowInput,
  template: string | undefined,
): Promise<'created' | 'updated'> {
  const file =
    template === undefined ? undefined : { part: 'template_file', attachment: { name: 'template.yml', content: Buffer.from(template) } };
  const { status } = await callOperation(context, 'putFlow', params, { data: flow, file });
  return status === 201 ? 'created' : 'updated';
}

/** One flow; a `ResponseError` with status 404 where there is none. */
export async function getFlow(context: CallContext, params: ParamsOf<'getFlow'>): Promise<Flow> {
  const answer = await callOperation(context, 'getFlow', params);
  return expect(isFlow, 'Flow', answer.reply(), answer.request);
}

/** One page of flows, by name, in either shape: `{data, pagination}`, or the plain array. */
export async function listFlows(context: CallContext, params: ParamsOf<'listFlows'>, query: QueryOf<'listFlows'>): Promise<ListPage<Flow>> {
  const answer = await callOperation(context, 'listFlows', params, {
    query: { ...query, case_sensitive: query.case_sensitive?.toString() },
  });
  const reply = answer.reply();
  const { data, pagination }: Page = isItems(reply) ? { data: [...reply] } : await expect(isPage, 'Page', reply, answer.request);
  return { items: await Promise.all(data.map((item) => expect(isFlow, 'Flow', item, answer.request))), pagination };
}
