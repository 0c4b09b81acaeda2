import { getType, listTypes } from '../client/index.ts';
import {
  allOrComplaints,
  connectionOptions,
  nameOption,
  readLookup,
  readName,
  requiredToLookUp,
  uses,
  type LookupSettings,
} from '../options/index.ts';
import { describeCommand } from './command.ts';
import { lookUp } from './connect.ts';
import type { ListedOf, ShownOf } from './result.ts';

const lookup = uses(connectionOptions, requiredToLookUp);

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
    return allOrComplaints({ lookup: () => readLookup(read), name: () => readName(read, 'name', 'flowName') });
  },
  run({ lookup: settings, name }, context): Promise<ShownOf<'type'>> {
    return lookUp(settings, context, async (call, org) => {
      const item = await getType(call, { org, type_name: name });
      return { kind: 'shown', resource: 'type', item };
    });
  },
});
