import type { Header } from '../facts/line.ts';
import { approvalRules } from './approvals.ts';
import { acceptanceNotValid, auditRules } from './audit.ts';
import { checkRules } from './checks.ts';
import { recordRules } from './evidence.ts';
import { gateRules } from './gate.ts';
import { historyRules } from './history.ts';
import { reviewRules } from './reviews.ts';
import type { Rule } from './rule.ts';
import { shippingRules } from './shipping.ts';
import { trailRules } from './trails.ts';

/** In the order of the reports. */
export const evidenceRules: readonly Rule[] = [...trailRules, ...recordRules];

/** Origin of changes, reviews, and shipping; rules about evidence are in another list. */
export const deliveryRules: readonly Rule[] = [
  ...historyRules,
  ...reviewRules,
  ...shippingRules,
  ...approvalRules,
  ...gateRules,
  ...auditRules,
];

/** In the order of the reports. */
export const rules: readonly Rule[] = [...evidenceRules, ...checkRules, ...deliveryRules, acceptanceNotValid];

/** Those that an audit goes by: some are about GitHub's checks, which are the evidence of few audits. */
export function rulesFor({ evidence }: Pick<Header, 'evidence'>): readonly Rule[] {
  return evidence === 'github' ? rules : rules.filter(({ ofGitHub }) => ofGitHub !== true);
}
