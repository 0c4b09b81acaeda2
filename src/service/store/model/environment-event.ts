/** The events that a rule can listen to. */
export type EnvironmentTrigger =
  | 'ON_STARTED_ARTIFACT'
  | 'ON_EXITED_ARTIFACT'
  | 'ON_SCALED_ARTIFACT'
  | 'ON_ALLOWED_ARTIFACT'
  | 'ON_NON_COMPLIANT_ENV'
  | 'ON_COMPLIANT_ENV';

/** Something that happened in an environment; each transition is one event. */
export interface EnvironmentEvent {
  readonly trigger: EnvironmentTrigger;
  readonly environment_id: string;
  readonly environment: string;
  /** The latest snapshot after it; 0 before the first one. */
  readonly snapshot_index: number;
  /** The artifact that it is about, if there is one; its provenance if it is known. */
  readonly artifact?: {
    readonly name: string;
    readonly fingerprint: string;
    readonly flow?: string;
    readonly trail?: string;
    readonly commit?: string;
  };
  /** The number of instances before, and after. */
  readonly from?: number;
  readonly to?: number;
  /** Unix seconds. */
  readonly at: number;
}
