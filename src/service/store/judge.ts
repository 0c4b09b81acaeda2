import type { ArtifactFacts, Judgement, Policy } from '../../compliance/index.ts';

/** The rule that says whether an artifact may run where policies are attached; a pure function. */
export type Judge = (policies: readonly Policy[], artifact: ArtifactFacts) => Judgement;
