import { everyItem, getFlow, isNotThere, listFlows, type Call } from '../../client/index.ts';
import type { Flow } from '../../contract/index.ts';
import { flowDiff, type FlowDiff } from './flow-diff.ts';
import type { FlowFile } from '../files/flow-file.ts';

/** Compares the stored flow with its file. An archived flow counts as a change: applying the file lists it again. */
export async function compareFlow(call: Call, org: string, file: FlowFile, path: string): Promise<FlowDiff> {
  const { name } = file.flow;
  const found = await flowDiff(await storedFlow(call, { org, flow_name: name }), file, path);
  return found.change === 'nothing' && !(await isListed(call, org, name)) ? { ...found, change: 'update' } : found;
}

/** Whether applying the file would change nothing; `false` where the service does not tell what it has. */
export async function isUnchanged(call: Call, org: string, file: FlowFile, path: string): Promise<boolean> {
  try {
    return (await compareFlow(call, org, file, path)).change === 'nothing';
  } catch (error) {
    if (isNotThere(error)) return false;
    throw error;
  }
}

/** `undefined` where there is none. */
async function storedFlow(call: Call, params: Parameters<typeof getFlow>[1]): Promise<Flow | undefined> {
  try {
    return await getFlow(call, params);
  } catch (error) {
    // A 404 without JSON comes from a service without the operation, or from something in front of it.
    if (isNotThere(error) && error.status === 404 && error.isJson) return undefined;
    throw error;
  }
}

/** Archived flows are found by name, but never listed. */
async function isListed(call: Call, org: string, name: string): Promise<boolean> {
  const query = { search_by_name: name, case_sensitive: true };
  const flows = everyItem(
    call,
    (page, per_page) => listFlows(call, { org }, { ...query, page, per_page }),
    (flow) => flow.name,
  );
  for await (const flow of flows) if (flow.name === name) return true;
  return false;
}
