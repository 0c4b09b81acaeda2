import { diffSnapshots, everyItem, getSnapshot, listSnapshots } from '../../client/index.ts';
import {
  allOrComplaints,
  connectionOptions,
  limitOption,
  nameOption,
  readLookup,
  readName,
  readSnapshotName,
  requiredToLookUp,
  snapshotOption,
  toSnapshotOption,
  uses,
  type LookupSettings,
  type SnapshotName,
} from '../../options/index.ts';
import { collect } from '../run/collect.ts';
import { describeCommand } from '../run/command.ts';
import { lookUp } from '../run/connect.ts';
import type { ListedOf, ShownOf } from '../run/result.ts';

const lookup = uses(connectionOptions, requiredToLookUp);

export const snapshotListCommand = describeCommand({
  name: 'snapshot list',
  summary: 'List the snapshots of an environment, the latest first.',
  examples: ['compliance-evidence snapshot list prod --org acme --limit 10'],
  options: [{ use: nameOption, required: true, positional: true }, ...lookup, ...uses([limitOption])],
  outputs: [],
  read(read): { readonly lookup: LookupSettings; readonly name: string; readonly limit: number } {
    return allOrComplaints({
      lookup: () => readLookup(read),
      name: () => readName(read, 'name', 'environmentName'),
      limit: () => read.count('limit'),
    });
  },
  run({ limit, lookup: settings, name }, context): Promise<ListedOf<'snapshots'>> {
    return lookUp(settings, context, async (call, org) => {
      const pages = everyItem(
        call,
        (page, per_page) => listSnapshots(call, { org, env_name: name }, { page, per_page }),
        ({ index }) => String(index),
      );
      return { kind: 'listed', resource: 'snapshots', items: await collect(pages, limit, context) };
    });
  },
});

export const snapshotGetCommand = describeCommand({
  name: 'snapshot get',
  summary: 'Show a snapshot of an environment, and each artifact in it.',
  examples: ['compliance-evidence snapshot get prod~1 --org acme'],
  options: [{ use: snapshotOption, required: true, positional: true }, ...lookup],
  outputs: [],
  read(read): { readonly lookup: LookupSettings; readonly snapshot: SnapshotName } {
    return allOrComplaints({ lookup: () => readLookup(read), snapshot: () => readSnapshotName(read, 'snapshot') });
  },
  run({ lookup: settings, snapshot: { environment, expression } }, context): Promise<ShownOf<'snapshot'>> {
    return lookUp(settings, context, async (call, org) => {
      const item = await getSnapshot(call, { org, env_name: environment, expression });
      return { kind: 'shown', resource: 'snapshot', item };
    });
  },
});

export const snapshotDiffCommand = describeCommand({
  name: 'snapshot diff',
  summary: 'Compare two snapshots: what only one of them has, and what has another number of instances.',
  examples: ['compliance-evidence snapshot diff prod~1 --org acme --to prod'],
  options: [{ use: snapshotOption, required: true, positional: true }, ...lookup, ...uses([toSnapshotOption])],
  outputs: [],
  read(read): { readonly lookup: LookupSettings; readonly from: SnapshotName; readonly to: SnapshotName | undefined } {
    return allOrComplaints({
      lookup: () => readLookup(read),
      from: () => readSnapshotName(read, 'snapshot'),
      to: () => (read.text('to') === undefined ? undefined : readSnapshotName(read, 'to')),
    });
  },
  run({ from, lookup: settings, to }, context): Promise<ShownOf<'difference'>> {
    return lookUp(settings, context, async (call, org) => {
      const item = await diffSnapshots(call, { org }, { snappish1: from.text, snappish2: to?.text ?? from.environment });
      return { kind: 'shown', resource: 'difference', item };
    });
  },
});
