/** The text between `${{` and `}}`. The one object of a condition stands for it wherever it is judged. */
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
