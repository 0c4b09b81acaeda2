import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  diffSnapshots,
  everyItem,
  getEnvironment,
  getSnapshot,
  listEnvironments,
  listSnapshots,
  putEnvironment,
  reportSnapshot,
} from '../../client/index.ts';
import { fingerprintOf } from '../../files/index.ts';
import {
  allOrComplaints,
  argument,
  connectionOptions,
  environmentFileOption,
  later,
  nameOption,
  readConnection,
  readName,
  readSnapshotName,
  requiredForConnection,
  runningOption,
  searchOption,
  snapshotOption,
  toSnapshotOption,
  uses,
} from '../../options/index.ts';
import { given } from '../../text/index.ts';
import { readEnvironmentFile } from '../files/resource-files.ts';
import { describeCommand } from '../run/command.ts';
import { withService } from '../run/connect.ts';
import type { Applied } from '../run/result.ts';
import { applyCommand, getCommand, listCommand, pagedCommand } from './resource-command.ts';

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

export const environmentApplyCommand = applyCommand({
  name: 'environment apply',
  summary: 'Create or update an environment from a YAML file.',
  examples: ['compliance-evidence environment apply prod.yml --org acme'],
  resource: 'environment',
  options: [argument(environmentFileOption)],
  fields: async (read) => ({ environment: await later(readEnvironmentFile(read)) }),
  sends: ({ environment }) => `environment ${environment.name}`,
  apply: async (call, { environment, org }) => ({ name: environment.name, change: await putEnvironment(call, { org }, environment) }),
});

export const environmentListCommand = listCommand({
  name: 'environment list',
  summary: 'List the environments of an organization, by name.',
  examples: ['compliance-evidence environment list --org acme --search prod'],
  resource: 'environments',
  options: uses([searchOption]),
  fields: (read) => ({ search: () => read.text('search') }),
  items: (call, { org, search }) => listEnvironments(call, { org }, given({ name: search })),
});

export const environmentGetCommand = getCommand({
  name: 'environment get',
  summary: 'Show an environment, and what is known of what runs there.',
  examples: ['compliance-evidence environment get prod --org acme'],
  resource: 'environment',
  options: [argument(nameOption)],
  fields: (read) => ({ env_name: () => readName(read, 'name', 'environmentName') }),
  item: (call, params) => getEnvironment(call, params),
});

export const environmentSnapshotCommand = describeCommand({
  name: 'environment snapshot',
  summary: 'Report all that runs on a server now, each artifact by the fingerprint of its file or directory.',
  examples: ['compliance-evidence environment snapshot prod --org acme --running shop=/srv/shop'],
  options: [argument(nameOption), ...uses([...connectionOptions, runningOption], [...requiredForConnection, 'running'])],
  outputs: [],
  read(read) {
    return allOrComplaints({
      connection: () => readConnection(read),
      name: () => readName(read, 'name', 'environmentName'),
      running: () => read.pairs('running'),
    });
  },
  async run({ connection, name, running }, context): Promise<Applied> {
    const { interrupt, workspace } = context;
    const artifacts: { readonly digests: Record<string, string>; readonly creationTimestamp: number }[] = [];
    for (const [artifact, path] of running) {
      const full = resolve(workspace, path);
      const { sha256 } = await fingerprintOf(full, { signal: interrupt });
      // As far as is known, it began when it was put there. So the same report gives the same time.
      const { mtimeMs } = await stat(full);
      artifacts.push({ digests: { [artifact]: sha256 }, creationTimestamp: Math.floor(mtimeMs / 1000) });
    }
    return await withService(connection, 0, context, async (call) => {
      context.sent.begin(`snapshot of ${name}`);
      const { isNew, number } = await reportSnapshot(call, { org: connection.org, env_name: name, type: 'server' }, { artifacts });
      return {
        kind: 'applied',
        resource: 'snapshot',
        name: number === undefined ? name : `${name}#${number}`,
        change: isNew ? 'created' : 'updated',
      };
    });
  },
});
