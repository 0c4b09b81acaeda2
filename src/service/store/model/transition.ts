import type { EnvironmentState, EvaluatedArtifact, Snapshot, SnapshotArtifact } from './environments.ts';

/** The current content of an environment, evaluated. */
export interface Found {
  /** Unix seconds. */
  readonly at: number;
  readonly state: EnvironmentState;
  readonly policies: Snapshot['policies'];
  readonly artifacts: readonly EvaluatedArtifact[];
}

/** One difference from the snapshot before. */
export type Change =
  | {
      readonly trigger: 'ON_STARTED_ARTIFACT' | 'ON_EXITED_ARTIFACT' | 'ON_SCALED_ARTIFACT';
      readonly artifact: SnapshotArtifact;
      /** The number of instances before and after. */
      readonly from: number;
      readonly to: number;
    }
  | { readonly trigger: 'ON_ALLOWED_ARTIFACT'; readonly artifact: { readonly fingerprint: string; readonly name: string } }
  | { readonly trigger: 'ON_NON_COMPLIANT_ENV' | 'ON_COMPLIANT_ENV' };

export interface Transition {
  readonly snapshot: Snapshot;
  /** Whether it is a snapshot of its own; otherwise it replaces the one before. */
  readonly isNew: boolean;
  readonly changes: readonly Change[];
}

/**
 * The step from the latest snapshot to the current content. Another artifact, another policy or another evaluation makes a
 * snapshot; another number of instances does not.
 */
export function transition(before: Snapshot | undefined, found: Found): Transition {
  const earlier = new Map(before?.artifacts.map((artifact) => [artifact.fingerprint, artifact]));
  const isNew = before === undefined || !isSame(before, found);
  const artifacts = found.artifacts.map((artifact): SnapshotArtifact => {
    const known = earlier.get(artifact.fingerprint);
    return { ...artifact, was: (isNew ? known?.instances.length : known?.was) ?? 0 };
  });
  const running = new Set(artifacts.map(({ fingerprint }) => fingerprint));
  const gone = [...earlier.values()].filter(({ fingerprint }) => !running.has(fingerprint));
  const exited = isNew
    ? gone
        .filter(({ instances }) => instances.length > 0)
        .map((artifact) => ({ ...artifact, instances: [], was: artifact.instances.length }))
    : gone;
  const { at, policies, state } = found;
  const snapshot: Snapshot = {
    number: (before?.number ?? 0) + (isNew ? 1 : 0),
    createdAt: isNew ? at : before.createdAt,
    state,
    policies,
    artifacts: [...artifacts, ...exited],
  };
  return { snapshot, isNew, changes: [...countChanges(earlier, snapshot), ...stateChange(before?.state ?? 'UNKNOWN', state)] };
}

function isSame(before: Snapshot, found: Found): boolean {
  const running = before.artifacts.filter(({ instances }) => instances.length > 0);
  const now = new Map(found.artifacts.map((artifact) => [artifact.fingerprint, artifact]));
  return (
    before.state === found.state &&
    JSON.stringify(before.policies) === JSON.stringify(found.policies) &&
    running.length === now.size &&
    running.every(({ fingerprint, isAllowed, state }) => {
      const artifact = now.get(fingerprint);
      return artifact?.state === state && artifact.isAllowed === isAllowed;
    })
  );
}

function countChanges(earlier: ReadonlyMap<string, SnapshotArtifact>, { artifacts }: Snapshot): readonly Change[] {
  return artifacts.flatMap((artifact): readonly Change[] => {
    const [from, to] = [earlier.get(artifact.fingerprint)?.instances.length ?? 0, artifact.instances.length];
    if (from === to) return [];
    const trigger = from === 0 ? 'ON_STARTED_ARTIFACT' : to === 0 ? 'ON_EXITED_ARTIFACT' : 'ON_SCALED_ARTIFACT';
    return [{ trigger, artifact, from, to }];
  });
}

function stateChange(before: EnvironmentState, now: EnvironmentState): readonly Change[] {
  if (before === now || now === 'UNKNOWN') return [];
  return [{ trigger: now === 'COMPLIANT' ? 'ON_COMPLIANT_ENV' : 'ON_NON_COMPLIANT_ENV' }];
}
