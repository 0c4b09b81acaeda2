import { everyItem, getTrail, listTrails } from '../client/index.ts';
import type { Trail } from '../contract/index.ts';
import {
  allOrComplaints,
  connectionOptions,
  flowOption,
  limitOption,
  nameOption,
  readConnection,
  readName,
  requiredForConnection,
  uses,
  type ConnectionSettings,
} from '../options/index.ts';
import { collect } from './collect.ts';
import { describeCommand } from './command.ts';
import { withService } from './connect.ts';
import type { Listed, Shown } from './result.ts';

const inFlow = uses([...connectionOptions, flowOption], [...requiredForConnection, 'flow']);

interface Settings {
  readonly connection: ConnectionSettings;
  readonly flow: string;
}

export const trailListCommand = describeCommand({
  name: 'trail list',
  summary: 'List the trails of a flow, the latest first.',
  examples: ['compliance-evidence trail list --org acme --flow checkout-service --limit 20'],
  options: [...inFlow, ...uses([limitOption])],
  outputs: [],
  read(read): Settings & { readonly limit: number } {
    return allOrComplaints({
      connection: () => readConnection(read),
      flow: () => readName(read, 'flow', 'flowName'),
      limit: () => read.count('limit'),
    });
  },
  run({ connection, flow, limit }, context): Promise<Listed> {
    return withService(connection, 0, context, async (call) => {
      const params = { org: connection.org, flow_name: flow };
      const listed = everyItem(
        call,
        (page, per_page) => listTrails(call, params, { page, per_page }),
        ({ name }) => name ?? '',
      );
      async function* trails(): AsyncGenerator<Trail> {
        for await (const item of listed) {
          if (item.kind === 'trail') yield item.trail;
          else context.report({ kind: 'warning', message: `A trail is left out: ${item.error.message}` });
        }
      }
      return { kind: 'listed', resource: 'trails', items: await collect(trails(), limit, context) };
    });
  },
});

export const trailGetCommand = describeCommand({
  name: 'trail get',
  summary: 'Show a trail, and each attestation on it.',
  examples: ['compliance-evidence trail get release-1.2 --org acme --flow checkout-service'],
  options: [{ use: nameOption, required: true, positional: true }, ...inFlow],
  outputs: [],
  read(read): Settings & { readonly name: string } {
    return allOrComplaints({
      connection: () => readConnection(read),
      flow: () => readName(read, 'flow', 'flowName'),
      name: () => readName(read, 'name', 'trailName'),
    });
  },
  run({ connection, flow, name }, context): Promise<Shown> {
    return withService(connection, 0, context, async (call) => {
      const item = await getTrail(call, { org: connection.org, flow_name: flow, trail_name: name });
      return { kind: 'shown', resource: 'trail', item };
    });
  },
});
