import { artifactReported } from '../kinds/artifacts.ts';
import type { Author } from '../log/chain.ts';
import type { Sent } from '../log/header.ts';
import { column, filled, flag, jsonOf, number, reader, text } from '../sql/row.ts';
import type { Presence } from './environments.ts';
import type { KeptAnswer } from './gate-answers.ts';
import type { StateChange } from './trails.ts';

/** The latest record of a name about an artifact. */
export const evidenceFields = reader({
  trailId: text,
  fingerprint: column('subject', (row, column) => text(row, column).slice('artifact:'.length)),
  id: text,
  name: text,
  type: text,
  compliant: column('is_compliant', flag),
  createdAt: number,
  hasFile: flag,
});
export type EvidenceOfArtifact = ReturnType<typeof evidenceFields>;

/** A name that an override decides: the override, and the overridden record. */
export const overriddenFields = reader({
  name: text,
  /** The type of the overridden record. */
  type: column('overridden_type', text),
  id: text,
  overriddenId: text,
  compliant: column('is_compliant', flag),
});
export type OverriddenName = ReturnType<typeof overriddenFields>;

export const artifactFields = reader({
  id: text,
  /** Counts the artifacts of the organization. */
  number,
  flowId: text,
  /** '' if it was reported without a trail. */
  trailId: text,
  /** The current name of its flow; its record has the name at that time. */
  flowName: text,
  /** Evidence alone began that flow, and after another one had a template. */
  ofDoubtfulFlow: flag,
  fingerprint: text,
  name: text,
  commit: column('commit_sha', filled),
  /** '' if no trail was decided with it. */
  state: text,
  /** The time of its first report. */
  createdAt: number,
  /** The latest report. */
  record: column('body', jsonOf(artifactReported.check)),
});

export interface ArtifactRow extends ReturnType<typeof artifactFields> {
  readonly evidence: readonly EvidenceOfArtifact[];
  /** The names that an override decides, also those of its trail. */
  readonly overridden: readonly OverriddenName[];
  readonly presence: Presence;
  readonly gate: KeptAnswer;
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
