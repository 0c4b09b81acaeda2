import type { Deployment, Residence } from './environments.ts';
import type { Author } from '../log/chain.ts';
import type { ArtifactContent } from '../kinds/artifacts.ts';
import type { Header, Sent } from '../log/header.ts';
import type { StateChange } from './trails.ts';

/** A reported artifact, as a decision reads it. */
export interface ArtifactOnTrail {
  readonly id: string;
  readonly fingerprint: string;
  /** Its name in the template. */
  readonly name: string;
  readonly commit?: string;
  /** The last decision about it; '' before the first. */
  readonly state: string;
}

/** The latest record of a name about an artifact. */
export interface EvidenceOfArtifact {
  readonly trailId: string;
  readonly fingerprint: string;
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly compliant: boolean;
  readonly createdAt: number;
  readonly hasFile: boolean;
}

/** Where an artifact runs and ran, by the names of the environments, and each of its starts. */
export interface Presence {
  readonly residences: readonly Residence[];
  readonly deployments: readonly Deployment[];
}

/** A name that an override decides: the override, and the overridden record. */
export interface OverriddenName {
  readonly name: string;
  /** The type of the overridden record. */
  readonly type: string;
  readonly id: string;
  readonly overriddenId: string;
  readonly compliant: boolean;
}

export type ArtifactRecord = Header & ArtifactContent;

export interface ArtifactRow {
  readonly id: string;
  /** The current name of its flow; its record has the name at that time. */
  readonly flowName: string;
  readonly fingerprint: string;
  readonly name: string;
  /** '' if no trail was decided with it. */
  readonly state: string;
  /** The time of its first report. */
  readonly createdAt: number;
  /** The latest report. */
  readonly record: ArtifactRecord;
  readonly evidence: readonly EvidenceOfArtifact[];
  /** The names that an override decides, also those of its trail. */
  readonly overridden: readonly OverriddenName[];
  readonly presence: Presence;
  /** Numbers of its approvals in its flow. */
  readonly approvals: readonly number[];
}

export interface ArtifactFilter {
  readonly flowName?: string;
  /** Only together with `flowName`. */
  readonly trailName?: string;
  readonly repoName?: string;
  readonly fingerprint?: string;
  readonly commit?: string;
  readonly id?: string;
}

export interface NewArtifact {
  readonly author: Author;
  readonly flowName: string;
  readonly trailName?: string;
  /** Its name in the template. */
  readonly name: string;
  readonly fingerprint: string;
  readonly commit?: string;
  readonly repoId?: string;
  readonly repoName?: string;
  /** The fields as the client sent them. */
  readonly data: Sent;
  /** The details of its trail if the trail does not exist yet. */
  readonly trail: Sent;
}

export interface ReportedArtifact {
  readonly id: string;
  readonly isNew: boolean;
  /** `undefined` if it is on no trail. */
  readonly change: StateChange | undefined;
}
