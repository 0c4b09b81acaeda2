import { everyItem, getFlow, listFlows, putFlow } from '../client/index.ts';
import {
  allOrComplaints,
  connectionOptions,
  flowFileOption,
  later,
  limitOption,
  nameOption,
  readConnection,
  readLookup,
  readName,
  requiredForConnection,
  requiredToLookUp,
  searchOption,
  uses,
  type ConnectionSettings,
  type LookupSettings,
} from '../options/index.ts';
import { collect } from './collect.ts';
import { describeCommand } from './command.ts';
import { lookUp, withService } from './connect.ts';
import { readFlowFile, type FlowFile } from './flow-file.ts';
import type { Applied, ListedOf, ShownOf } from './result.ts';

const lookup = uses(connectionOptions, requiredToLookUp);

export const flowApplyCommand = describeCommand({
  name: 'flow apply',
  summary: 'Create or update a flow and its template from a YAML file.',
  examples: ['compliance-evidence flow apply checkout-service.yml --org acme'],
  options: [{ use: flowFileOption, required: true, positional: true }, ...uses(connectionOptions, requiredForConnection)],
  outputs: [],
  async read(read): Promise<{ readonly connection: ConnectionSettings; readonly file: FlowFile }> {
    const file = await later(readFlowFile(read));
    return allOrComplaints({ connection: () => readConnection(read), file });
  },
  run({ connection, file: { flow, template } }, context): Promise<Applied> {
    return withService(connection, 0, context, async (call) => {
      context.sent.begin(`flow ${flow.name}`);
      const change = await putFlow(call, { org: connection.org }, flow, template);
      return { kind: 'applied', resource: 'flow', name: flow.name, change };
    });
  },
});

export const flowListCommand = describeCommand({
  name: 'flow list',
  summary: 'List the flows of an organization, by name.',
  examples: ['compliance-evidence flow list --org acme --search checkout'],
  options: [...lookup, ...uses([searchOption, limitOption])],
  outputs: [],
  read(read): { readonly lookup: LookupSettings; readonly search: string | undefined; readonly limit: number } {
    return allOrComplaints({
      lookup: () => readLookup(read),
      search: () => read.text('search'),
      limit: () => read.count('limit'),
    });
  },
  run({ lookup, limit, search }, context): Promise<ListedOf<'flows'>> {
    return lookUp(lookup, context, async (call, org) => {
      const query = search === undefined ? {} : { search_by_name: search, case_sensitive: false };
      const pages = everyItem(
        call,
        (page, per_page) => listFlows(call, { org }, { ...query, page, per_page }),
        ({ name }) => name,
      );
      return { kind: 'listed', resource: 'flows', items: await collect(pages, limit, context) };
    });
  },
});

export const flowGetCommand = describeCommand({
  name: 'flow get',
  summary: 'Show a flow and its template.',
  examples: ['compliance-evidence flow get checkout-service --org acme'],
  options: [{ use: nameOption, required: true, positional: true }, ...lookup],
  outputs: [],
  read(read): { readonly lookup: LookupSettings; readonly name: string } {
    return allOrComplaints({ lookup: () => readLookup(read), name: () => readName(read, 'name', 'flowName') });
  },
  run({ lookup, name }, context): Promise<ShownOf<'flow'>> {
    return lookUp(lookup, context, async (call, org) => {
      const item = await getFlow(call, { org, flow_name: name });
      return { kind: 'shown', resource: 'flow', item };
    });
  },
});
