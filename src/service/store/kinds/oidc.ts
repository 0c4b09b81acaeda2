import { isText, isTexts, optional } from '../sql/shape.ts';
import { kind, type SaidBy } from './kind.ts';

const rule = { rule_id: isText, repository: isText, repository_id: isText };

/**
 * From now on, jobs whose ID token has all that the rule asks for may do in the organization what its role permits. A field that is
 * absent is not asked for.
 */
export const oidcRuleAdded = kind(['oidc_rule_added'], {
  ...rule,
  issuer: isText,
  audience: isText,
  workflow: optional(isText),
  ref: optional(isText),
  environment: optional(isText),
  events: optional(isTexts),
  role: isText,
});

/** From now on, the rule lets nobody in. */
export const oidcRuleRemoved = kind(['oidc_rule_removed'], rule);

export type OidcRuleContent = SaidBy<typeof oidcRuleAdded>;
export type OidcRuleRemovedContent = SaidBy<typeof oidcRuleRemoved>;
