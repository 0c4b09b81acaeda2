import { changeWithoutTrail } from './change-without-trail.ts';
import { evidenceAfterDeployment } from './evidence-after-deployment.ts';
import { evidenceAfterMerge } from './evidence-after-merge.ts';
import { evidenceAllSkipped } from './evidence-all-skipped.ts';
import { evidenceBeforePush } from './evidence-before-push.ts';
import { evidenceByForkClaim } from './evidence-by-fork-claim.ts';
import { evidenceEmpty } from './evidence-empty.ts';
import { overridden } from './overridden.ts';
import type { Rule } from './rule.ts';
import { testedOnHeadOnly } from './tested-on-head-only.ts';
import { trailIncomplete } from './trail-incomplete.ts';
import { trailNonCompliant } from './trail-non-compliant.ts';
import { trailUnknown } from './trail-unknown.ts';
import { trailWithOwnTemplate } from './trail-with-own-template.ts';

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
