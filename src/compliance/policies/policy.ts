/** The text between `${{` and `}}`. The one object of a condition stands for it wherever it is evaluated. */
export interface Condition {
  readonly text: string;
}

/** A rule that holds for every artifact but for those that an exception is true of. */
export interface RequiredRule {
  readonly required: boolean;
  readonly exceptions: readonly { readonly if: Condition }[];
}

/** An attestation that every artifact must have; with `if`, every artifact that this is true of. */
export interface AttestationRule {
  readonly if: Condition | null;
  /** `*` is any name. */
  readonly name: string;
  /** `junit`, …, `custom:<name>`; `*` is any type. */
  readonly type: string;
  readonly must_be_compliant: boolean;
  /** The control that a decision must be about; `null` is any. */
  readonly for_control: string | null;
}

/** The rules of a policy for each artifact that runs in an environment, with all defaults filled in. */
export interface PolicyRules {
  readonly provenance: RequiredRule;
  readonly 'trail-compliance': RequiredRule;
  readonly attestations: readonly AttestationRule[];
}

/** One version of a policy. */
export interface Policy {
  readonly name: string;
  readonly version: number;
  readonly rules: PolicyRules;
}

/** An attestation of an artifact on a trail, or of that trail: the latest of its name. */
interface AttestationOfArtifact {
  readonly name: string;
  readonly type: string;
  readonly compliant: boolean;
  /** The control that a decision is about. */
  readonly control?: string;
  /** Why it says no although its latest record says yes. */
  readonly reason?: string;
}

/** A flow that an artifact was reported in, and the trail there. */
export interface Provenance {
  readonly flow: string;
  readonly tags: Readonly<Record<string, string>>;
  /** Absent where it was reported without a trail. */
  readonly trail?: string;
  /** The artifact's state on the trail: `COMPLIANT`, `NON-COMPLIANT`, `INCOMPLETE`; absent where nothing was decided. */
  readonly status?: string;
  /** Why that is a no although its records were decided as a yes. */
  readonly reason?: string;
  readonly attestations: readonly AttestationOfArtifact[];
}

/** Everything that a policy reads of an artifact. */
export interface ArtifactFacts {
  readonly name: string;
  readonly fingerprint: string;
  /** Where it comes from; none is an artifact without provenance. */
  readonly provenance: readonly Provenance[];
}
