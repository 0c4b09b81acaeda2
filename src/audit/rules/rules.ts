import { approvalRules } from './approvals.ts';
import { acceptanceNotValid, auditRules } from './audit.ts';
import { recordRules } from './evidence.ts';
import { gateRules } from './gate.ts';
import { historyRules } from './history.ts';
import { reviewRules } from './reviews.ts';
import type { Rule } from './rule.ts';
import { shippingRules } from './shipping.ts';
import { trailRules } from './trails.ts';

/** Rules about the evidence of changes, in the order in which a report shows them. */
export const evidenceRules: readonly Rule[] = [...trailRules, ...recordRules];

/** The rules about how changes came to be there, who looked at them, and what was shipped; those about evidence are in another list. */
export const deliveryRules: readonly Rule[] = [
  ...historyRules,
  ...reviewRules,
  ...shippingRules,
  ...approvalRules,
  ...gateRules,
  ...auditRules,
];

/** Every rule of an audit, in the order in which a report shows them. */
export const rules: readonly Rule[] = [...evidenceRules, ...deliveryRules, acceptanceNotValid];
