import { putFlow } from '../client/index.ts';
import {
  allOrComplaints,
  connectionOptions,
  flowFileOption,
  later,
  readConnection,
  requiredForConnection,
  uses,
  type ConnectionSettings,
} from '../options/index.ts';
import { describeCommand } from './command.ts';
import { withService } from './connect.ts';
import { readFlowFile, type FlowFile } from './flow-file.ts';
import type { Applied } from './result.ts';

interface Settings {
  readonly connection: ConnectionSettings;
  readonly file: FlowFile;
}

export const flowApplyCommand = describeCommand({
  name: 'flow apply',
  summary: 'Create or update a flow and its template from a YAML file.',
  examples: ['compliance-evidence flow apply checkout-service.yml --org acme'],
  options: [{ use: flowFileOption, required: true, positional: true }, ...uses(connectionOptions, requiredForConnection)],
  outputs: [],
  async read(read): Promise<Settings> {
    const file = await later(readFlowFile(read));
    return allOrComplaints<Settings>({ connection: () => readConnection(read), file });
  },
  run({ connection, file: { flow, template } }: Settings, context): Promise<Applied> {
    return withService(connection, 0, context, async (call) => {
      context.sent.begin(`flow ${flow.name}`);
      const change = await putFlow(call, { org: connection.org }, flow, template);
      return { kind: 'applied', resource: 'flow', name: flow.name, change };
    });
  },
});
