import { isObject, isText, isTexts, optional, shape } from '../sql/shape.ts';
import { header, oneOf, type Header, type Sent } from '../log/header.ts';
import { commitFields, pick, repoFields, short } from './event-parts.ts';
import type { Kind } from './kind.ts';
import { place } from './place.ts';

export interface ArtifactContent {
  readonly kind: 'artifact_reported';
  readonly flow: string;
  readonly flow_id: string;
  /** Both absent where it was reported without a trail. */
  readonly trail?: string;
  readonly trail_id?: string;
  readonly artifact_id: string;
  /** Its name in the template. */
  readonly artifact_name: string;
  readonly fingerprint: string;
  readonly commit?: string;
  readonly repo_id?: string;
  readonly repo_name?: string;
  /** What reports before this one, of the same artifact on the same trail, named as the tree of its directory. */
  readonly earlier_trees?: readonly string[];
  readonly data: Sent;
}

export const isArtifactRecord = shape<Header & ArtifactContent>({
  ...header,
  ...place,
  kind: oneOf('artifact_reported'),
  trail: optional(isText),
  trail_id: optional(isText),
  artifact_id: isText,
  artifact_name: isText,
  fingerprint: isText,
  commit: optional(isText),
  repo_id: optional(isText),
  repo_name: optional(isText),
  earlier_trees: optional(isTexts),
  data: isObject,
});

export const artifactReported: Kind<ArtifactContent> = {
  is: isArtifactRecord,
  event: (record) => ({
    type: 'artifact_creation_reported',
    flow_id: record.flow_id,
    trail_id: record.trail_id ?? null,
    artifact_id: record.artifact_id,
    artifact_fingerprint: record.fingerprint,
    artifact_name: short(record.data.filename),
    template_reference_name: record.artifact_name,
    git_commit: record.commit ?? null,
    git_commit_info: pick(record.data.git_commit_info, commitFields),
    repo_info: pick(record.data.repo_info, repoFields),
  }),
};
