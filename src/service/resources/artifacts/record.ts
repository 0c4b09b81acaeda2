import { aText, anObject, ifThere, listOf } from '../../../text/check.ts';
import { commitFields, kind, ofFlow, pick, repoFields, short, type SaidBy } from '../../record/kind.ts';

/** An artifact as it was reported in a flow. */
export const ofReport = {
  ...ofFlow,
  /** Both absent if it was reported without a trail. */
  trail: ifThere(aText),
  trail_id: ifThere(aText),
  artifact_id: aText,
  /** Its name in the template. */
  artifact_name: aText,
  fingerprint: aText,
};

export const artifactReported = kind(
  ['artifact_reported'],
  {
    ...ofReport,
    commit: ifThere(aText),
    repo_id: ifThere(aText),
    repo_name: ifThere(aText),
    /** The directory trees that earlier reports of the same artifact on the same trail named. */
    earlier_trees: ifThere(listOf(aText)),
    data: anObject,
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
