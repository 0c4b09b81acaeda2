import { getFlow, type Call } from '../../client/index.ts';
import { matches } from '../../contract/patterns.ts';
import { answerOrFault } from '../run/fault.ts';

/** Code of the fault where an answer names another flow than the one asked about. */
export const otherFlow = 'other-flow';

/**
 * The name that a flow has now, when the question used an earlier one; `undefined` where the name is still right, or the service does not
 * say. A renamed flow answers to its old name, and gives its new one.
 */
export async function flowNow(call: Call, { flow, org }: { readonly org: string; readonly flow: string }): Promise<string | undefined> {
  const found = await answerOrFault(() => getFlow(call, { org, flow_name: flow }));
  const name = 'name' in found ? found.name : flow;
  if (name === flow || !matches('flowName', name)) return undefined;
  call.onNotice?.(`Flow ${flow} is called ${name} now: what ${name} holds is judged`);
  return name;
}
