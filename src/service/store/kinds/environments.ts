import { environmentTypes, type EnvironmentType } from '../../../contract/index.ts';
import { isFlag, isNumber, isText, isTexts, listOf, optional, shape } from '../sql/shape.ts';
import { header, oneOf, type Header } from '../log/header.ts';
import type { Event, Kind } from './kind.ts';
import { place } from './place.ts';

/** What an environment is from now on; what is absent stays. */
export interface EnvironmentContent {
  readonly kind: 'environment_reported' | 'environment_updated';
  readonly environment: string;
  readonly environment_id: string;
  readonly environment_type: EnvironmentType;
  readonly description?: string;
  readonly is_archived?: boolean;
  /** The names of all policies that are attached. */
  readonly policies?: readonly string[];
  /** The ids of all environments that it is made of. */
  readonly included?: readonly string[];
}

/** All that runs in an environment now; absent where it is what the report before said. */
export interface SnapshotContent {
  readonly kind: 'snapshot_reported';
  readonly environment: string;
  readonly environment_id: string;
  readonly running?: readonly { readonly fingerprint: string; readonly name: string; readonly instances: readonly number[] }[];
}

export interface AllowanceContent {
  readonly kind: 'artifact_allowed';
  readonly environment: string;
  readonly environment_id: string;
  readonly fingerprint: string;
  readonly artifact_name: string;
  readonly description: string;
}

/** An artifact of a flow began to run in an environment, or ended; it follows from the snapshot that was reported before it. */
export interface PresenceContent {
  readonly kind: 'artifact_started_running' | 'artifact_stopped_running';
  readonly flow: string;
  readonly flow_id: string;
  /** Both absent where it was reported without a trail. */
  readonly trail?: string;
  readonly trail_id?: string;
  readonly environment: string;
  readonly environment_id: string;
  readonly artifact_id: string;
  /** Its name in the template. */
  readonly artifact_name: string;
  readonly fingerprint: string;
  readonly snapshot: number;
  readonly instances: number;
}

const where = { environment: isText, environment_id: isText };

export const environmentReported: Kind<EnvironmentContent> = {
  is: shape<Header & EnvironmentContent>({
    ...header,
    ...where,
    kind: oneOf('environment_reported', 'environment_updated'),
    environment_type: oneOf(...environmentTypes),
    description: optional(isText),
    is_archived: optional(isFlag),
    policies: optional(isTexts),
    included: optional(isTexts),
  }),
  event: environmentEvent,
};

export const snapshotReported: Kind<SnapshotContent> = {
  is: shape<Header & SnapshotContent>({
    ...header,
    ...where,
    kind: oneOf('snapshot_reported'),
    running: optional(
      listOf(shape<NonNullable<SnapshotContent['running']>[number]>({ fingerprint: isText, name: isText, instances: listOf(isNumber) })),
    ),
  }),
  event: environmentEvent,
};

export const artifactAllowed: Kind<AllowanceContent> = {
  is: shape<Header & AllowanceContent>({
    ...header,
    ...where,
    kind: oneOf('artifact_allowed'),
    fingerprint: isText,
    artifact_name: isText,
    description: isText,
  }),
  event: environmentEvent,
};

export const artifactPresence: Kind<PresenceContent> = {
  is: shape<Header & PresenceContent>({
    ...header,
    ...place,
    ...where,
    kind: oneOf('artifact_started_running', 'artifact_stopped_running'),
    trail: optional(isText),
    trail_id: optional(isText),
    artifact_id: isText,
    artifact_name: isText,
    fingerprint: isText,
    snapshot: isNumber,
    instances: isNumber,
  }),
  event: (record) => ({
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
};

function environmentEvent({ kind, environment_id }: EnvironmentContent | SnapshotContent | AllowanceContent): Event {
  return { type: kind, environment_id };
}
