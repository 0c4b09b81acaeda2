import { environmentTypes } from '../../../contract/index.ts';
import { aFlag, aNumber, aText, ifThere, listOf, oneOf, shape } from '../../../text/check.ts';
import { kind, type SaidBy } from '../../record/kind.ts';
import { ofReport } from '../artifacts/record.ts';

const where = { environment: aText, environment_id: aText };

/** The fields of an environment from now on; an absent field stays as it is. */
export const environmentReported = kind(
  ['environment_reported', 'environment_updated'],
  {
    ...where,
    environment_type: oneOf(...environmentTypes),
    description: ifThere(aText),
    is_archived: ifThere(aFlag),
    /** The names of all policies that are attached. */
    policies: ifThere(listOf(aText)),
    /** The ids of all environments that are part of it. */
    included: ifThere(listOf(aText)),
  },
  (record) => ({ type: record.kind, environment_id: record.environment_id }),
);

/** Everything that runs in an environment now; absent if it is the same as in the report before. */
export const snapshotReported = kind(
  ['snapshot_reported'],
  { ...where, running: ifThere(listOf(shape({ fingerprint: aText, name: aText, instances: listOf(aNumber) }))) },
  (record) => ({ type: record.kind, environment_id: record.environment_id }),
);

export const artifactAllowed = kind(
  ['artifact_allowed'],
  { ...where, fingerprint: aText, artifact_name: aText, description: aText },
  (record) => ({ type: record.kind, environment_id: record.environment_id }),
);

/** An artifact of a flow started or ended in an environment; this follows from the snapshot that was reported before it. */
export const artifactPresence = kind(
  ['artifact_started_running', 'artifact_stopped_running'],
  {
    ...ofReport,
    ...where,
    snapshot: aNumber,
    instances: aNumber,
  },
  (record) => ({
    type: record.kind,
    flow_id: record.flow_id,
    trail_id: record.trail_id ?? null,
    environment_id: record.environment_id,
    environment_name: record.environment,
    snapshot_index: record.snapshot,
    artifact_id: record.artifact_id,
    artifact_fingerprint: record.fingerprint,
    template_reference_name: record.artifact_name,
    replica_number: record.instances,
    git_commit_info: null,
    repo_info: null,
  }),
);

export type EnvironmentContent = SaidBy<typeof environmentReported>;
export type SnapshotContent = SaidBy<typeof snapshotReported>;
export type AllowanceContent = SaidBy<typeof artifactAllowed>;
export type PresenceContent = SaidBy<typeof artifactPresence>;

/** Instances of an artifact in an environment, as its events and messages tell them. */
export function movedWords(from: number, to: number): string {
  const moved = Math.abs(to - from);
  return `${moved} instance${moved === 1 ? '' : 's'} ${to > from ? 'started' : 'stopped'} running (from ${from} to ${to})`;
}
