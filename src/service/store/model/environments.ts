import type { EnvironmentType } from '../../../contract/index.ts';
import type { Author } from '../log/chain.ts';

/** What is known of an environment, or of an artifact in it; unknown while nothing judges it. */
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
  /** When it was last said what it is. */
  readonly lastModifiedAt: number;
  /** When its latest snapshot was made; `undefined` before the first one. */
  readonly lastChangedAt: number | undefined;
  readonly lastReportedAt: number | undefined;
  /** The names of the policies that are attached, in order. */
  readonly policies: readonly string[];
  /** The ids of those that a logical one is made of, in order. */
  readonly included: readonly string[];
}

/** What runs: an artifact, and when each of its instances began, in Unix seconds. */
export interface Running {
  readonly fingerprint: string;
  readonly name: string;
  readonly instances: readonly number[];
}

/** A policy that decides about an environment, in the version that counts. */
export interface AppliedPolicy {
  readonly name: string;
  readonly version: number;
}

/** What is known of an artifact where it runs. */
export interface JudgedArtifact extends Running {
  readonly state: EnvironmentState;
  readonly isAllowed: boolean;
  /** What each policy says of it, as readers see it. */
  readonly decisions: readonly Readonly<Record<string, unknown>>[];
}

export interface SnapshotArtifact extends JudgedArtifact {
  /** How many instances it had in the snapshot before; one that has none now exited since. */
  readonly was: number;
}

/** What ran in an environment from a time on, and what was known of it. Only the latest one changes: in what is no identity and no judgement. */
export interface Snapshot {
  readonly number: number;
  readonly createdAt: number;
  readonly state: EnvironmentState;
  readonly policies: readonly AppliedPolicy[];
  readonly artifacts: readonly SnapshotArtifact[];
}

/** A snapshot without what is in it; `endedAt` is when the next one was made. */
export interface SnapshotSpan {
  readonly number: number;
  readonly createdAt: number;
  readonly endedAt: number | undefined;
  readonly state: EnvironmentState;
}

/** What may be said of an environment; what is absent stays. */
export interface EnvironmentChange {
  readonly name?: string;
  readonly description?: string;
  readonly isArchived?: boolean;
  /** All that are attached from now on. */
  readonly policies?: readonly string[];
  /** The names of all that it is made of from now on. */
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

/** An artifact that is compliant in an environment, whatever is known of it. */
export interface Allowance {
  readonly environment: string;
  readonly fingerprint: string;
  readonly name: string;
  readonly description: string;
  readonly createdAt: number;
  readonly createdBy: string;
}

/** Why a write about an environment was not done. */
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
  /** Both '' where it was reported without a trail. */
  readonly trailId: string;
  readonly trail: string;
  /** What the trail says of it; '' where nothing was decided. */
  readonly state: string;
  /** '' where it is not known. */
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
  /** The latest snapshot that has it, or the one that it was gone in. */
  readonly snapshot: number;
}

/** What is kept of an event of an environment. */
export interface LoggedEvent {
  readonly number: number;
  readonly snapshot: number;
  readonly at: number;
  readonly repoName: string;
  readonly body: Readonly<Record<string, unknown>>;
}
