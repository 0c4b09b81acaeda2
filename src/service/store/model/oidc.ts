import type { Principal, Role } from './roles.ts';

/**
 * The conditions of a rule for the ID token of a job. `issuer`, `audience` and `repositoryId` are always asked for; of the others those
 * that are there.
 */
export interface RuleConditions {
  /** The address that the token names as its issuer, to the letter. */
  readonly issuer: string;
  readonly audience: string;
  /** The number that stays with a repository when it is renamed, and that no other one gets. */
  readonly repositoryId: string;
  /** The workflow that the job is defined in, `owner/repo/.github/workflows/file.yml@ref`; its last part may be `*`. */
  readonly workflow?: string;
  /** The git ref of the run; its last part may be `*`. */
  readonly ref?: string;
  readonly environment?: string;
  /** The events that it lets in. Without any, those that only people with write access start. */
  readonly events?: readonly string[];
}

export interface NewOidcRule extends RuleConditions {
  /** The name of the repository, for people: nothing goes by it. */
  readonly repository: string;
  readonly org: string;
  readonly role: Role;
  /** The names of the only flows that it opens. Without them it opens the whole organization. */
  readonly flows?: readonly string[];
}

/** A rule that is in force. */
export interface OidcRule extends NewOidcRule {
  readonly id: string;
  /** Unix seconds. */
  readonly createdAt: number;
}

export type OidcRuleOutcome =
  | { readonly outcome: 'added'; readonly id: string }
  /** One that says the same is in force. */
  | { readonly outcome: 'there'; readonly id: string }
  | { readonly outcome: 'no-organization' }
  | { readonly outcome: 'too-many' };

/** The rules of an organization for an issuer, and whether the service trusts that issuer at all. */
export interface RulesOfIssuer {
  readonly isTrusted: boolean;
  readonly rules: readonly OidcRule[];
}

/** An access token to keep. Both hashes identify what nobody may see again. */
export interface NewJobAccess {
  readonly org: string;
  readonly ruleId: string;
  readonly hash: string;
  /** A hash of what identifies the ID token: it is taken once. */
  readonly idToken: string;
  /** How long the access lasts, in seconds. */
  readonly lifetime: number;
  /** Facts about the job, as its records will have them. */
  readonly claims: JobClaims;
}

/** Facts that the issuer vouched for, by their names in records. */
export type JobClaims = Readonly<Record<string, string>> & { readonly repository: string; readonly issuer: string };

export type JobAccessOutcome =
  | { readonly outcome: 'granted'; readonly expiresAt: number }
  /** The ID token was taken before. */
  | { readonly outcome: 'taken' }
  /** While the ID token was looked at. */
  | { readonly outcome: 'rule-removed' };

/** Whom an access token speaks for. */
export interface JobAccess {
  readonly principal: Principal;
  readonly state: 'valid' | 'expired' | 'rule-removed';
}
