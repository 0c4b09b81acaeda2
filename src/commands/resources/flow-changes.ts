import { archiveFlow, changeTags, renameFlow } from '../../client/index.ts';
import {
  allOrComplaints,
  connectionOptions,
  nameOption,
  newNameOption,
  readConnection,
  readName,
  readTags,
  requiredForConnection,
  tagOptions,
  uses,
  type ConnectionSettings,
  type TagSettings,
} from '../../options/index.ts';
import { describeCommand } from '../run/command.ts';
import { withService } from '../run/connect.ts';
import type { Applied } from '../run/result.ts';

const named = [{ use: nameOption, required: true, positional: true }, ...uses(connectionOptions, requiredForConnection)] as const;

interface Settings {
  readonly connection: ConnectionSettings;
  readonly name: string;
}

export const flowRenameCommand = describeCommand({
  name: 'flow rename',
  summary: 'Give a flow another name. Its old one leads to it until another flow takes that.',
  examples: ['compliance-evidence flow rename checkout-service --new-name checkout --org acme'],
  options: [...named, ...uses([newNameOption], ['new-name'])],
  outputs: [],
  read(read): Settings & { readonly newName: string } {
    return allOrComplaints({
      connection: () => readConnection(read),
      name: () => readName(read, 'name', 'flowName'),
      newName: () => readName(read, 'new-name', 'flowName'),
    });
  },
  run({ connection, name, newName }, context): Promise<Applied> {
    return withService(connection, 0, context, async (call) => {
      context.sent.begin(`flow ${name}`);
      await renameFlow(call, { org: connection.org, flow_name: name }, newName);
      return { kind: 'applied', resource: 'flow', name: newName, change: 'renamed' };
    });
  },
});

export const flowArchiveCommand = describeCommand({
  name: 'flow archive',
  summary: 'Take a flow out of the list of flows. Nothing of it is removed.',
  examples: ['compliance-evidence flow archive checkout-service --org acme'],
  options: named,
  outputs: [],
  read(read): Settings {
    return allOrComplaints({ connection: () => readConnection(read), name: () => readName(read, 'name', 'flowName') });
  },
  run({ connection, name }, context): Promise<Applied> {
    return withService(connection, 0, context, async (call) => {
      context.sent.begin(`flow ${name}`);
      await archiveFlow(call, { org: connection.org, flow_name: name });
      return { kind: 'applied', resource: 'flow', name, change: 'archived' };
    });
  },
});

export const flowTagCommand = describeCommand({
  name: 'flow tag',
  summary: 'Set and remove tags of a flow. What is removed goes first.',
  examples: ['compliance-evidence flow tag checkout-service --set team=shop --remove owner --org acme'],
  options: [...named, ...uses(tagOptions)],
  outputs: [],
  read(read): Settings & { readonly tags: TagSettings } {
    return allOrComplaints({
      connection: () => readConnection(read),
      name: () => readName(read, 'name', 'flowName'),
      tags: () => readTags(read),
    });
  },
  run({ connection, name, tags }, context): Promise<Applied> {
    return withService(connection, 0, context, async (call) => {
      context.sent.begin(`tags of flow ${name}`);
      const change = { set_tags: Object.fromEntries(tags.set), remove_tags: [...tags.remove] };
      await changeTags(call, { org: connection.org, resource_type: 'flow', resource_id: name }, change);
      return { kind: 'applied', resource: 'flow', name, change: 'tagged' };
    });
  },
});
