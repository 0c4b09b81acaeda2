import { everyItem, getFlow, listFlows, putFlow, archiveFlow, changeTags, renameFlow, type Call } from '../../client/index.ts';
import { ResponseError } from '../../errors/index.ts';
import {
  argument,
  dryRunOption,
  flowFileOption,
  later,
  nameOption,
  readName,
  searchOption,
  templateOption,
  uses,
  newNameOption,
  readTags,
  tagOptions,
} from '../../options/index.ts';
import { readFlowFile, type FlowFile } from '../files/flow-file.ts';
import { refusedFlow } from './refused-flow.ts';
import { changeCommand, lookupCommand, pagedCommand, applyCommand } from './resource-command.ts';
import type { Applied, Compared, Printed, ShownOf } from '../run/result.ts';
import { compareFlow, isUnchanged } from './stored-flow.ts';

export const flowApplyCommand = changeCommand({
  name: 'flow apply',
  summary: 'Create or update a flow and its template from a YAML file.',
  examples: ['compliance-evidence flow apply checkout-service.yml --org acme --dry-run'],
  options: [argument(flowFileOption), ...uses([dryRunOption])],
  fields: async (read) => ({
    file: await later(readFlowFile(read)),
    path: () => read.required('file'),
    dryRun: () => read.flag('dry-run'),
  }),
  async run(call, { dryRun, file, org, path }, context): Promise<Applied | Compared> {
    const { flow } = file;
    const of = { resource: 'flow', name: flow.name } as const;
    if (dryRun) return { kind: 'compared', ...of, ...(await compareFlow(call, org, file, path)) };
    if (await isUnchanged(call, org, file, path)) return { kind: 'applied', ...of, change: 'unchanged' };
    context.sent.begin(`flow ${flow.name}`);
    return { kind: 'applied', ...of, change: await put(call, org, file, path) };
  },
});

export const flowCreateCommand = applyCommand({
  name: 'flow create',
  summary: 'Make a flow on purpose, by its name alone. A flow that is there keeps its template and all else.',
  examples: ['compliance-evidence flow create checkout-service --org acme'],
  resource: 'flow',
  options: [argument(nameOption)],
  fields: (read) => ({ name: () => readName(read, 'name', 'flowName') }),
  sends: ({ name }) => `flow ${name}`,
  apply: async (call, { name, org }) => ({ name, change: await putFlow(call, { org }, { name }, undefined) }),
});

async function put(call: Call, org: string, file: FlowFile, path: string): Promise<Applied['change']> {
  try {
    return await putFlow(call, { org }, file.flow, file.template);
  } catch (error) {
    throw error instanceof ResponseError && error.code === 'invalid-request' ? await refusedFlow(error, file, path) : error;
  }
}

export const flowListCommand = pagedCommand({
  name: 'flow list',
  summary: 'List the flows of an organization, by name.',
  examples: ['compliance-evidence flow list --org acme --search checkout'],
  resource: 'flows',
  options: uses([searchOption]),
  fields: (read) => ({ search: () => read.text('search') }),
  items(call, { org, search }) {
    const query = search === undefined ? {} : { search_by_name: search, case_sensitive: false };
    return everyItem(
      call,
      (page, per_page) => listFlows(call, { org }, { ...query, page, per_page }),
      ({ name }) => name,
    );
  },
});

export const flowGetCommand = lookupCommand({
  name: 'flow get',
  summary: 'Show a flow and its template.',
  examples: ['compliance-evidence flow get checkout-service --org acme --template > template.yml'],
  options: [argument(nameOption), ...uses([templateOption])],
  fields: (read) => ({ name: () => readName(read, 'name', 'flowName'), templateAlone: () => read.flag('template') }),
  async run(call, { name, org, templateAlone }): Promise<ShownOf<'flow'> | Printed> {
    const item = await getFlow(call, { org, flow_name: name });
    if (templateAlone) return { kind: 'printed', what: 'template', text: item.template ?? '' };
    return { kind: 'shown', resource: 'flow', item };
  },
});

export const flowRenameCommand = applyCommand({
  name: 'flow rename',
  summary: 'Give a flow another name. Its old one leads to it until another flow takes that.',
  examples: ['compliance-evidence flow rename checkout-service --new-name checkout --org acme'],
  resource: 'flow',
  options: [argument(nameOption), ...uses([newNameOption], ['new-name'])],
  fields: (read) => ({ name: () => readName(read, 'name', 'flowName'), newName: () => readName(read, 'new-name', 'flowName') }),
  sends: ({ name }) => `flow ${name}`,
  async apply(call, { name, newName, org }) {
    await renameFlow(call, { org, flow_name: name }, newName);
    return { name: newName, change: 'renamed' };
  },
});

export const flowArchiveCommand = applyCommand({
  name: 'flow archive',
  summary: 'Take a flow out of the list of flows. Nothing of it is removed.',
  examples: ['compliance-evidence flow archive checkout-service --org acme'],
  resource: 'flow',
  options: [argument(nameOption)],
  fields: (read) => ({ name: () => readName(read, 'name', 'flowName') }),
  sends: ({ name }) => `flow ${name}`,
  async apply(call, { name, org }) {
    await archiveFlow(call, { org, flow_name: name });
    return { name, change: 'archived' };
  },
});

export const flowTagCommand = applyCommand({
  name: 'flow tag',
  summary: 'Set and remove tags of a flow. What is removed goes first.',
  examples: ['compliance-evidence flow tag checkout-service --set team=shop --remove owner --org acme'],
  resource: 'flow',
  options: [argument(nameOption), ...uses(tagOptions)],
  fields: (read) => ({ name: () => readName(read, 'name', 'flowName'), tags: () => readTags(read) }),
  sends: ({ name }) => `tags of flow ${name}`,
  async apply(call, { name, org, tags }) {
    const change = { set_tags: Object.fromEntries(tags.set), remove_tags: [...tags.remove] };
    await changeTags(call, { org, resource_type: 'flow', resource_id: name }, change);
    return { name, change: 'tagged' };
  },
});
