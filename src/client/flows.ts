import type { FlowInput, ParamsOf } from '../contract/index.ts';
import { callOperation } from './operation.ts';
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
