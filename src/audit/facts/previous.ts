import type { BranchRules } from './check.ts';
import type { PreviousFinding } from './finding.ts';

export interface ReportedHead {
  readonly org: string;
  readonly link: string;
  readonly sequence: number;
  /** When the audit read it, ISO 8601 in UTC. */
  readonly readAt: string;
}

export interface Previous {
  /** The repository and the organization that it was about; null where it does not say. */
  readonly about: {
    readonly repository: string | null;
    readonly repositoryId: number | null;
    readonly serverUrl: string | null;
    readonly org: string | null;
  };
  readonly complete: boolean;
  /** The period that it covered, and where its last complete one ended: ISO 8601 in UTC. */
  readonly since: string | null;
  readonly until: string;
  readonly completeUntil: string | null;
  /** Name of each branch → the commit of it that complete audits reach to, where that is known. */
  readonly completeTips: Readonly<Record<string, string>>;
  readonly findings: readonly PreviousFinding[];
  /** Flows that it was narrowed to, empty: all; and its branches. */
  readonly flows: readonly string[];
  readonly branches: readonly string[];
  readonly tags: Readonly<Record<string, string>>;
  /** The rules of branches that it saw, and when; left out where it did not ask for them. */
  readonly rules?: { readonly at: string; readonly of: readonly BranchRules[] };
  /** The newest head of the log that an audit of this series read, where that log held; null: none did. */
  readonly head: ReportedHead | null;
  /** SHA-256 of the file that it was read from. */
  readonly digest: string;
  /** SHA-256 of the manifest of its package, where that was handed in. */
  readonly manifest?: string;
}
