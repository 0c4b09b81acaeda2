import type { SnapshotDiff } from '../../contract/index.ts';
import type { Snapshot, SnapshotArtifact } from '../store/model/environments.ts';
import type { Org } from '../store/log/chain.ts';
import type { Evidence } from './context.ts';
import { findEnvironment } from './environments.ts';
import { latestReports } from './latest-reports.ts';
import { snapshotAt } from './snapshot-expression.ts';
import type { View } from './view.ts';

/** The differences between two snapshots, each named as an environment, with `#N`, `~N` or `@{…}` after it if it is not the latest. */
export async function diffSnapshots(evidence: Evidence, org: Org, one: string, other: string): Promise<View<SnapshotDiff>> {
  const [first, second] = [await namedSnapshot(evidence, org, one), await namedSnapshot(evidence, org, other)];
  const both = [...first.running].flatMap(([fingerprint, was]) => {
    const now = second.running.get(fingerprint);
    return now === undefined ? [] : [{ was, now }];
  });
  const views = await viewerOf(evidence, org, [...first.running.keys(), ...second.running.keys()]);
  const only = (side: Side, others: Side): readonly View<Listed, OfBoth>[] =>
    [...side.running.values()]
      .filter(({ fingerprint }) => !others.running.has(fingerprint))
      .map((artifact) => ({ ...views(artifact), instance_count: artifact.instances.length }));
  const isSame = ({ now, was }: (typeof both)[number]) => now.instances.length === was.instances.length;
  return {
    snappish1: { snapshot_id: first.id, artifacts: only(first, second) },
    snappish2: { snapshot_id: second.id, artifacts: only(second, first) },
    changed: {
      artifacts: both
        .filter((each) => !isSame(each))
        .map(({ now, was }) => ({ ...views(now), s1_instance_count: was.instances.length, s2_instance_count: now.instances.length })),
    },
    'not-changed': { artifacts: both.filter(isSame).map(({ now }) => ({ ...views(now), instance_count: now.instances.length })) },
  };
}

type Listed = SnapshotDiff['changed']['artifacts'][number];
type OfBoth = 's1_instance_count' | 's2_instance_count';

interface Side {
  /** For example `prod#3`. */
  readonly id: string;
  readonly running: ReadonlyMap<string, SnapshotArtifact>;
}

async function namedSnapshot(evidence: Evidence, org: Org, text: string): Promise<Side> {
  const at = text.search(/[#~@]/);
  const [name, expression] = at === -1 ? [text, '-1'] : [text.slice(0, at), text.slice(at)];
  const environment = await findEnvironment(evidence, org, name);
  const snapshot: Snapshot = await snapshotAt(evidence, org, environment, expression);
  const running = snapshot.artifacts.filter(({ instances }) => instances.length > 0);
  return { id: `${name}#${snapshot.number}`, running: new Map(running.map((artifact) => [artifact.fingerprint, artifact])) };
}

/** How an artifact is shown, with the flow that it was last reported in. */
async function viewerOf(
  evidence: Evidence,
  { orgId }: Org,
  fingerprints: readonly string[],
): Promise<(artifact: SnapshotArtifact) => View<Listed, OfBoth | 'instance_count'>> {
  const origins = await evidence.store.originsOf(orgId, [...new Set(fingerprints)]);
  const reports = await latestReports(evidence, orgId, origins);
  return ({ fingerprint, instances, name }) => ({
    fingerprint,
    name,
    most_recent_timestamp: Math.max(0, ...instances),
    flow: reports.get(fingerprint)?.flow ?? '',
    commit_url: reports.get(fingerprint)?.commitUrl ?? null,
  });
}
