export { approvalState, isDecisionCompliant, isGenericCompliant, isJiraCompliant, isJunitCompliant } from './kinds.ts';
export { isPullRequestCompliant, isReason, isSnykCompliant, isSonarCompliant, testsMustRun } from './kinds.ts';
export { evaluate, evaluateReplaced, together, type ArtifactFact, type AttestationFact, type TrailFacts } from './evaluate.ts';
export { contradictsItself, countedRows, failedTests, testsRun, type RowCounts } from './kinds.ts';
export { conditionFault } from './policies/condition.ts';
export type { ArtifactFacts, Condition, Policy, PolicyRules, Provenance, RequiredRule } from './policies/condition.ts';
export { evaluateArtifact, type ArtifactEvaluation } from './policies/evaluate-artifact.ts';
