import { approvalByAuthor, approvalMissing, approvalOlderThanArtifact, approvalPending } from './approvals.ts';
import { acceptanceNotValid, auditGap, notificationFailing, notificationWithoutTarget, recordAltered } from './audit.ts';
import {
  evidenceAllSkipped,
  evidenceBeforePush,
  evidenceByForkClaim,
  evidenceEmpty,
  overridden,
  testedOnHeadOnly,
  trailWithOwnTemplate,
} from './evidence.ts';
import { controlChanged, controlWeakened, gateLetThrough } from './gate.ts';
import { historyReplaced, historyRewritten, pushedDirectly, tagMoved } from './history.ts';
import {
  approvalCarriedOver,
  approvedAfterMerge,
  approvedByAuthor,
  authorUnidentified,
  changedAfterReview,
  emergencyNotReviewed,
  mergedWithoutReview,
} from './reviews.ts';
import type { Rule } from './rule.ts';
import {
  artifactNonCompliant,
  artifactWithoutProvenance,
  deployedBeforeApproval,
  deployedOutsidePopulation,
  releaseOutsidePopulation,
} from './shipping.ts';
import {
  changeWithoutTrail,
  evidenceAfterDeployment,
  evidenceAfterMerge,
  trailIncomplete,
  trailNonCompliant,
  trailUnknown,
} from './trails.ts';

/** Rules about the evidence of changes, in the order in which a report shows them. */
export const evidenceRules: readonly Rule[] = [
  changeWithoutTrail,
  trailNonCompliant,
  trailIncomplete,
  trailUnknown,
  evidenceAfterMerge,
  evidenceAfterDeployment,
  evidenceBeforePush,
  testedOnHeadOnly,
  evidenceEmpty,
  evidenceAllSkipped,
  evidenceByForkClaim,
  trailWithOwnTemplate,
  overridden,
];

/** The rules about how changes came to be there, who looked at them, and what was shipped; those about evidence are in another list. */
export const deliveryRules: readonly Rule[] = [
  pushedDirectly,
  historyReplaced,
  historyRewritten,
  tagMoved,
  mergedWithoutReview,
  changedAfterReview,
  approvedByAuthor,
  approvedAfterMerge,
  approvalCarriedOver,
  authorUnidentified,
  emergencyNotReviewed,
  deployedOutsidePopulation,
  releaseOutsidePopulation,
  deployedBeforeApproval,
  artifactNonCompliant,
  artifactWithoutProvenance,
  approvalMissing,
  approvalPending,
  approvalByAuthor,
  approvalOlderThanArtifact,
  gateLetThrough,
  controlChanged,
  controlWeakened,
  auditGap,
  notificationFailing,
  notificationWithoutTarget,
  recordAltered,
];

/** Every rule of an audit, in the order in which a report shows them. */
export const rules: readonly Rule[] = [...evidenceRules, ...deliveryRules, acceptanceNotValid];
