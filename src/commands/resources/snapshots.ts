import { diffSnapshots, everyItem, getSnapshot, listSnapshots } from '../../client/index.ts';
import { argument, nameOption, readName, readSnapshotName, snapshotOption, toSnapshotOption, uses } from '../../options/index.ts';
import { getCommand, pagedCommand } from './resource-command.ts';

export const snapshotListCommand = pagedCommand({
  name: 'snapshot list',
  summary: 'List the snapshots of an environment, the latest first.',
  examples: ['compliance-evidence snapshot list prod --org acme --limit 10'],
  resource: 'snapshots',
  options: [argument(nameOption)],
  fields: (read) => ({ env_name: () => readName(read, 'name', 'environmentName') }),
  items: (call, params) =>
    everyItem(
      call,
      (page, per_page) => listSnapshots(call, params, { page, per_page }),
      ({ index }) => String(index),
    ),
});

export const snapshotGetCommand = getCommand({
  name: 'snapshot get',
  summary: 'Show a snapshot of an environment, and each artifact in it.',
  examples: ['compliance-evidence snapshot get prod~1 --org acme'],
  resource: 'snapshot',
  options: [argument(snapshotOption)],
  fields: (read) => ({ snapshot: () => readSnapshotName(read, 'snapshot') }),
  item: (call, { org, snapshot: { environment, expression } }) => getSnapshot(call, { org, env_name: environment, expression }),
});

export const snapshotDiffCommand = getCommand({
  name: 'snapshot diff',
  summary: 'Compare two snapshots: what only one of them has, and what has another number of instances.',
  examples: ['compliance-evidence snapshot diff prod~1 --org acme --to prod'],
  resource: 'difference',
  options: [argument(snapshotOption), ...uses([toSnapshotOption])],
  fields: (read) => ({
    from: () => readSnapshotName(read, 'snapshot'),
    to: () => (read.text('to') === undefined ? undefined : readSnapshotName(read, 'to')),
  }),
  item: (call, { from, org, to }) => diffSnapshots(call, { org }, { snappish1: from.text, snappish2: to?.text ?? from.environment }),
});
