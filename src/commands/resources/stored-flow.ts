import { everyItem, getFlow, isNotThere, listFlows, type Call } from '../../client/index.ts';
import type { Flow } from '../../contract/index.ts';
import type { FlowFile } from '../files/flow-file.ts';
import type { Compared } from '../run/result.ts';
import { ifThere } from '../run/fault.ts';

/** Compares the stored flow with its file. To apply it changes a flow that is archived, or that evidence alone began: it is listed, and made on purpose. */
export async function compareFlow(call: Call, org: string, file: FlowFile, path: string): Promise<FlowDiff> {
  const { name } = file.flow;
  const stored = await storedFlow(call, { org, flow_name: name });
  const found = await flowDiff(stored, file, path);
  if (found.change !== 'nothing') return found;
  const isMade = stored?.begun_by !== 'evidence' || typeof stored.made_at === 'number';
  return isMade && (await isListed(call, org, name)) ? found : { ...found, change: 'update' };
}

/** Whether applying the file would change nothing; `false` where the service does not tell what it has. */
export async function isUnchanged(call: Call, org: string, file: FlowFile, path: string): Promise<boolean> {
  return (await ifThere(compareFlow(call, org, file, path)))?.change === 'nothing';
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

/** The changes that applying a file would make to a flow. */
type FlowDiff = Pick<Compared, 'change' | 'diff'>;

/** Compares the stored flow (`undefined`: there is none) with its file. Fields that the file leaves out stay as they are. */
export async function flowDiff(stored: Flow | undefined, { flow, template }: FlowFile, file: string): Promise<FlowDiff> {
  const [{ createTwoFilesPatch }, { stringify }] = await Promise.all([import('diff'), import('yaml')]);
  const text = (name: string, description: string, visibility: string, yaml: string): string =>
    `${stringify({ name, description, visibility })}template:\n${yaml.replace(/^(?=.)/gm, '  ')}`.replace(/\n*$/, '\n');
  const before = { description: stored?.description ?? '', visibility: stored?.visibility ?? 'private', template: stored?.template ?? '' };
  const was = text(stored?.name ?? flow.name, before.description, before.visibility, before.template);
  const becomes = text(
    flow.name,
    flow.description ?? before.description,
    flow.visibility ?? before.visibility,
    template ?? before.template,
  );
  if (stored !== undefined && was === becomes) return { change: 'nothing', diff: '' };
  const diff = createTwoFilesPatch(stored === undefined ? '/dev/null' : 'stored', file, stored === undefined ? '' : was, becomes, '', '', {
    context: 3,
  });
  return { change: stored === undefined ? 'create' : 'update', diff: diff.split('\n').slice(1).join('\n').trimEnd() };
}
