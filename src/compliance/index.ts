export { approvalState } from './approvals.ts';
export { evaluate, evaluateReplaced } from './evaluate.ts';
export { together } from './together.ts';
export { isJunitCompliant } from './junit.ts';
export {
  isDecisionCompliant,
  isGenericCompliant,
  isJiraCompliant,
  isPullRequestCompliant,
  isSnykCompliant,
  isSonarCompliant,
} from './kinds.ts';
export type { ArtifactFact, AttestationFact, TrailFacts } from './facts.ts';
export { conditionFault } from './policies/condition.ts';
export type { ArtifactFacts, AttestationOfArtifact, Provenance } from './policies/facts.ts';
export { judgeArtifact, type Judgement, type PolicyEvaluation, type RuleEvaluation } from './policies/judge.ts';
export type { AttestationRule, Condition, Policy, PolicyRules, RequiredRule } from './policies/policy.ts';
