import { approvalRules } from './approvals.ts';
import { acceptanceNotValid, auditRules } from './audit.ts';
import { checkRules } from './checks.ts';
import { recordRules } from './evidence.ts';
import { gateRules } from './gate.ts';
import { historyRules } from './history.ts';
import { reviewRules } from './reviews.ts';
import type { World } from '../population/world.ts';
import type { Rule } from './rule.ts';
import { shippingRules } from './shipping.ts';
import { changeWithoutTicket } from './tickets.ts';
import { trailRules } from './trails.ts';

/** In the order of the reports. */
export const evidenceRules: readonly Rule[] = [...trailRules, ...recordRules];

/** Origin of changes, reviews, and shipping; rules about evidence are in another list. */
export const deliveryRules: readonly Rule[] = [
  ...historyRules,
  ...reviewRules,
  changeWithoutTicket,
  ...shippingRules,
  ...approvalRules,
  ...gateRules,
  ...auditRules,
];

/** In the order of the reports. */
export const rules: readonly Rule[] = [...evidenceRules, ...checkRules, ...deliveryRules, acceptanceNotValid];

/** Those that an audit goes by: some are about GitHub's checks, and some about what few audit's files ask for. */
export function rulesFor({ file, files, header }: Pick<World, 'file' | 'files' | 'header'>): readonly Rule[] {
  const texts = [file, ...files.values()];
  return rules.filter(
    ({ asks, ofGitHub }) =>
      (ofGitHub === undefined || header.evidence === 'github' || (ofGitHub === 'rules' && header.rules === true)) &&
      (asks === undefined || texts.some((text) => text !== null && text[asks] !== null)),
  );
}
