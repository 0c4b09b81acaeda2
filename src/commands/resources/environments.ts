import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { getEnvironment, listEnvironments, putEnvironment, reportSnapshot } from '../../client/index.ts';
import type { EnvironmentInput } from '../../contract/index.ts';
import { fingerprintOf } from '../../files/index.ts';
import {
  allOrComplaints,
  connectionOptions,
  environmentFileOption,
  later,
  nameOption,
  readConnection,
  readLookup,
  readName,
  requiredForConnection,
  requiredToLookUp,
  runningOption,
  searchOption,
  uses,
  type ConnectionSettings,
  type LookupSettings,
} from '../../options/index.ts';
import { describeCommand } from '../run/command.ts';
import { lookUp, withService } from '../run/connect.ts';
import { readEnvironmentFile } from '../files/environment-file.ts';
import type { Applied, ListedOf, ShownOf } from '../run/result.ts';

const lookup = uses(connectionOptions, requiredToLookUp);

export const environmentApplyCommand = describeCommand({
  name: 'environment apply',
  summary: 'Create or update an environment from a YAML file.',
  examples: ['compliance-evidence environment apply prod.yml --org acme'],
  options: [{ use: environmentFileOption, required: true, positional: true }, ...uses(connectionOptions, requiredForConnection)],
  outputs: [],
  async read(read): Promise<{ readonly connection: ConnectionSettings; readonly environment: EnvironmentInput }> {
    const environment = await later(readEnvironmentFile(read));
    return allOrComplaints({ connection: () => readConnection(read), environment });
  },
  run({ connection, environment }, context): Promise<Applied> {
    return withService(connection, 0, context, async (call) => {
      context.sent.begin(`environment ${environment.name}`);
      const change = await putEnvironment(call, { org: connection.org }, environment);
      return { kind: 'applied', resource: 'environment', name: environment.name, change };
    });
  },
});

export const environmentListCommand = describeCommand({
  name: 'environment list',
  summary: 'List the environments of an organization, by name.',
  examples: ['compliance-evidence environment list --org acme --search prod'],
  options: [...lookup, ...uses([searchOption])],
  outputs: [],
  read(read): { readonly lookup: LookupSettings; readonly search: string | undefined } {
    return allOrComplaints({ lookup: () => readLookup(read), search: () => read.text('search') });
  },
  run({ lookup: settings, search }, context): Promise<ListedOf<'environments'>> {
    return lookUp(settings, context, async (call, org) => {
      const items = await listEnvironments(call, { org }, search === undefined ? {} : { name: search });
      return { kind: 'listed', resource: 'environments', items };
    });
  },
});

export const environmentGetCommand = describeCommand({
  name: 'environment get',
  summary: 'Show an environment, and what is known of what runs there.',
  examples: ['compliance-evidence environment get prod --org acme'],
  options: [{ use: nameOption, required: true, positional: true }, ...lookup],
  outputs: [],
  read(read): { readonly lookup: LookupSettings; readonly name: string } {
    return allOrComplaints({ lookup: () => readLookup(read), name: () => readName(read, 'name', 'environmentName') });
  },
  run({ lookup: settings, name }, context): Promise<ShownOf<'environment'>> {
    return lookUp(settings, context, async (call, org) => {
      const item = await getEnvironment(call, { org, env_name: name });
      return { kind: 'shown', resource: 'environment', item };
    });
  },
});

interface ReportSettings {
  readonly connection: ConnectionSettings;
  readonly name: string;
  /** Paths by the names of the artifacts. */
  readonly running: ReadonlyMap<string, string>;
}

export const environmentSnapshotCommand = describeCommand({
  name: 'environment snapshot',
  summary: 'Report all that runs on a server now, each artifact by the fingerprint of its file or directory.',
  examples: ['compliance-evidence environment snapshot prod --org acme --running shop=/srv/shop'],
  options: [
    { use: nameOption, required: true, positional: true },
    ...uses([...connectionOptions, runningOption], [...requiredForConnection, 'running']),
  ],
  outputs: [],
  read(read): ReportSettings {
    return allOrComplaints<ReportSettings>({
      connection: () => readConnection(read),
      name: () => readName(read, 'name', 'environmentName'),
      running: () => read.pairs('running'),
    });
  },
  async run({ connection, name, running }, context): Promise<Applied> {
    const { interrupt, workspace } = context;
    const artifacts: { readonly digests: Record<string, string>; readonly creationTimestamp: number }[] = [];
    for (const [artifact, path] of running) {
      const place = resolve(workspace, path);
      const { sha256 } = await fingerprintOf(place, { signal: interrupt });
      // It began when it was put there, as far as anybody knows; and the same report says the same.
      const { mtimeMs } = await stat(place);
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
