/** One version of a policy, with its rules as whoever judges by them reads them. */
export interface StoredPolicy {
  readonly name: string;
  readonly version: number;
  readonly rules: unknown;
}

/** Everything that a policy reads of an artifact. */
export interface ArtifactFacts {
  readonly name: string;
  readonly fingerprint: string;
  /** Where it comes from; none is an artifact without provenance. */
  readonly provenance: readonly {
    readonly flow: string;
    readonly tags: Readonly<Record<string, string>>;
    readonly trail?: string;
    readonly status?: string;
    readonly attestations: readonly { readonly name: string; readonly type: string; readonly compliant: boolean }[];
  }[];
}

/** The rule that says whether an artifact may run where policies are attached; a pure function. */
export type Judge = (
  policies: readonly StoredPolicy[],
  artifact: ArtifactFacts,
) => {
  /** `undefined` where no policy says anything. */
  readonly compliant: boolean | undefined;
  readonly policies: readonly object[];
};
