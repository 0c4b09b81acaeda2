export {
  approvalState,
  isDecisionCompliant,
  isGenericCompliant,
  isJiraCompliant,
  isJunitCompliant,
  isPullRequestCompliant,
  isReason,
  isSnykCompliant,
  isSonarCompliant,
  testsMustRun,
} from './kinds.ts';
export { evaluate, evaluateReplaced } from './evaluate.ts';
export { contradictsItself, countedRows, failedTests, holdsTest, testsRun, type RowCounts } from './tests/index.ts';
export { together } from './together.ts';
export type { ArtifactFact, AttestationFact, TrailFacts } from './facts.ts';
export { conditionFault } from './policies/condition.ts';
export type { ArtifactFacts, Condition, Policy, PolicyRules, Provenance, RequiredRule } from './policies/policy.ts';
export { evaluateArtifact, type ArtifactEvaluation } from './policies/evaluate-artifact.ts';
