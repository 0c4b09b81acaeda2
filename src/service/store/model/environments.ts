import type { EnvironmentType } from '../../../contract/index.ts';
import type { Author } from '../log/chain.ts';

/** The state of an environment, or of an artifact in it; unknown while no policy is about it. */
export type EnvironmentState = 'COMPLIANT' | 'NON-COMPLIANT' | 'UNKNOWN';

export interface Environment {
  readonly id: string;
  readonly name: string;
  readonly type: EnvironmentType;
  readonly description: string;
  readonly isArchived: boolean;
  readonly state: EnvironmentState;
  /** Snapshots count from 1, without a gap. */
  readonly snapshotCount: number;
  readonly eventCount: number;
  readonly createdAt: number;
  readonly createdBy: string;
  /** The time of the last change of its description. */
  readonly lastModifiedAt: number;
  /** The time of its latest snapshot; `undefined` before the first one. */
  readonly lastChangedAt: number | undefined;
  readonly lastReportedAt: number | undefined;
  /** The names of the policies that are attached, in order. */
  readonly policies: readonly string[];
  /** The ids of the parts of a logical environment, in order. */
  readonly included: readonly string[];
}

/** A running artifact, and the start of each of its instances, in Unix seconds. */
export interface Running {
  readonly fingerprint: string;
  readonly name: string;
  readonly instances: readonly number[];
}

/** A policy that decides about an environment, in its latest version. */
export interface AppliedPolicy {
  readonly name: string;
  readonly version: number;
}

/** The state of an artifact where it runs. */
export interface EvaluatedArtifact extends Running {
  readonly state: EnvironmentState;
  readonly isAllowed: boolean;
  /** The answer of each policy about it, as readers see it. */
  readonly decisions: readonly Readonly<Record<string, unknown>>[];
}

export interface SnapshotArtifact extends EvaluatedArtifact {
  /** How many instances it had in the snapshot before; one that has none now has exited. */
  readonly was: number;
}

/**
 * The artifacts in an environment from a time on, and their states. Only the latest snapshot changes, and only in fields that are
 * neither an identity nor an evaluation.
 */
export interface Snapshot {
  readonly number: number;
  readonly createdAt: number;
  readonly state: EnvironmentState;
  readonly policies: readonly AppliedPolicy[];
  readonly artifacts: readonly SnapshotArtifact[];
}

/** A snapshot without its content; `endedAt` is when the next one was made. */
export interface SnapshotSpan {
  readonly number: number;
  readonly createdAt: number;
  readonly endedAt: number | undefined;
  readonly state: EnvironmentState;
}

/** The changeable fields of an environment; an absent field stays as it is. */
export interface EnvironmentChange {
  readonly name?: string;
  readonly description?: string;
  readonly isArchived?: boolean;
  /** All that are attached from now on. */
  readonly policies?: readonly string[];
  /** The names of all its parts from now on. */
  readonly included?: readonly string[];
}

export interface NewEnvironment extends Omit<EnvironmentChange, 'name' | 'isArchived'> {
  readonly author: Author;
  readonly name: string;
  readonly type: EnvironmentType;
}

export interface NewReport {
  readonly author: Author;
  readonly environment: string;
  readonly type: EnvironmentType;
  readonly running: readonly Running[];
}

export interface NewAllowance {
  readonly author: Author;
  readonly environment: string;
  readonly fingerprint: string;
  readonly name: string;
  readonly description: string;
}

/** An artifact that is compliant in an environment, whatever is known about it. */
export interface Allowance {
  readonly environment: string;
  readonly fingerprint: string;
  readonly name: string;
  readonly description: string;
  readonly createdAt: number;
  readonly createdBy: string;
}

/** The reasons to refuse a write about an environment. */
export type EnvironmentRefusal =
  | { readonly outcome: 'no-environment'; readonly name: string }
  | { readonly outcome: 'archived'; readonly name: string }
  | { readonly outcome: 'other-type'; readonly name: string; readonly type: EnvironmentType }
  | { readonly outcome: 'name-taken'; readonly name: string }
  | { readonly outcome: 'no-policy'; readonly name: string }
  | { readonly outcome: 'not-physical'; readonly name: string }
  | { readonly outcome: 'not-logical'; readonly name: string };

export type EnvironmentOutcome = EnvironmentRefusal | { readonly outcome: 'created' | 'updated' };
export type ReportOutcome = EnvironmentRefusal | { readonly outcome: 'recorded'; readonly snapshot: number; readonly isNew: boolean };

/** A flow that an artifact was reported in, and the trail there. */
export interface ArtifactOrigin {
  readonly artifactId: string;
  readonly number: number;
  readonly fingerprint: string;
  /** Its name in the template. */
  readonly name: string;
  readonly flowId: string;
  readonly flow: string;
  /** Both '' if it was reported without a trail. */
  readonly trailId: string;
  readonly trail: string;
  /** The state of the artifact on the trail; '' if nothing was decided. */
  readonly state: string;
  /** '' if it is not known. */
  readonly commit: string;
  readonly repoName: string;
}

/** A start of an artifact of a flow in an environment, counted in the flow; times are Unix seconds. */
export interface Deployment {
  readonly number: number;
  readonly environment: string;
  readonly startedAt: number;
  /** `undefined` while it runs. */
  readonly endedAt: number | undefined;
}

/** Where an artifact runs, or ran. */
export interface Residence {
  readonly environmentId: string;
  readonly environment: string;
  readonly fingerprint: string;
  readonly name: string;
  readonly isRunning: boolean;
  /** The latest snapshot with the artifact, or the one in which it was gone. */
  readonly snapshot: number;
}

/** The stored form of an environment's event. */
export interface LoggedEvent {
  readonly number: number;
  readonly snapshot: number;
  readonly at: number;
  readonly repoName: string;
  readonly body: Readonly<Record<string, unknown>>;
}
