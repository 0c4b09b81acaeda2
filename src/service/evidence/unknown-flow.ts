import { didYouMean, list } from '../../text/index.ts';
import type { Author } from '../store/log/chain.ts';
import type { Evidence } from './context.ts';
import { Refusal } from './refusal.ts';

/** Flows that are searched for the one that was meant. */
const most = 1000;

/** Refuses evidence for an unknown flow if evidence may not create flows: a mistyped flow would require nothing. */
export async function refuseUnknownFlow(
  { beginsFlows, store }: Pick<Evidence, 'beginsFlows' | 'store'>,
  { orgId, orgName }: Author,
  flow: string,
): Promise<void> {
  if (beginsFlows || (await store.findFlow(orgId, flow)) !== undefined) return;
  const flows = await store.flowNames(orgId, '', most);
  const there = flows.length === 0 ? 'there are none' : `there is ${list(flows)}`;
  throw new Refusal(
    'invalid-request',
    `There is no flow '${flow}' in the organization '${orgName}', and evidence begins none in this service: ${there}.`,
    { fix: `${didYouMean(flow, flows)}Correct the name of the flow, or give the service a file of it (flow-files, --flow).` },
  );
}
