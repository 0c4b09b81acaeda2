import type { Acceptance } from '../findings/accepted.ts';
import type { People } from '../people/identity.ts';
import { matchesName } from './globs.ts';

/** A flow as the audit's file maps it. */
export interface MappedFlow {
  readonly name: string;
  /** Globs of paths; empty: every path. */
  readonly paths: readonly string[];
  /** Globs of branches; empty: every audited one. */
  readonly branches: readonly string[];
  /** A change that landed before owes nothing; ISO 8601 in UTC, null: always. */
  readonly from: string | null;
  /** Evidence of the pull request's head is enough, also where its base moved. */
  readonly headIsEnough: boolean;
  /** Environments that an artifact of this flow needs an approval for; empty: none. */
  readonly approvals: readonly string[];
}

/** A part that is left out of the audit, and who answers for it. */
export interface Exclusion {
  readonly commits: readonly string[];
  readonly pullRequests: readonly number[];
  /** A change is left out if it touches these alone. */
  readonly paths: readonly string[];
  readonly reason: string;
  readonly owner: string;
}

/** `.github/compliance-audit.yml` as it is read. */
export interface AuditFile {
  /** Empty: no mapping, and one trail in any flow is enough. */
  readonly flows: readonly MappedFlow[];
  readonly people: People;
  /** Accounts whose changes need no person, as long as they touch these paths alone. */
  readonly bots: readonly { readonly account: number; readonly paths: readonly string[] }[];
  readonly emergency: { readonly label: string; readonly days: number } | null;
  readonly exclusions: readonly Exclusion[];
  readonly accepted: readonly Acceptance[];
  /** Globs of names of environments that serve users; empty: by GitHub's mark and the name `production`. */
  readonly production: readonly string[];
  /** Globs of more files that decide what is checked: templates, policies, actions elsewhere. */
  readonly controls: readonly string[];
}

/** Whether an environment serves users: by the audit's file, and where that names none, by GitHub's mark or the name. */
export function servesUsers(file: AuditFile | null, environment: string, isMarked: boolean): boolean {
  const named = file?.production ?? [];
  return named.length > 0 ? matchesName(named, environment) : isMarked || environment.toLowerCase() === 'production';
}
