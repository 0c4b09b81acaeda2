export { evaluate } from './evaluate.ts';
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
