import { everyItem, listTrails } from '../../client/index.ts';
import type { Trail } from '../../contract/index.ts';
import {
  allOrComplaints,
  connectionOptions,
  flowOption,
  limitOption,
  readLookup,
  readName,
  requiredToLookUp,
  shortNameOption,
  uses,
  type LookupSettings,
} from '../../options/index.ts';
import { rowsOf } from '../../gate/index.ts';
import { collect } from '../run/collect.ts';
import { describeCommand } from '../run/command.ts';
import { lookUp } from '../run/connect.ts';
import { readOverrides } from './read-overrides.ts';
import type { ListedOf, ShownOf } from '../run/result.ts';
import { trailNamed } from './short-names.ts';

const inFlow = uses([...connectionOptions, flowOption], [...requiredToLookUp, 'flow']);

interface Settings {
  readonly lookup: LookupSettings;
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
      lookup: () => readLookup(read),
      flow: () => readName(read, 'flow', 'flowName'),
      limit: () => read.count('limit'),
    });
  },
  run({ lookup, flow, limit }, context): Promise<ListedOf<'trails'>> {
    return lookUp(lookup, context, async (call, org) => {
      const params = { org, flow_name: flow };
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
  options: [{ use: shortNameOption, required: true, positional: true }, ...inFlow],
  outputs: [],
  read(read): Settings & { readonly name: string } {
    return allOrComplaints({
      lookup: () => readLookup(read),
      flow: () => readName(read, 'flow', 'flowName'),
      name: () => readName(read, 'name', 'trailName'),
    });
  },
  run({ lookup, flow, name }, context): Promise<ShownOf<'trail'>> {
    return lookUp(lookup, context, async (call, org) => {
      const trail = await trailNamed(call, { org, flow_name: flow }, name);
      const overrides = await readOverrides(call, org, rowsOf(trail));
      return { kind: 'shown', resource: 'trail', item: { ...trail, ...(overrides.length === 0 ? {} : { overrides }) } };
    });
  },
});
