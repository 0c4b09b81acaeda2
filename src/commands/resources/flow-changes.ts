import { archiveFlow, changeTags, renameFlow } from '../../client/index.ts';
import { argument, nameOption, newNameOption, readName, readTags, tagOptions, uses } from '../../options/index.ts';
import { applyCommand } from './resource-command.ts';

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
