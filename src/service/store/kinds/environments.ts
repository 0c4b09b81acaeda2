import { environmentTypes, type EnvironmentType } from '../../../contract/index.ts';
import { isFlag, isNumber, isText, isTexts, listOf, optional, shape } from '../sql/shape.ts';
import { header, oneOf, type Header } from '../log/header.ts';
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

export const isEnvironment = shape<Header & EnvironmentContent>({
  ...header,
  ...where,
  kind: oneOf('environment_reported', 'environment_updated'),
  environment_type: oneOf(...environmentTypes),
  description: optional(isText),
  is_archived: optional(isFlag),
  policies: optional(isTexts),
  included: optional(isTexts),
});

export const isSnapshotReport = shape<Header & SnapshotContent>({
  ...header,
  ...where,
  kind: oneOf('snapshot_reported'),
  running: optional(
    listOf(shape<NonNullable<SnapshotContent['running']>[number]>({ fingerprint: isText, name: isText, instances: listOf(isNumber) })),
  ),
});

export const isAllowance = shape<Header & AllowanceContent>({
  ...header,
  ...where,
  kind: oneOf('artifact_allowed'),
  fingerprint: isText,
  artifact_name: isText,
  description: isText,
});

export const isPresence = shape<Header & PresenceContent>({
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
});
