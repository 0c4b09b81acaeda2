import { everyItem, getFlow, listFlows, putFlow, type Call } from '../../client/index.ts';
import { ResponseError } from '../../errors/index.ts';
import {
  allOrComplaints,
  connectionOptions,
  dryRunOption,
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
  templateOption,
  uses,
  type ConnectionSettings,
  type LookupSettings,
} from '../../options/index.ts';
import { collect } from '../run/collect.ts';
import { describeCommand } from '../run/command.ts';
import { lookUp, withService } from '../run/connect.ts';
import { readFlowFile, type FlowFile } from '../files/flow-file.ts';
import { refusedFlow } from './refused-flow.ts';
import type { Applied, Compared, ListedOf, Printed, ShownOf } from '../run/result.ts';
import { compareFlow, isUnchanged } from './stored-flow.ts';

interface ApplySettings {
  readonly connection: ConnectionSettings;
  readonly file: FlowFile;
  readonly path: string;
  readonly dryRun: boolean;
}

const lookup = uses(connectionOptions, requiredToLookUp);

export const flowApplyCommand = describeCommand({
  name: 'flow apply',
  summary: 'Create or update a flow and its template from a YAML file.',
  examples: ['compliance-evidence flow apply checkout-service.yml --org acme --dry-run'],
  options: [
    { use: flowFileOption, required: true, positional: true },
    ...uses([...connectionOptions, dryRunOption], requiredForConnection),
  ],
  outputs: [],
  async read(read): Promise<ApplySettings> {
    const file = await later(readFlowFile(read));
    return allOrComplaints<ApplySettings>({
      connection: () => readConnection(read),
      file,
      path: () => read.required('file'),
      dryRun: () => read.flag('dry-run'),
    });
  },
  run({ connection, dryRun, file, path }, context): Promise<Applied | Compared> {
    const { flow } = file;
    return withService(connection, 0, context, async (call) => {
      const { org } = connection;
      const of = { resource: 'flow', name: flow.name } as const;
      if (dryRun) return { kind: 'compared', ...of, ...(await compareFlow(call, org, file, path)) };
      if (await isUnchanged(call, org, file, path)) return { kind: 'applied', ...of, change: 'unchanged' };
      context.sent.begin(`flow ${flow.name}`);
      return { kind: 'applied', ...of, change: await put(call, org, file, path) };
    });
  },
});

/** Makes a flow as its file says; a refusal is about the file. */
async function put(call: Call, org: string, file: FlowFile, path: string): Promise<Applied['change']> {
  try {
    return await putFlow(call, { org }, file.flow, file.template);
  } catch (error) {
    throw error instanceof ResponseError && error.code === 'invalid-request' ? await refusedFlow(error, file, path) : error;
  }
}

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
  examples: ['compliance-evidence flow get checkout-service --org acme --template > template.yml'],
  options: [{ use: nameOption, required: true, positional: true }, ...lookup, ...uses([templateOption])],
  outputs: [],
  read(read): { readonly lookup: LookupSettings; readonly name: string; readonly templateAlone: boolean } {
    return allOrComplaints({
      lookup: () => readLookup(read),
      name: () => readName(read, 'name', 'flowName'),
      templateAlone: () => read.flag('template'),
    });
  },
  run({ lookup, name, templateAlone }, context): Promise<ShownOf<'flow'> | Printed> {
    return lookUp(lookup, context, async (call, org) => {
      const item = await getFlow(call, { org, flow_name: name });
      if (templateAlone) return { kind: 'printed', what: 'template', text: item.template ?? '' };
      return { kind: 'shown', resource: 'flow', item };
    });
  },
});
