export { approvalState } from './approvals.ts';
export { evaluate } from './evaluate.ts';
export { isJunitCompliant } from './junit.ts';
export type { ArtifactFact, AttestationFact, TrailFacts } from './facts.ts';
