import type { ArtifactFacts, Judgement, Policy } from '../../../compliance/index.ts';
import type { ComplianceStatus, Template } from '../../../contract/index.ts';
import type { ArtifactOnTrail } from './artifacts.ts';
import type { LatestRecord } from './attestations.ts';

/** What a decision of a trail is made from. */
export interface TrailFacts {
  readonly template: Template;
  readonly templateId: string;
  readonly attestations: readonly LatestRecord[];
  readonly artifacts: readonly ArtifactOnTrail[];
  readonly now: number;
}

/** The rule that decides a trail. */
export type Evaluate = (facts: TrailFacts) => ComplianceStatus & { readonly is_compliant: boolean };

/** The rule that decides the artifacts that another one took the name of on the trail: their states by their ids. */
export type EvaluateReplaced = (facts: TrailFacts) => ReadonlyMap<string, string>;

/** The rule that says whether an artifact may run where policies are attached. */
export type Judge = (policies: readonly Policy[], artifact: ArtifactFacts) => Judgement;

/** What two templates ask for together. */
export type Together = (one: Template, other: Template) => Template;

/** What the store decides by: pure functions, so that they can run inside the transaction of the write. */
export interface Judges {
  readonly together: Together;
  readonly evaluate: Evaluate;
  readonly evaluateReplaced: EvaluateReplaced;
  readonly judge: Judge;
}
