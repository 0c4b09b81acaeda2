import { everyItem, listTrails } from '../../client/index.ts';
import { argument, flowOption, readName, shortNameOption, uses } from '../../options/index.ts';
import { rowsOf } from '../../gate/index.ts';
import { readOverrides, withOverrides } from './read-overrides.ts';
import { getCommand, pagedCommand } from './resource-command.ts';
import { trailNamed } from './short-names.ts';

const inFlow = uses([flowOption], ['flow']);

export const trailListCommand = pagedCommand({
  name: 'trail list',
  summary: 'List the trails of a flow, the latest first.',
  examples: ['compliance-evidence trail list --org acme --flow checkout-service --limit 20'],
  resource: 'trails',
  options: inFlow,
  fields: (read) => ({ flow_name: () => readName(read, 'flow', 'flowName') }),
  async *items(call, params, context) {
    const listed = everyItem(
      call,
      (page, per_page) => listTrails(call, params, { page, per_page }),
      ({ name }) => name ?? '',
    );
    for await (const item of listed) {
      if (item.kind === 'trail') yield item.trail;
      else context.report({ kind: 'warning', message: `A trail is left out: ${item.error.message}` });
    }
  },
});

export const trailGetCommand = getCommand({
  name: 'trail get',
  summary: 'Show a trail, and each attestation on it.',
  examples: ['compliance-evidence trail get release-1.2 --org acme --flow checkout-service'],
  resource: 'trail',
  options: [argument(shortNameOption), ...inFlow],
  fields: (read) => ({
    flow: () => readName(read, 'flow', 'flowName'),
    name: () => readName(read, 'name', 'trailName'),
  }),
  async item(call, { flow, name, org }) {
    const trail = await trailNamed(call, { org, flow_name: flow }, name);
    const overrides = await readOverrides(call, org, rowsOf(trail));
    return withOverrides(trail, overrides);
  },
});
