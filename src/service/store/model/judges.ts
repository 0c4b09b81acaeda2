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

/** The rule that decides a trail. */
export type Evaluate = (facts: TrailFacts) => ComplianceStatus & { readonly is_compliant: boolean };

/** The rule that decides the artifacts whose name another one took on the trail: their states by their ids. */
export type EvaluateReplaced = (facts: TrailFacts) => ReadonlyMap<string, string>;

/** The rule that says whether an artifact may run where policies are attached. */
export type Judge = (policies: readonly Policy[], artifact: ArtifactFacts) => ArtifactEvaluation;

/** The combined requirements of two templates. */
export type Together = (one: Template, other: Template) => Template;

/** The rules that the store decides by: pure functions, so that they can run inside the transaction of the write. */
export interface Judges {
  readonly together: Together;
  readonly evaluate: Evaluate;
  readonly evaluateReplaced: EvaluateReplaced;
  readonly judge: Judge;
}
