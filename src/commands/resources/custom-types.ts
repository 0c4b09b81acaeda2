import { archiveType, getType, listTypes, putType } from '../../client/index.ts';
import { argument, later, nameOption, readName, typeFileOption } from '../../options/index.ts';
import { readTypeFile } from '../files/type-file.ts';
import { applyCommand, getCommand, listCommand } from './resource-command.ts';

export const typeApplyCommand = applyCommand({
  name: 'type apply',
  summary: 'Make a custom attestation type, or a new version of it, from a YAML file.',
  examples: ['compliance-evidence type apply coverage.yml --org acme'],
  resource: 'type',
  options: [argument(typeFileOption)],
  fields: async (read) => ({ file: await later(readTypeFile(read)) }),
  sends: ({ file: { type } }) => `type ${type.name}`,
  async apply(call, { file: { schema, type }, org }) {
    await putType(call, { org }, type, schema);
    return { name: type.name, change: 'applied' };
  },
});

export const typeArchiveCommand = applyCommand({
  name: 'type archive',
  summary: 'Take a custom attestation type out of use; its evidence stays.',
  examples: ['compliance-evidence type archive coverage --org acme'],
  resource: 'type',
  options: [argument(nameOption)],
  fields: (read) => ({ name: () => readName(read, 'name', 'typeName') }),
  sends: ({ name }) => `archiving of the type ${name}`,
  async apply(call, { name, org }) {
    await archiveType(call, { org, type_name: name });
    return { name, change: 'archived' };
  },
});

export const typeListCommand = listCommand({
  name: 'type list',
  summary: 'List the custom attestation types of an organization.',
  examples: ['compliance-evidence type list --org acme'],
  resource: 'types',
  fields: () => ({}),
  items: (call, params) => listTypes(call, params),
});

export const typeGetCommand = getCommand({
  name: 'type get',
  summary: 'Show a custom attestation type, and the rules of its newest version.',
  examples: ['compliance-evidence type get coverage --org acme'],
  resource: 'type',
  options: [argument(nameOption)],
  fields: (read) => ({ type_name: () => readName(read, 'name', 'typeName') }),
  item: (call, params) => getType(call, params),
});
