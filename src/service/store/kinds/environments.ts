import { environmentTypes } from '../../../contract/index.ts';
import { fields, isFlag, isNumber, isText, isTexts, listOf, optional, isOneOf } from '../sql/shape.ts';
import { kind, ofFlow, type SaidBy } from './kind.ts';

const where = { environment: isText, environment_id: isText };

/** The fields of an environment from now on; an absent field stays as it is. */
export const environmentReported = kind(
  ['environment_reported', 'environment_updated'],
  {
    ...where,
    environment_type: isOneOf(...environmentTypes),
    description: optional(isText),
    is_archived: optional(isFlag),
    /** The names of all policies that are attached. */
    policies: optional(isTexts),
    /** The ids of all environments that are part of it. */
    included: optional(isTexts),
  },
  (record) => ({ type: record.kind, environment_id: record.environment_id }),
);

/** Everything that runs in an environment now; absent if it is the same as in the report before. */
export const snapshotReported = kind(
  ['snapshot_reported'],
  { ...where, running: optional(listOf(fields({ fingerprint: isText, name: isText, instances: listOf(isNumber) }))) },
  (record) => ({ type: record.kind, environment_id: record.environment_id }),
);

export const artifactAllowed = kind(
  ['artifact_allowed'],
  { ...where, fingerprint: isText, artifact_name: isText, description: isText },
  (record) => ({ type: record.kind, environment_id: record.environment_id }),
);

/** An artifact of a flow started or ended in an environment; this follows from the snapshot that was reported before it. */
export const artifactPresence = kind(
  ['artifact_started_running', 'artifact_stopped_running'],
  {
    ...ofFlow,
    ...where,
    /** Both absent if it was reported without a trail. */
    trail: optional(isText),
    trail_id: optional(isText),
    artifact_id: isText,
    /** Its name in the template. */
    artifact_name: isText,
    fingerprint: isText,
    snapshot: isNumber,
    instances: isNumber,
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
