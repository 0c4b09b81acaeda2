/** An attestation of an artifact on a trail, or of that trail: the latest of its name. */
export interface AttestationOfArtifact {
  readonly name: string;
  readonly type: string;
  readonly compliant: boolean;
  /** The control that a decision is about. */
  readonly control?: string;
}

/** A flow that an artifact was reported in, and the trail there. */
export interface Provenance {
  readonly flow: string;
  readonly tags: Readonly<Record<string, string>>;
  /** Absent where it was reported without a trail. */
  readonly trail?: string;
  /** The artifact's state on the trail: `COMPLIANT`, `NON-COMPLIANT`, `INCOMPLETE`; absent where nothing was decided. */
  readonly status?: string;
  readonly attestations: readonly AttestationOfArtifact[];
}

/** Everything that a policy reads of an artifact. */
export interface ArtifactFacts {
  readonly name: string;
  readonly fingerprint: string;
  /** Where it comes from; none is an artifact without provenance. */
  readonly provenance: readonly Provenance[];
}
