import { isObject, isText, isTexts, optional } from '../sql/shape.ts';
import { commitFields, pick, repoFields, short } from './event-parts.ts';
import { kind, ofFlow, type SaidBy } from './kind.ts';

export const artifactReported = kind(
  ['artifact_reported'],
  {
    ...ofFlow,
    /** Both absent if it was reported without a trail. */
    trail: optional(isText),
    trail_id: optional(isText),
    artifact_id: isText,
    /** Its name in the template. */
    artifact_name: isText,
    fingerprint: isText,
    commit: optional(isText),
    repo_id: optional(isText),
    repo_name: optional(isText),
    /** The directory trees that earlier reports of the same artifact on the same trail named. */
    earlier_trees: optional(isTexts),
    data: isObject,
  },
  (record) => ({
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
);

export type ArtifactContent = SaidBy<typeof artifactReported>;
