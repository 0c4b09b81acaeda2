/** What a rule can listen to. */
export type EnvironmentTrigger =
  | 'ON_STARTED_ARTIFACT'
  | 'ON_EXITED_ARTIFACT'
  | 'ON_SCALED_ARTIFACT'
  | 'ON_ALLOWED_ARTIFACT'
  | 'ON_NON_COMPLIANT_ENV'
  | 'ON_COMPLIANT_ENV';

/** Something that happened in an environment; each transition is one. */
export interface EnvironmentEvent {
  readonly trigger: EnvironmentTrigger;
  readonly environment_id: string;
  readonly environment: string;
  /** The snapshot that is the latest after it; 0 before the first one. */
  readonly snapshot_index: number;
  /** Where it is about one; what is known of its provenance, if it has one. */
  readonly artifact?: {
    readonly name: string;
    readonly fingerprint: string;
    readonly flow?: string;
    readonly trail?: string;
    readonly commit?: string;
  };
  /** Instances before, and after. */
  readonly from?: number;
  readonly to?: number;
  /** Unix seconds. */
  readonly at: number;
}
