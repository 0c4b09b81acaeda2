import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { diffSnapshots, getEnvironment, getSnapshot, listEnvironments, listSnapshots, write, reportSnapshot } from '../../client/index.ts';
import type { Environment, ListedSnapshot, Snapshot, SnapshotArtifact, SnapshotDiff } from '../../contract/index.ts';
import { fingerprintOf } from '../../files/index.ts';
import {
  allOrComplaints,
  argument,
  connectionOptions,
  environmentFileOption,
  nameOption,
  readConnection,
  readOptions,
  requiredForConnection,
  runningOption,
  searchOption,
  snapshotOption,
  toSnapshotOption,
  uses,
} from '../../options/index.ts';
import { localTime } from '../../presentation/index.ts';
import { countAt, given } from '../../text/index.ts';
import { readEnvironmentFile } from '../files/resource-files.ts';
import { describeCommand } from '../run/command.ts';
import { withService } from '../run/connect.ts';
import { listCommand, pagesOf, type PageQuery } from './list-command.ts';
import { apart, applyCommand, columnsOf, getCommand, showChange, tableOf, type Column } from './resource-command.ts';

function stateWord(state: boolean | null | undefined): string {
  return state === true ? 'compliant' : state === false ? 'non-compliant' : 'unknown';
}

const environmentFields = [
  { head: 'Environment', cell: ({ name }) => name },
  { head: 'Type', cell: ({ type }) => type },
  { head: 'Description', cell: ({ description }) => description },
  { head: 'State', cell: ({ state }) => stateWord(state) },
  { head: 'Policies', cell: ({ policies }) => (policies ?? []).join(', ') },
  { head: 'Made of', cell: ({ included_environments: included }) => (included ?? []).join(', ') },
  { head: 'Last report', cell: ({ last_reported_at: at }) => at, isTime: true },
  { head: 'Last change', cell: ({ last_modified_at: at }) => at, isTime: true },
] as const satisfies readonly Column<Environment>[];

/** The interface also says no where it is not known. An empty state: the service does not tell the two apart. */
const compliantWord = (is: boolean, state: string): string =>
  is ? 'yes' : state === '' ? 'no or unknown' : state === 'UNKNOWN' ? 'unknown' : 'no';

/** The latest snapshot has no end. */
const snapshotColumns: readonly Column<ListedSnapshot>[] = [
  { head: 'SNAPSHOT', cell: ({ index }) => index },
  { head: 'FROM', cell: ({ from }) => from, isTime: true },
  { head: 'TO', cell: ({ to }) => (Number(to ?? 0) === 0 ? 'now' : localTime(to)) },
  { head: 'COMPLIANT', cell: ({ compliant, state }) => compliantWord(compliant, state ?? '') },
];

const hasNo = (snapshot: object): boolean => countAt(snapshot, 'artifact_compliance_count', 'false') !== 0;

const snapshotFields: readonly Column<Snapshot>[] = [
  { head: 'Snapshot', cell: ({ index }) => index },
  { head: 'Type', cell: ({ type }) => type },
  { head: 'Compliant', cell: ({ compliant, ...more }) => compliantWord(compliant, hasNo(more) ? 'NON-COMPLIANT' : 'UNKNOWN') },
  { head: 'From', cell: ({ timestamp }) => localTime(timestamp) },
  { head: 'To', cell: ({ next_snapshot_timestamp: next }) => localTime(next) },
  { head: 'Page', cell: ({ html_url: url }) => url },
];

/** An artifact without a running instance is there because it stopped. */
const instanceWords = ({ creationTimestamp }: SnapshotArtifact): string => {
  const { length } = creationTimestamp ?? [];
  return length === 0 ? 'stopped' : String(length);
};

const runningColumns: readonly Column<SnapshotArtifact>[] = [
  { head: 'ARTIFACT', cell: ({ name }) => name },
  { head: 'FINGERPRINT', cell: ({ fingerprint }) => fingerprint, digits: 12 },
  { head: 'STATE', cell: ({ compliant }) => stateWord(compliant) },
  { head: 'INSTANCES', cell: instanceWords },
  { head: 'FLOW', cell: ({ flow_name: flow }) => flow || 'none known' },
];

interface DifferenceRow {
  readonly name: string;
  readonly fingerprint: string;
  readonly change: string;
}

/** An artifact of only the first snapshot is gone in the second. */
function differenceRows(difference: SnapshotDiff): readonly DifferenceRow[] {
  const { changed, snappish1, snappish2 } = difference;
  const row = ({ fingerprint, name }: SnapshotDiff['changed']['artifacts'][number], change: string): DifferenceRow => {
    return { name: name ?? '', fingerprint, change };
  };
  return [
    ...snappish1.artifacts.map((artifact) => row(artifact, 'gone')),
    ...snappish2.artifacts.map((artifact) => row(artifact, 'new')),
    ...changed.artifacts.map((artifact) =>
      row(artifact, `${String(artifact.s1_instance_count)} → ${String(artifact.s2_instance_count)} instances`),
    ),
  ];
}

