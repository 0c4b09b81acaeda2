import { approvalByAuthor } from './approval-by-author.ts';
import { approvalCarriedOver } from './approval-carried-over.ts';
import { approvalMissing } from './approval-missing.ts';
import { approvalOlderThanArtifact } from './approval-older-than-artifact.ts';
import { approvalPending } from './approval-pending.ts';
import { approvedAfterMerge } from './approved-after-merge.ts';
import { approvedByAuthor } from './approved-by-author.ts';
import { artifactNonCompliant } from './artifact-non-compliant.ts';
import { artifactWithoutProvenance } from './artifact-without-provenance.ts';
import { auditGap } from './audit-gap.ts';
import { authorUnidentified } from './author-unidentified.ts';
import { changedAfterReview } from './changed-after-review.ts';
import { controlChanged } from './control-changed.ts';
import { controlWeakened } from './control-weakened.ts';
import { deployedBeforeApproval } from './deployed-before-approval.ts';
import { deployedOutsidePopulation } from './deployed-outside-population.ts';
import { emergencyNotReviewed } from './emergency-not-reviewed.ts';
import { gateLetThrough } from './gate-let-through.ts';
import { historyRewritten } from './history-rewritten.ts';
import { mergedWithoutReview } from './merged-without-review.ts';
import { notificationFailing, notificationWithoutTarget } from './notifications.ts';
import { pushedDirectly } from './pushed-directly.ts';
import { recordAltered } from './record-altered.ts';
import { releaseOutsidePopulation } from './release-outside-population.ts';
import type { Rule } from './rule.ts';
import { tagMoved } from './tag-moved.ts';

/** The rules about how changes came to be there, who looked at them, and what was shipped; those about evidence are in another list. */
export const deliveryRules: readonly Rule[] = [
  pushedDirectly,
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
