import { getFlow, type Call } from '../../client/index.ts';
import { matches } from '../../contract/patterns.ts';
import { answerOrFault } from '../run/fault.ts';

/** Code of the fault where an answer names another flow than the one asked about. */
export const otherFlow = 'other-flow';

/** The new name of a flow that was renamed: it answers to its old one. `undefined` where it was not, or the service does not say. */
export async function flowNow(call: Call, { flow, org }: { readonly org: string; readonly flow: string }): Promise<string | undefined> {
  const found = await answerOrFault(() => getFlow(call, { org, flow_name: flow }));
  const name = 'name' in found ? found.name : flow;
  if (name === flow || !matches('flowName', name)) return undefined;
  call.onNotice?.(`Flow ${flow} is called ${name} now: what ${name} holds is judged`);
  return name;
}
