import type { ListedSnapshot, Snapshot, SnapshotArtifact, SnapshotDiff } from '../contract/index.ts';
import type { Column } from './column.ts';
import { stateWord } from './environments.ts';
import { localTime } from './time.ts';

/** The latest snapshot has no end. */
export const snapshotColumns: readonly Column<ListedSnapshot>[] = [
  { head: 'SNAPSHOT', cell: ({ index }) => String(index) },
  { head: 'FROM', cell: ({ from }) => localTime(from) },
  { head: 'TO', cell: ({ to }) => (Number(to ?? 0) === 0 ? 'now' : localTime(to)) },
  { head: 'COMPLIANT', cell: ({ compliant }) => (compliant ? 'yes' : 'no') },
];

export const snapshotFields: readonly Column<Snapshot>[] = [
  { head: 'Snapshot', cell: ({ index }) => String(index) },
  { head: 'Type', cell: ({ type }) => type ?? '' },
  { head: 'Compliant', cell: ({ compliant }) => (compliant ? 'yes' : 'no') },
  { head: 'From', cell: ({ timestamp }) => localTime(timestamp) },
  { head: 'To', cell: ({ next_snapshot_timestamp: next }) => localTime(next) },
  { head: 'Page', cell: ({ html_url: url }) => url ?? '' },
];

/** The number of running instances; an artifact with none is there because it stopped. */
const instances = ({ creationTimestamp }: SnapshotArtifact): string => {
  const { length } = creationTimestamp ?? [];
  return length === 0 ? 'stopped' : String(length);
};

export const runningColumns: readonly Column<SnapshotArtifact>[] = [
  { head: 'ARTIFACT', cell: ({ name }) => name ?? '' },
  { head: 'FINGERPRINT', cell: ({ fingerprint }) => fingerprint.slice(0, 12) },
  { head: 'STATE', cell: ({ compliant }) => stateWord(compliant) },
  { head: 'INSTANCES', cell: instances },
  { head: 'FLOW', cell: ({ flow_name: flow }) => flow ?? '' },
];

interface DifferenceRow {
  readonly name: string;
  readonly fingerprint: string;
  readonly change: string;
}

/** The differences between two snapshots: an artifact of only the first is gone in the second. */
export function differenceRows(difference: SnapshotDiff): readonly DifferenceRow[] {
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

export const differenceColumns: readonly Column<DifferenceRow>[] = [
  { head: 'ARTIFACT', cell: ({ name }) => name },
  { head: 'FINGERPRINT', cell: ({ fingerprint }) => fingerprint.slice(0, 12) },
  { head: 'CHANGE', cell: ({ change }) => change },
];

export const differenceFields: readonly Column<SnapshotDiff>[] = [
  { head: 'From', cell: ({ snappish1 }) => snappish1.snapshot_id ?? '' },
  { head: 'To', cell: ({ snappish2 }) => snappish2.snapshot_id ?? '' },
  { head: 'Alike', cell: (difference) => String(difference['not-changed'].artifacts.length) },
];
