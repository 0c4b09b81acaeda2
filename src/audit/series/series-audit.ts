import type { Severity, Subject } from '../facts/finding.ts';
import type { RuleResult } from '../judge/audit.ts';
import type { LogPlace, PackedLog } from '../package/manifest.ts';
import type { PackageOutcome } from '../package/outcome.ts';

/** A finding as one audit of the series has it. */
export interface SeenFinding {
  readonly key: string;
  readonly rule: string;
  readonly severity: Severity;
  readonly subject: Subject;
  readonly message: string;
  readonly status: 'new' | 'open' | 'fixed';
  /** When the first audit found it, as this one says: ISO 8601 in UTC. */
  readonly firstSeen: string;
  readonly accepted: { readonly owner: string; readonly until: string } | null;
}

/** The audit before, as an audit names it. */
export interface NamedBefore {
  /** SHA-256 of its JSON report, and of the manifest of its package where the audit had that. */
  readonly report: string;
  readonly manifest: string | null;
  readonly since: string | null;
  readonly until: string;
}

/** All that a series takes from the JSON report of one audit. */
export interface AuditReport {
  readonly complete: boolean;
  readonly repository: string | null;
  /** GitHub's id of it, which is one of its server alone; null in reports of earlier versions, and where GitHub was not asked. */
  readonly repositoryId: number | null;
  readonly serverUrl: string | null;
  /** Null where no evidence service was asked. */
  readonly org: string | null;
  readonly branches: readonly string[];
  /** Flows that it was narrowed to; empty: all. */
  readonly flows: readonly string[];
  /** Null where it began at a commit. */
  readonly since: string | null;
  readonly until: string;
  /** When it was made. */
  readonly at: string;
  readonly changes: number;
  /** Number of changes by state. */
  readonly states: Readonly<Record<string, number>>;
  readonly holes: number;
  /** How its rules ended. */
  readonly rules: readonly Pick<RuleResult, 'rule' | 'result' | 'tested' | 'why' | 'lack'>[];
  /** Page of its run. */
  readonly run: string | null;
  readonly previous: NamedBefore | null;
  readonly findings: readonly SeenFinding[];
}

/** How a file of the series was kept: a package, which can be checked, or a report alone, which cannot. */
export interface SeriesPackage {
  /** SHA-256 of its manifest. */
  readonly digest: string;
  readonly outcome: PackageOutcome;
  /** Null where the service has no chain. */
  readonly log: PackedLog | null;
  /** Links of its log at the places where another package of the series ends, by their sequence. */
  readonly links: ReadonlyMap<number, string>;
  /** Heads that somebody kept and that are in its log, each with its place. */
  readonly heads: readonly LogPlace[];
}

/** A file of the series that was read. */
export interface SeriesAudit extends AuditReport {
  /** As the reports name it. */
  readonly file: string;
  /** SHA-256 of its JSON report. */
  readonly digest: string;
  /** Null for a report without a package. */
  readonly packed: SeriesPackage | null;
}

/** A file of the series that is not what an audit wrote: it counts as no audit at all. */
export interface BrokenFile {
  readonly file: string;
  /** A sentence each. */
  readonly why: readonly string[];
  /** SHA-256 of the JSON report of a package: a copy of it next to the package counts no more than the package. */
  readonly report?: string;
}
