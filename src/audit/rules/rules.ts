import { acceptanceNotValid } from './acceptance-not-valid.ts';
import type { Rule } from './rule.ts';
import { changeWithoutTrail } from './change-without-trail.ts';
import { evidenceAfterDeployment } from './evidence-after-deployment.ts';
import { evidenceAfterMerge } from './evidence-after-merge.ts';
import { evidenceAllSkipped } from './evidence-all-skipped.ts';
import { evidenceBeforePush } from './evidence-before-push.ts';
import { evidenceByForkClaim } from './evidence-by-fork-claim.ts';
import { evidenceEmpty } from './evidence-empty.ts';
import { overridden } from './overridden.ts';
import { testedOnHeadOnly } from './tested-on-head-only.ts';
import { trailIncomplete } from './trail-incomplete.ts';
import { trailNonCompliant } from './trail-non-compliant.ts';
import { trailUnknown } from './trail-unknown.ts';
import { trailWithOwnTemplate } from './trail-with-own-template.ts';
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
import { historyReplaced } from './history-replaced.ts';
import { historyRewritten } from './history-rewritten.ts';
import { mergedWithoutReview } from './merged-without-review.ts';
import { notificationFailing, notificationWithoutTarget } from './notifications.ts';
import { pushedDirectly } from './pushed-directly.ts';
import { recordAltered } from './record-altered.ts';
import { releaseOutsidePopulation } from './release-outside-population.ts';
import { tagMoved } from './tag-moved.ts';

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