const differenceColumns: readonly Column<DifferenceRow>[] = [
  { head: 'ARTIFACT', cell: ({ name }) => name },
  { head: 'FINGERPRINT', cell: ({ fingerprint }) => fingerprint, digits: 12 },
  { head: 'CHANGE', cell: ({ change }) => change },
];

const differenceFields: readonly Column<SnapshotDiff>[] = [
  { head: 'From', cell: ({ snappish1 }) => snappish1.snapshot_id ?? '' },
  { head: 'To', cell: ({ snappish2 }) => snappish2.snapshot_id ?? '' },
  { head: 'Alike', cell: (difference) => String(difference['not-changed'].artifacts.length) },
];

export const snapshotListCommand = listCommand({
  name: 'snapshot list',
  summary: 'List the snapshots of an environment, the latest first.',
  examples: ['compliance-evidence snapshot list prod --org acme --limit 10'],
  resource: 'snapshots',
  columns: snapshotColumns,
  options: [argument(nameOption('environmentName'))],
  facets: { begun: ({ from }) => from },
  async items(call, { name, org }) {
    const read = (query: PageQuery) => listSnapshots(call, { org, env_name: name }, query);
    return pagesOf(call, read, ({ index }) => String(index));
  },
});

export const snapshotGetCommand = getCommand({
  name: 'snapshot get',
  summary: 'Show a snapshot of an environment, and each artifact in it.',
  examples: ['compliance-evidence snapshot get prod~1 --org acme'],
  facts: snapshotFields,
  options: [argument(snapshotOption)],
  item: (call, { org, snapshot: { environment, expression } }) => getSnapshot(call, { org, env_name: environment, expression }),
  more: ({ artifacts }) => apart(tableOf(runningColumns, artifacts)),
});

export const snapshotDiffCommand = getCommand({
  name: 'snapshot diff',
  summary: 'Compare two snapshots: what only one of them has, and what has another number of instances.',
  examples: ['compliance-evidence snapshot diff prod~1 --org acme --to prod'],
  facts: differenceFields,
  options: [argument(snapshotOption), ...uses([toSnapshotOption])],
  item(call, { org, snapshot: { environment, text }, to }) {
    // The latest one is not compared with itself, but with the one before it.
    const from = to === undefined && text === environment ? `${environment}~1` : text;
    return diffSnapshots(call, { org }, { snappish1: from, snappish2: to?.text ?? environment });
  },
  more: (difference) => apart(tableOf(differenceColumns, differenceRows(difference))),
});

export const environmentApplyCommand = applyCommand({
  name: 'environment apply',
  summary: 'Create or update an environment from a YAML file.',
  examples: ['compliance-evidence environment apply prod.yml --org acme'],
  resource: 'environment',
  options: [argument({ ...environmentFileOption, read: readEnvironmentFile })],
  sends: ({ file }) => `environment ${file.name}`,
  apply: async (call, { file, org }) => ({ name: file.name, change: await write(call, 'putEnvironment', { org }, file) }),
});

export const environmentListCommand = listCommand({
  name: 'environment list',
  summary: 'List the environments of an organization, by name.',
  examples: ['compliance-evidence environment list --org acme --search prod'],
  resource: 'environments',
  columns: columnsOf(environmentFields, 'Environment', 'Type', 'State', 'Last report', 'Policies'),
  options: uses([searchOption]),
  facets: { states: ['compliant', 'non-compliant', 'unknown'], state: ({ state }) => stateWord(state) },
  items: (call, { org, search }) => listEnvironments(call, { org }, given({ name: search })),
});

export const environmentGetCommand = getCommand({
  name: 'environment get',
  summary: 'Show an environment, and what is known of what runs there.',
  examples: ['compliance-evidence environment get prod --org acme'],
  facts: environmentFields,
  options: [argument(nameOption('environmentName'))],
  item: (call, { name, org }) => getEnvironment(call, { org, env_name: name }),
});

export const environmentSnapshotCommand = describeCommand({
  name: 'environment snapshot',
  summary: 'Report all that runs on a server now, each artifact by the fingerprint of its file or directory.',
  examples: ['compliance-evidence environment snapshot prod --org acme --running shop=/srv/shop'],
  options: [argument(nameOption('environmentName')), ...uses([...connectionOptions, runningOption], [...requiredForConnection, 'running'])],
  outputs: [],
  read(read) {
    return allOrComplaints({
      connection: () => readConnection(read),
      settings: () => readOptions(read, [nameOption('environmentName'), runningOption], ['name']),
    });
  },
  async run({ connection, settings: { name, running } }, context) {
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
      return showChange('snapshot', { name: number === undefined ? name : `${name}#${number}`, change: isNew ? 'created' : 'updated' });
    });
  },
});
