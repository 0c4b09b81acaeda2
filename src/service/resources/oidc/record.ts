import { aNumber, aText, ifThere, listOf } from '../../../text/check.ts';
import { kind, type SaidBy } from '../../record/kind.ts';

const rule = { rule_id: aText, repository: aText, repository_id: aText };

const asked = {
  issuer: aText,
  audience: aText,
  workflow: ifThere(aText),
  ref: ifThere(aText),
  environment: ifThere(aText),
  events: ifThere(listOf(aText)),
  role: aText,
  flows: ifThere(listOf(aText)),
};

/**
 * Jobs whose ID token has all that the rule asks for get its role from now on, in `flows` alone if given. Absent fields are not asked for.
 */
export const oidcRuleAdded = kind(['oidc_rule_added'], { ...rule, ...asked });

/** The same of the jobs of all repositories of an owner: `repository` is `owner/*`. */
export const oidcOwnerRuleAdded = kind(['oidc_owner_rule_added'], { rule_id: aText, repository: aText, owner_id: aText, ...asked });

/** From now on, the rule lets no job in. `repository_id` is empty where it was for all repositories of an owner. */
export const oidcRuleRemoved = kind(['oidc_rule_removed'], rule);

/**
 * Until `expires_at`, an access token may do what its rule permits. The credential names the rule and the job. The record holds only
 * SHA-256: of the access token, and of what identifies the ID token that it was given for. Each ID token is taken once.
 */
export const jobLetIn = kind(['job_let_in'], { access_hash: aText, id_token_hash: aText, expires_at: aNumber });

/** From now on, no access that a job was given before lets it in: the data was restored, and who has that access is not known. */
export const jobAccessEnded = kind(['job_access_ended'], {});

export type OidcRuleContent = SaidBy<typeof oidcRuleAdded> | SaidBy<typeof oidcOwnerRuleAdded>;
export type OidcRuleRemovedContent = SaidBy<typeof oidcRuleRemoved>;
export type JobLetInContent = SaidBy<typeof jobLetIn>;
export type JobAccessEndedContent = SaidBy<typeof jobAccessEnded>;
