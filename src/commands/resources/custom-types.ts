import { archiveType, getType, listTypes, putType } from '../../client/index.ts';
import {
  allOrComplaints,
  connectionOptions,
  later,
  nameOption,
  readConnection,
  readLookup,
  readName,
  requiredForConnection,
  requiredToLookUp,
  typeFileOption,
  uses,
  type ConnectionSettings,
  type LookupSettings,
} from '../../options/index.ts';
import { describeCommand } from '../run/command.ts';
import { lookUp, withService } from '../run/connect.ts';
import type { Applied, ListedOf, ShownOf } from '../run/result.ts';
import { readTypeFile, type TypeFile } from '../files/type-file.ts';

const lookup = uses(connectionOptions, requiredToLookUp);

const connected = uses(connectionOptions, requiredForConnection);

export const typeApplyCommand = describeCommand({
  name: 'type apply',
  summary: 'Make a custom attestation type, or a new version of it, from a YAML file.',
  examples: ['compliance-evidence type apply coverage.yml --org acme'],
  options: [{ use: typeFileOption, required: true, positional: true }, ...connected],
  outputs: [],
  async read(read): Promise<{ readonly connection: ConnectionSettings; readonly file: TypeFile }> {
    const file = await later(readTypeFile(read));
    return allOrComplaints({ connection: () => readConnection(read), file });
  },
  run({ connection, file: { schema, type } }, context): Promise<Applied> {
    return withService(connection, 0, context, async (call) => {
      context.sent.begin(`type ${type.name}`);
      await putType(call, { org: connection.org }, type, schema);
      return { kind: 'applied', resource: 'type', name: type.name, change: 'applied' };
    });
  },
});

export const typeArchiveCommand = describeCommand({
  name: 'type archive',
  summary: 'Take a custom attestation type out of use; its evidence stays.',
  examples: ['compliance-evidence type archive coverage --org acme'],
  options: [{ use: nameOption, required: true, positional: true }, ...connected],
  outputs: [],
  read(read): { readonly connection: ConnectionSettings; readonly name: string } {
    return allOrComplaints({ connection: () => readConnection(read), name: () => readName(read, 'name', 'typeName') });
  },
  run({ connection, name }, context): Promise<Applied> {
    return withService(connection, 0, context, async (call) => {
      context.sent.begin(`archiving of the type ${name}`);
      await archiveType(call, { org: connection.org, type_name: name });
      return { kind: 'applied', resource: 'type', name, change: 'archived' };
    });
  },
});

export const typeListCommand = describeCommand({
  name: 'type list',
  summary: 'List the custom attestation types of an organization.',
  examples: ['compliance-evidence type list --org acme'],
  options: lookup,
  outputs: [],
  read: (read): LookupSettings => readLookup(read),
  run(settings, context): Promise<ListedOf<'types'>> {
    return lookUp(settings, context, async (call, org) => ({ kind: 'listed', resource: 'types', items: await listTypes(call, { org }) }));
  },
});

export const typeGetCommand = describeCommand({
  name: 'type get',
  summary: 'Show a custom attestation type, and the rules of its newest version.',
  examples: ['compliance-evidence type get coverage --org acme'],
  options: [{ use: nameOption, required: true, positional: true }, ...lookup],
  outputs: [],
  read(read): { readonly lookup: LookupSettings; readonly name: string } {
    return allOrComplaints({ lookup: () => readLookup(read), name: () => readName(read, 'name', 'typeName') });
  },
  run({ lookup: settings, name }, context): Promise<ShownOf<'type'>> {
    return lookUp(settings, context, async (call, org) => {
      const item = await getType(call, { org, type_name: name });
      return { kind: 'shown', resource: 'type', item };
    });
  },
});
