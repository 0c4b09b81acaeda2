import type { ArtifactFacts, ArtifactEvaluation, Policy } from '../../../compliance/index.ts';
import type { ComplianceStatus, Template } from '../../../contract/index.ts';
import type { ArtifactOnTrail } from './artifacts.ts';
import type { LatestRecord } from './attestations.ts';

/** The facts that decide a trail. */
export interface TrailFacts {
  readonly template: Template;
  readonly templateId: string;
  readonly attestations: readonly LatestRecord[];
  readonly artifacts: readonly ArtifactOnTrail[];
  readonly now: number;
}

/** The rules that the store decides by: pure functions, so that they can run inside the transaction of the write. */
export interface Rules {
  /** Decides a trail. */
  readonly evaluate: (facts: TrailFacts) => ComplianceStatus & { readonly is_compliant: boolean };
  /** Decides the artifacts whose name another one took on the trail: their states by their ids. */
  readonly evaluateReplaced: (facts: TrailFacts) => ReadonlyMap<string, string>;
  /** Says whether an artifact may run where policies are attached. */
  readonly evaluateArtifact: (policies: readonly Policy[], artifact: ArtifactFacts) => ArtifactEvaluation;
  /** The combined requirements of two templates. */
  readonly combine: (one: Template, other: Template) => Template;
}
