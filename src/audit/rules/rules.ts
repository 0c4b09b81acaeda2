import { acceptanceNotValid } from './acceptance-not-valid.ts';
import { deliveryRules } from './delivery-rules.ts';
import { evidenceRules } from './evidence-rules.ts';
import type { Rule } from './rule.ts';

/** Every rule of an audit, in the order in which a report shows them. */
export const rules: readonly Rule[] = [...evidenceRules, ...deliveryRules, acceptanceNotValid];
