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
export { evaluate, evaluateReplaced, together, type ArtifactFact, type AttestationFact, type TrailFacts } from './evaluate.ts';
export { contradictsItself, countedRows, failedTests, holdsTest, testsRun, type RowCounts } from './tests/index.ts';
export {
  conditionFault,
  type ArtifactFacts,
  type Condition,
  type Policy,
  type PolicyRules,
  type Provenance,
  type RequiredRule,
} from './policies/condition.ts';
export { evaluateArtifact, type ArtifactEvaluation } from './policies/evaluate-artifact.ts';
