import { environmentTypes, type EnvironmentType } from '../../../contract/index.ts';
import { aFlag, aNumber, aText, anObject, listOf, oneOf, shape, type CheckedBy } from '../../../text/check.ts';
import type { Author } from '../log/chain.ts';
import { column, flag, jsonOf, knownText, nullable, number, reader, text } from '../sql/row.ts';

/** The states of an environment, or of an artifact in it; unknown while no policy is about it. */
export const environmentStates = ['COMPLIANT', 'NON-COMPLIANT', 'UNKNOWN'] as const;
export type EnvironmentState = (typeof environmentStates)[number];

export const environmentFields = reader({
  id: text,
  name: text,
  type: knownText<EnvironmentType>(environmentTypes),
  description: text,
  isArchived: flag,
  state: knownText(environmentStates),
  /** Snapshots count from 1, without a gap. */
  snapshotCount: number,
  eventCount: number,
  createdAt: number,
  createdBy: text,
  /** The time of the last change of its description. */
  lastModifiedAt: number,
  /** The time of its latest snapshot; `undefined` before the first one. */
  lastChangedAt: nullable(number),
  lastReportedAt: nullable(number),
  /** The names of the policies that are attached, in order. */
  policies: jsonOf(listOf(aText)),
  /** The ids of the parts of a logical environment, in order. */
  included: jsonOf(listOf(aText)),
});
export type Environment = ReturnType<typeof environmentFields>;

/** A running artifact, and the start of each of its instances, in Unix seconds. */
const running = { fingerprint: aText, name: aText, instances: listOf(aNumber) };
export type Running = CheckedBy<typeof running>;

/** A policy that decides about an environment, in its latest version. */
const appliedPolicy = { name: aText, version: aNumber };

/** The state of an artifact where it runs. */
const evaluatedArtifact = {
  ...running,
  state: oneOf(...environmentStates),
  isAllowed: aFlag,
  /** The answer of each policy about it, as readers see it. */
  decisions: listOf(anObject),
};
export type EvaluatedArtifact = CheckedBy<typeof evaluatedArtifact>;

const snapshotArtifact = {
  ...evaluatedArtifact,
  /** How many instances it had in the snapshot before; one that has none now has exited. */
  was: aNumber,
};
export type SnapshotArtifact = CheckedBy<typeof snapshotArtifact>;

/** The content of a snapshot. */
export const snapshotContent = shape({ policies: listOf(shape(appliedPolicy)), artifacts: listOf(shape(snapshotArtifact)) });

/**
 * The artifacts in an environment from a time on, and their states. Only the latest snapshot changes, and only in fields that are
 * neither an identity nor an evaluation.
 */
export interface Snapshot {
  readonly number: number;
  readonly createdAt: number;
  readonly state: EnvironmentState;
  readonly policies: readonly CheckedBy<typeof appliedPolicy>[];
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
export const originFields = reader({
  artifactId: column('id', text),
  number,
  fingerprint: text,
  /** Its name in the template. */
  name: text,
  flowId: text,
  flow: text,
  /** Both '' if it was reported without a trail. */
  trailId: text,
  trail: text,
  /** The state of the artifact on the trail; '' if nothing was decided. */
  state: text,
  /** '' if it is not known. */
  commit: column('commit_sha', text),
  repoName: text,
});
export type ArtifactOrigin = ReturnType<typeof originFields>;

/** A start of an artifact of a flow in an environment, counted in the flow; times are Unix seconds. */
export const deploymentFields = reader({
  artifactId: text,
  number,
  environment: text,
  startedAt: number,
  /** `undefined` while it runs. */
  endedAt: nullable(number),
});
export type Deployment = ReturnType<typeof deploymentFields>;

/** Where an artifact runs, or ran. */
export const residenceFields = reader({
  environmentId: text,
  environment: text,
  fingerprint: text,
  name: text,
  isRunning: column('instances', (row, column) => number(row, column) > 0),
  /** The latest snapshot with the artifact, or the one in which it was gone. */
  snapshot: number,
});
export type Residence = ReturnType<typeof residenceFields>;

/** The stored form of an environment's event. */
export const loggedEventFields = reader({
  number,
  snapshot: number,
  at: column('created_at', number),
  repoName: text,
  body: jsonOf(anObject),
});
export type LoggedEvent = ReturnType<typeof loggedEventFields>;

/** Where an artifact runs and ran, by the names of the environments, and each of its starts. */
export interface Presence {
  readonly residences: readonly Residence[];
  readonly deployments: readonly Deployment[];
}
